package import Audience
package import CutLists
package import Framing
package import Rendering
package import Selection
import Support

package struct Settings: Sendable, Hashable {
  package var fold = AggregationSettings()
  package var selection = SelectionSettings()
  package var framing = FramingSettings()
  package var render = RenderSettings()
  /// Timeline formats written next to clips, in the order of `ExportFormat`.
  package var exports: [ExportFormat] = []
  package var library = LibrarySettings()
  package var intake = IntakeSettings()
  package var run = RunSettings()
  /// The profiles of all aspect ratios, first `render.profile`; empty if there is only one.
  package var profiles: [PlatformProfile] = []
  /// Whether width or height was set explicitly and overrides the profile.
  var isWidthGiven = false, isHeightGiven = false

  package init() {}

  /// The settings with values copied between groups, for example the output size to framing.
  ///
  /// - Throws: `ConflictError` if two settings contradict each other.
  func checked() throws -> Settings {
    guard selection.minimumLength <= selection.maximumLength else {
      throw ConflictError(
        keys: ["selection.minimumLength", "selection.maximumLength"],
        message:
          "selection.minimumLength (\(Setting.text(selection.minimumLength)) s) is longer than "
          + "selection.maximumLength (\(Setting.text(selection.maximumLength)) s)")
    }
    guard render.presets.contains(render.preset) else {
      throw ConflictError(
        keys: ["render.preset", "render.encoder"],
        message: "render.preset must be one of \(render.presets.joined(separator: ", ")) for "
          + "\(render.encoder), not '\(render.preset)'")
    }
    var whole = try bounded().withOutputSize
    whole.fold.emotions = selection.weights
    whole.fold.reactionSeconds = selection.reactionSeconds
    return whole
  }
}

package struct LibrarySettings: Sendable, Hashable {
  /// Folder of the source videos, relative to the library unless absolute.
  package var videos = "videos"
  /// Folder that contains shorts/, relative to the library unless absolute.
  package var output = "."
  /// Days for which archived clips are kept.
  package var keepRetired = 14.0
  /// Days after import for which samples are kept; `nil` means forever.
  package var keepSamples: Double?
  package var networkDisk = false
}

package struct IntakeSettings: Sendable, Hashable {
  /// Seconds for which a file must be unchanged before it is imported.
  package var settle = 10.0
}

package struct RunSettings: Sendable, Hashable {
  /// Number of files rendered and videos decided at the same time; 0 for as many as fit.
  package var workers = 0
  /// Prometheus metrics file of a run, relative to the library unless absolute; `nil` for none.
  package var metrics: String?
  package var report = true
  /// Total memory for rendering processes in bytes; `nil` means half of the machine's.
  package var memory: Int?
  /// A program with arguments that runs before the import; empty for none.
  package var before: [String] = []
  /// Timeout of `before` in seconds.
  package var beforeLimit = 3600.0
  /// A program with arguments that receives an event for each video; empty for none.
  package var notify: [String] = []
  /// Timeout of `notify` in seconds.
  package var notifyLimit = 60.0
}

extension Settings {
  /// All settings that influence the clips, in the form of `--set`.
  package var values: [String] {
    Setting.all.filter(\.matters).map { "\($0.key)=\($0.read(self))" }
  }

  /// The same settings, and `render.profiles`.
  package var valuesOfAllAspectRatios: [String] {
    values + Setting.all.filter { $0.key == "render.profiles" }.map { "\($0.key)=\($0.read(self))" }
  }

  /// `sha256:` and the hash of all settings that influence the clips.
  package var digest: String { "sha256:" + SHA256.hex(values.map { $0 + "\n" }.joined()) }

  /// The hashes of all aspect ratios, joined with `+`; a new one does not change the others.
  package var hashOfAllAspectRatios: String { shapes.map(\.digest).joined(separator: "+") }
}
