import Audience

/// Encodes detections, sorted by time, as a table of labels and columns.
enum DetectionBlob {
  private static let version: UInt8 = 1
  private static let noTrack = Int64.min
  static let partLength = 1 << 16

  static func encode(_ detections: [Detection]) -> [UInt8] {
    let ordered = detections.sortedByTime
    let labels = Set(ordered.map(\.label)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, UInt32($0)) })
    var writer = BlobWriter()
    writer.append(version)
    writer.append(UInt32(labels.count))
    for label in labels {
      writer.append(UInt32(label.utf8.count))
      for byte in label.utf8 { writer.append(byte) }
    }
    writer.append(UInt32(ordered.count))
    writer.append(column: ordered.map { numbers[$0.label] ?? 0 })
    writer.append(column: ordered.map { $0.track.map(Int64.init) ?? noTrack })
    for value in values { writer.append(column: ordered.map { $0[keyPath: value].bitPattern }) }
    return writer.bytes
  }

  /// Decodes detections, sorted by time; `nil` if the bytes are damaged.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> [Detection]? {
    var reader = unsafe BlobReader(bytes)
    guard reader.read(UInt8.self) == version, let labels = labels(from: &reader),
      let stored = reader.read(UInt32.self), let count = Int(exactly: stored)
    else { return nil }
    guard count > 0 else { return [] }
    // The length of a constant column does not limit `count`, so limit it to a part's length.
    guard count <= max(bytes.count, partLength) else { return nil }
    guard let numbers = reader.column(UInt32.self, count: count),
      let tracks = reader.column(Int64.self, count: count)
    else { return nil }
    var columns: [[UInt64]] = []
    for _ in values {
      guard let column = reader.column(UInt64.self, count: count) else { return nil }
      columns.append(column)
    }
    guard reader.isAtEnd, numbers.allSatisfy({ Int($0) < labels.count }) else { return nil }
    return (0..<count).map { index in
      var detection = Detection(
        time: 0, label: labels[Int(numbers[index])], score: 0,
        box: PictureBox(x: 0, y: 0, width: 0, height: 0),
        track: tracks[index] == noTrack ? nil : Int(tracks[index]))
      for (value, column) in zip(values, columns) {
        detection[keyPath: value] = Double(bitPattern: column[index])
      }
      return detection
    }
  }

  private static var values: [WritableKeyPath<Detection, Double>] {
    [\.time, \.score, \.box.x, \.box.y, \.box.width, \.box.height]
  }

  private static func labels(from reader: inout BlobReader) -> [String]? {
    guard let count = reader.read(UInt32.self) else { return nil }
    var labels: [String] = []
    for _ in 0..<count {
      guard let length = reader.read(UInt32.self) else { return nil }
      var text: [UInt8] = []
      for _ in 0..<length {
        guard let byte = reader.read(UInt8.self) else { return nil }
        text.append(byte)
      }
      labels.append(String(decoding: text, as: UTF8.self))
    }
    return labels
  }
}
