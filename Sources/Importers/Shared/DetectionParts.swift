package import Audience

/// The boxes of one file, in its order, in memory or set aside on disk.
package struct DetectionParts {
  /// Boxes of a part; a file that has fewer never touches the disk.
  static let partLength = 1 << 16

  private(set) var count = 0
  private var tail: [Detection] = []
  private var stored: [(offset: Int, bytes: Int)] = []
  private let scratch: SampleScratch

  init(_ scratch: SampleScratch) { self.scratch = scratch }

  var isEmpty: Bool { count == 0 }

  /// Adds a box at the end.
  mutating func append(_ detection: Detection) throws(ImportError) {
    tail.append(detection)
    count += 1
    guard tail.count == Self.partLength else { return }
    let bytes = Self.encoded(tail)
    stored.append((try scratch.write(bytes), bytes.count))
    tail.removeAll(keepingCapacity: true)
  }

  mutating func append(contentsOf detections: [Detection]) throws(ImportError) {
    for detection in detections { try append(detection) }
  }

  /// Hands over all boxes in order, in parts that follow from the boxes alone.
  ///
  /// - Throws: `ImportError` when they cannot be read back, or what `body` throws.
  package func forEach(_ body: ([Detection]) throws -> Void) throws {
    for part in stored { try body(try read(part)) }
    if !tail.isEmpty { try body(tail) }
  }

  private func read(_ part: (offset: Int, bytes: Int)) throws(ImportError) -> [Detection] {
    Self.decoded(try scratch.bytes(part.bytes, at: part.offset))
  }
}

extension DetectionParts {
  /// Reads boxes back in their order, some at a time and no more than a part ahead.
  struct Reader {
    private let parts: DetectionParts
    private var isTailRead = false
    private var nextPart = 0
    private var held: ArraySlice<Detection> = []

    init(_ parts: DetectionParts) { self.parts = parts }

    /// The next `count` boxes, fewer at the end.
    mutating func take(_ count: Int) throws(ImportError) -> [Detection] {
      var taken: [Detection] = []
      while taken.count < count {
        if held.isEmpty {
          guard let part = try part() else { break }
          held = part[...]
        }
        let next = held.prefix(count - taken.count)
        taken += next
        held = held.dropFirst(next.count)
      }
      return taken
    }

    private mutating func part() throws(ImportError) -> [Detection]? {
      if nextPart < parts.stored.count {
        nextPart += 1
        return try parts.read(parts.stored[nextPart - 1])
      }
      guard !isTailRead, !parts.tail.isEmpty else { return nil }
      isTailRead = true
      return parts.tail
    }
  }

  /// What stands for a box without a track; a track is whatever a file says, this one apart.
  private static let noTrack = Int64.min

  /// Box by box: eight numbers of eight bytes, then the label's length and bytes.
  static func encoded(_ detections: [Detection]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(detections.count * 80)
    func append(_ value: UInt64, _ bytes: inout [UInt8]) {
      unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
    }
    for detection in detections {
      let box = detection.box
      for value in [detection.time, detection.score, box.x, box.y, box.width, box.height] {
        append(value.bitPattern, &bytes)
      }
      append(UInt64(bitPattern: detection.track.map(Int64.init) ?? noTrack), &bytes)
      let label = detection.label.utf8
      append(UInt64(label.count), &bytes)
      bytes.append(contentsOf: label)
    }
    return bytes
  }

  static func decoded(_ bytes: [UInt8]) -> [Detection] {
    var detections: [Detection] = []
    var at = 0
    unsafe bytes.withUnsafeBytes { raw in
      func number() -> UInt64 {
        defer { at += 8 }
        return unsafe raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      }
      func value() -> Double { Double(bitPattern: number()) }
      while at < raw.count {
        let (time, score) = (value(), value())
        let (x, y, width, height) = (value(), value(), value(), value())
        let track = Int64(bitPattern: number())
        let length = Int(number())
        let label = unsafe String(decoding: raw[at..<at + length], as: UTF8.self)
        at += length
        detections.append(
          Detection(
            time: time, label: label, score: score,
            box: PictureBox(x: x, y: y, width: width, height: height),
            track: track == noTrack ? nil : Int(track)))
      }
    }
    return detections
  }
}
