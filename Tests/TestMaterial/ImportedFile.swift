package import Audience
package import Importers
package import struct Foundation.Date

/// What one small file held, in memory: the product reads every file through `stage` only.
package enum ImportedFile: Sendable {
  /// Its sessions, in the order of the file.
  case sessions([ImportedSession])
  /// The detections of one source.
  case detections(ImportedDetections)
  /// What a platform counted.
  case curve(video: String, EngagementCurve)
}

/// One session of a file, in memory.
package struct ImportedSession: Sendable {
  /// The video's id.
  package var video: String
  /// The session's id.
  package var session: String
  /// Who watched.
  package var viewer: String
  /// When it was recorded, where anything tells.
  package var recordedAt: Date?
  /// What was recorded, in picture coordinates.
  package var samples: SampleColumns
  /// What could not be used, counted by reason.
  package var skipped: [String: Int]
  /// What its viewer is labelled with.
  package var labels: [ViewerLabel]

  /// Takes the samples of a staged session into memory.
  package init(_ staged: StagedSession) throws {
    (video, session, viewer) = (staged.video, staged.session, staged.viewer)
    (recordedAt, skipped, labels) = (staged.recordedAt, staged.skipped, staged.labels)
    samples = try staged.samples.joined()
  }
}

/// The detections of one file, in memory.
package struct ImportedDetections: Sendable {
  /// The video's id.
  package var video: String
  /// What found them.
  package var source: String
  /// The boxes in picture coordinates, in the order of the file.
  package var detections: [Detection]
  /// What could not be used, counted by reason.
  package var skipped: [String: Int]

  init(_ staged: StagedDetections) throws {
    (video, source, skipped) = (staged.video, staged.source, staged.skipped)
    var boxes: [Detection] = []
    try staged.boxes.forEach { boxes += $0 }
    detections = boxes
  }
}

extension ImportFormat {
  /// Reads a small file, whole or not at all, into memory.
  ///
  /// - Throws: `ImportError`.
  package func read(_ file: String, _ options: ImportOptions) throws -> ImportedFile {
    switch try stage(file, options) {
    case .detections(let staged): .detections(try ImportedDetections(staged))
    case .curve(let staged): .curve(video: staged.video, staged.curve)
    case .sessions(let staged): .sessions(try staged.map { try ImportedSession($0) })
    }
  }
}

extension SampleBuffer {
  /// All samples in memory.
  package func joined() throws -> SampleColumns {
    var all = SampleColumns()
    try forEach { all.append($0, in: $0.indices) }
    return all
  }
}
