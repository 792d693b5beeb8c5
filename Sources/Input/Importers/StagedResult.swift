package import Audience
package import struct Foundation.Date

/// The content of one imported file, with samples in memory or in a temporary file.
package enum StagedResult {
  /// Sessions with usable samples, in file order; at least one.
  case sessions([StagedSession])
  case detections(StagedDetections)
  case curve(StagedEngagementCurve)
}

/// A session that was read from a file but not stored yet.
package struct StagedSession {
  package var video: String
  /// ID of the session, from the file or derived from the file's name.
  package var session: String
  /// Name of the viewer, from the file, `--viewer`, or the file's name.
  package var viewer: String
  package var recordedAt: Date?
  /// The samples, in shares of the frame.
  package var samples: SampleBuffer
  /// Numbers of values that could not be used, by reason.
  package var skipped: [String: Int]
  /// Numbers of samples with unusable gaze or face, by reason; empty for some formats.
  var lost: [String: Int] = [:]
  /// Number of samples in all sessions of the file, because `skipped` may concern any of them.
  package var samplesOfFile: Int?
  /// A sentence on parts of the file that could not be read.
  var damage: String?
  /// The preset's viewer column, if the table does not have it and the user gave no viewer.
  var missingViewerColumn: String?
  /// Whether points were read as shares of the frame, as the table's format defines.
  var areShares = false
  /// Standard deviation of gaze from head direction, in frame heights; `nil` for other gaze.
  var headNoise: Double?
  package var naming = DerivedNames()
  package var labels: [ViewerLabel] = []
}

/// The names of a session that were derived from the name of its file or folder.
package struct DerivedNames: Hashable, Sendable {
  /// The derived name; two files with the same name count as the same session.
  package var name = ""
  package var isViewer = false
  package var isSession = false
}

/// The detections of a file that are not stored yet.
package struct StagedDetections {
  package var video: String
  package var source: String
  /// The boxes in shares of the frame, in file order.
  package var boxes: DetectionBuffer
  package var skipped: [String: Int]
}
