package import Audience
package import CutLists
package import Framing
import Files
package import Rendering
package import Selection

/// All settings in force for one video.
package struct Settings: Sendable, Hashable {
  /// How sessions are cleaned and folded.
  package var fold = FoldSettings()
  /// What counts as a moment.
  package var selection = SelectionSettings()
  /// How a moment is shown upright.
  package var framing = FramingSettings()
  package var render = RenderSettings()
  /// Timelines that are written beside clips, in the order of `ExportFormat`.
  package var exports: [ExportFormat] = []
  package var library = LibrarySettings()
  package var intake = IntakeSettings()
  package var run = RunSettings()
  /// The profiles of all shapes, the first of them `render.profile`; empty where it is the only
  /// one.
  package var profiles: [PlatformProfile] = []
  /// Whether a number stands over the profile's width, and height.
  var isWidthGiven = false, isHeightGiven = false

  package init() {}

  /// The same settings once they fit together: framing knows the output's size.
  ///
  /// - Throws: `ConflictError` when two settings contradict each other.
  func checked() throws -> Settings {
    guard selection.minimumLength <= selection.maximumLength else {
      throw ConflictError(
        keys: ["selection.minimumLength", "selection.maximumLength"],
        message: "selection.minimumLength (\(Setting.text(selection.minimumLength)) s) is over "
          + "selection.maximumLength (\(Setting.text(selection.maximumLength)) s)")
    }
    guard render.presets.contains(render.preset) else {
      throw ConflictError(
        keys: ["render.preset", "render.encoder"],
        message: "render.preset must be one of \(render.presets.joined(separator: ", ")) for "
          + "\(render.encoder), not '\(render.preset)'")
    }
    var whole = try bounded().framedForItsOutput
    whole.fold.emotions = selection.weights
    whole.fold.reactionSeconds = selection.reactionSeconds
    return whole
  }
}

package struct LibrarySettings: Sendable, Hashable {
  /// Folder of the sources, relative to the library unless absolute.
  package var videos = "videos"
  /// Folder below which shorts/ are written, relative to the library unless absolute.
  package var output = "."
  /// Days for which retired clips are kept.
  package var keepRetired = 14.0
  /// Days since their import for which samples are kept; `nil` for ever.
  package var keepSamples: Double?
  /// Whether the library itself may lie on a network disk.
  package var networkDisk = false
}

package struct IntakeSettings: Sendable, Hashable {
  /// Seconds for which a file must have been left alone.
  package var settle = 10.0
}

package struct RunSettings: Sendable, Hashable {
  /// Files rendered and videos decided at once; 0 goes by the cores and `render.encoderThreads`.
  package var workers = 0
  /// File for Prometheus that a night writes, relative to the library unless absolute; `nil` for
  /// none.
  package var metrics: String?
  /// Whether a night writes the report's pages.
  package var report = true
  /// Bytes that rendering processes may take together; `nil` for half of the machine's.
  package var memory: Int?
  /// What is run before files are taken in: a program and its words; none where empty.
  package var before: [String] = []
  /// Seconds after which it is ended.
  package var beforeLimit = 3600.0
  /// What is told of each video: a program and its words; none where empty.
  package var notify: [String] = []
  /// Seconds after which it is ended.
  package var notifyLimit = 60.0
}

extension Settings {
  /// Every setting that changes what is cut, as `--set` takes it.
  package var values: [String] {
    Setting.all.filter(\.matters).map { "\($0.key)=\($0.read(self))" }
  }

  /// The same, and in which further shapes.
  package var valuesOfAllShapes: [String] {
    values + Setting.all.filter { $0.key == "render.profiles" }.map { "\($0.key)=\($0.read(self))" }
  }

  /// `sha256:` and the digest of every setting that changes what is cut.
  package var digest: String { "sha256:" + SHA256.hex(values.map { $0 + "\n" }.joined()) }

  /// What a run is made of: the digest, and those of further shapes.
  ///
  /// Each shape has its own, so that another shape changes nothing for those that are there.
  package var digestOfAllShapes: String { shapes.map(\.digest).joined(separator: "+") }
}
