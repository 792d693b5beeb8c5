package import Audience
package import Importers
package import struct Foundation.Date

/// The content of one small imported file, in memory; the product reads files through `stage`.
package enum ImportedFile: Sendable {
  case sessions([ImportedSession])
  case detections(ImportedDetections)
  case curve(video: String, EngagementCurve)
}

package struct ImportedSession: Sendable {
  package var video: String
  package var session: String
  package var viewer: String
  /// When it was recorded, if known.
  package var recordedAt: Date?
  /// The samples in frame coordinates.
  package var samples: SampleColumns
  /// Number of skipped records by reason.
  package var skipped: [String: Int]
  package var labels: [ViewerLabel]

  package init(_ staged: StagedSession) throws {
    (video, session, viewer) = (staged.video, staged.session, staged.viewer)
    (recordedAt, skipped, labels) = (staged.recordedAt, staged.skipped, staged.labels)
    samples = try staged.samples.joined()
  }
}

package struct ImportedDetections: Sendable {
  package var video: String
  package var source: String
  /// The boxes in frame coordinates, in the order of the file.
  package var detections: [Detection]
  /// Number of skipped records by reason.
  package var skipped: [String: Int]

  init(_ staged: StagedDetections) throws {
    (video, source, skipped) = (staged.video, staged.source, staged.skipped)
    var boxes: [Detection] = []
    try staged.boxes.forEach { boxes += $0 }
    detections = boxes
  }
}

extension ImportFormat {
  package func read(_ file: String, _ options: ImportOptions) throws -> ImportedFile {
    switch try stage(file, options) {
    case .detections(let staged): .detections(try ImportedDetections(staged))
    case .curve(let staged): .curve(video: staged.video, staged.curve)
    case .sessions(let staged): .sessions(try staged.map { try ImportedSession($0) })
    }
  }
}

extension SampleBuffer {
  package func joined() throws -> SampleColumns {
    var all = SampleColumns()
    try forEach { all.append($0, in: $0.indices) }
    return all
  }
}
