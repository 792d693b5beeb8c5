package import Audience
package import struct Foundation.Date

/// What one file held, whole, its samples in memory or on disk.
package enum StagedResult {
  /// Sessions with usable samples, in the order of the file; never none.
  case sessions([StagedSession])
  case detections(StagedDetections)
  /// What a platform counted of everybody.
  case curve(StagedCurve)
}

/// One session of a file that was read, not yet stored.
package struct StagedSession {
  package var video: String
  /// The session's id: the file's own, else one that follows from the file's name.
  package var session: String
  /// Who watched, by the file's own word, else `--viewer`, else the file's stem.
  package var viewer: String
  /// When it was recorded, where anything tells.
  package var recordedAt: Date?
  /// What was recorded, in picture coordinates.
  package var samples: SampleParts
  /// What could not be used, counted by reason.
  package var skipped: [String: Int]
  /// Why gaze and faces of its samples cannot be used, counted by reason, where that is known.
  var lost: [String: Int] = [:]
  /// Samples of all sessions of the file: what is skipped may be of any of them.
  package var samplesOfFile: Int?
  /// A sentence on what of the file could not be read.
  var damage: String?
  /// The column of viewers that a preset names and the table lacks, where nobody is named.
  var missingViewerColumn: String?
  /// Whether its points are read as shares of the picture, as a table of them says.
  var areShares = false
  /// How coarse its gaze is, in picture heights, where it is the direction of a head.
  var headNoise: Double?
  /// What of its names was taken from the file's name.
  package var naming = FileNaming()
  /// What its viewer is labelled with, one label a name.
  package var labels: [ViewerLabel] = []
}

/// What of a session's names was taken from the name of its file, or of the file's folder.
package struct FileNaming: Hashable, Sendable {
  /// The name itself; two files that give the same are taken for one.
  package var name = ""
  /// Whether it is the viewer's.
  package var isViewer = false
  /// Whether the session's id follows from it.
  package var isSession = false
}

/// The detections of a file that was read, not yet stored.
package struct StagedDetections {
  package var video: String
  /// What found them.
  package var source: String
  /// The boxes in picture coordinates, in the order of the file.
  package var boxes: DetectionParts
  /// What could not be used, counted by reason.
  package var skipped: [String: Int]
}
