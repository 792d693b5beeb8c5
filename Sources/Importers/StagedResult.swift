public import Audience
public import struct Foundation.Date

/// What one file held, whole, its samples in memory or on disk.
public enum StagedResult {
  /// Sessions with usable samples, in the order of the file; never none.
  case sessions([StagedSession])
  /// The detections of one source.
  case detections(StagedDetections)
}

/// One session of a file that was read, not yet stored.
public struct StagedSession {
  /// The video's id.
  public var video: String
  /// The session's id: the file's own, else one that follows from the file's name.
  public var session: String
  /// Who watched, by the file's own word, else `--viewer`, else the file's stem.
  public var viewer: String
  /// When it was recorded, where anything tells.
  public var recordedAt: Date?
  /// What was recorded, in picture coordinates.
  public var samples: SampleParts
  /// What could not be used, counted by reason.
  public var skipped: [String: Int]
  /// The column of viewers that a preset names and the table lacks, where nobody is named.
  public var missingViewerColumn: String?
  /// What of its names was taken from the file's name.
  public var naming = FileNaming()
  /// What its viewer is labelled with, one label a name.
  public var labels: [ViewerLabel] = []
}

/// What of a session's names was taken from the name of its file, or of the file's folder.
public struct FileNaming: Hashable, Sendable {
  /// The name itself; two files that give the same are taken for one.
  public var name = ""
  /// Whether it is the viewer's.
  public var isViewer = false
  /// Whether the session's id follows from it.
  public var isSession = false

  /// Makes one: nothing was taken.
  public init() {}
}

/// The detections of a file that was read, not yet stored.
public struct StagedDetections {
  /// The video's id.
  public var video: String
  /// What found them.
  public var source: String
  /// The boxes in picture coordinates, in the order of the file.
  public var boxes: DetectionParts
  /// What could not be used, counted by reason.
  public var skipped: [String: Int]
}
