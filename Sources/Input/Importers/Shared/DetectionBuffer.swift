package import Audience

/// The boxes of one file in order, in memory or in a temporary file.
package struct DetectionBuffer {
  /// Number of boxes per part; a file with fewer boxes never uses the disk.
  static let partLength = 1 << 16

  /// A box in the temporary file; the label is an index into `labels`.
  private struct Row: BitwiseCopyable {
    var time, score: Double
    var area: SourceRectangle
    var track: Int?
    var label: Int
  }

  package private(set) var count = 0
  private var tail: [Row] = []
  private var offsets: [Int] = []
  private var labels: [String] = []
  private var places: [String: Int] = [:]
  private let scratch: TemporarySampleFile

  init(_ scratch: TemporarySampleFile) { self.scratch = scratch }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ detection: Detection) throws(ImportError) {
    let place = places[detection.label] ?? labels.count
    if place == labels.count {
      places[detection.label] = place
      labels.append(detection.label)
    }
    tail.append(
      Row(
        time: detection.time, score: detection.score, area: SourceRectangle(detection.box),
        track: detection.track, label: place))
    count += 1
    guard tail.count == Self.partLength else { return }
    offsets.append(try scratch.write(tail))
    tail.removeAll(keepingCapacity: true)
  }

  mutating func append(contentsOf detections: [Detection]) throws(ImportError) {
    for detection in detections { try append(detection) }
  }

  /// Calls `body` with all boxes in order, in parts of fixed length.
  package func forEach(_ body: ([Detection]) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.partLength) {
      try body(try boxes(start..<min(count, start + Self.partLength)))
    }
  }

  func boxes(_ range: Range<Int>) throws(ImportError) -> [Detection] {
    var rows: [Row] = []
    while rows.count < range.count {
      let (part, first) = (range.lowerBound + rows.count)
        .quotientAndRemainder(dividingBy: Self.partLength)
      let left = min(range.count - rows.count, Self.partLength - first)
      if part < offsets.count {
        rows += try scratch.read(left, at: offsets[part] + first * MemoryLayout<Row>.stride)
      } else {
        rows += tail[first..<first + left]
      }
    }
    return rows.map { row in
      Detection(
        time: row.time, label: labels[row.label], score: row.score, box: row.area.box,
        track: row.track)
    }
  }
}
