public import Audience
public import CutLists
public import Framing
public import Rendering
public import Selection

/// All settings in force for one video.
public struct Settings: Sendable, Hashable {
  /// How sessions are cleaned and folded.
  public var fold = FoldSettings()
  /// What counts as a moment.
  public var selection = SelectionSettings()
  /// How a moment is shown upright.
  public var framing = FramingSettings()
  /// How clips are encoded.
  public var render = RenderSettings()
  /// Timelines that are written beside clips, in the order of `ExportFormat`.
  public var exports: [ExportFormat] = []
  /// Where things lie.
  public var library = LibrarySettings()
  /// How a night works.
  public var run = RunSettings()
  /// The profiles of all shapes, the first of them `render.profile`; empty where it is the only one.
  public var profiles: [PlatformProfile] = []
  /// Whether a number stands over the profile's width, and height.
  var isWidthGiven = false, isHeightGiven = false

  /// The defaults.
  public init() {}

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
    return try bounded().framedForItsOutput
  }
}

/// Where things lie.
public struct LibrarySettings: Sendable, Hashable {
  /// Folder of the sources, relative to the library unless absolute.
  public var videos = "videos"
  /// Folder below which shorts/ are written, relative to the library unless absolute.
  public var output = "."
  /// Days for which retired clips are kept.
  public var keepRetired = 14.0
  /// Days since their import for which samples are kept; `nil` for ever.
  public var keepSamples: Double?
  /// Whether the library itself may lie on a network disk.
  public var networkDisk = false
}

/// How a night works.
public struct RunSettings: Sendable, Hashable {
  /// How many videos are worked on at once; 0 goes by the cores and `render.encoderThreads`.
  public var workers = 0
  /// File for Prometheus that a night writes, relative to the library unless absolute; `nil` for
  /// none.
  public var metrics: String?
  /// Whether a night writes the report's pages.
  public var report = true
  /// Bytes that rendering processes may take together; `nil` for half of the machine's.
  public var memory: Int?
}
