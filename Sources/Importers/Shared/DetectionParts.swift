package import Audience

/// The boxes of one file, in its order, in memory or set aside on disk.
package struct DetectionParts {
  /// Boxes of a part; a file that has fewer never touches the disk.
  static let partLength = 1 << 16
  /// What stands for a box without a track; a track is whatever a file says, this one apart.
  private static let noTrack = Int64.min
  /// Numbers that a box is set aside as.
  private static let numbersOfBox = 8

  private(set) var count = 0
  private var tail: [Detection] = []
  /// Where the parts lie that were set aside.
  private var offsets: [Int] = []
  /// The labels of boxes that were set aside, each once, and their places.
  private var labels: [String] = []
  private var places: [String: UInt64] = [:]
  private let scratch: SampleScratch

  init(_ scratch: SampleScratch) { self.scratch = scratch }

  var isEmpty: Bool { count == 0 }

  /// Adds a box at the end.
  mutating func append(_ detection: Detection) throws(ImportError) {
    tail.append(detection)
    count += 1
    guard tail.count == Self.partLength else { return }
    var numbers: [UInt64] = []
    numbers.reserveCapacity(tail.count * Self.numbersOfBox)
    for box in tail { append(box, to: &numbers) }
    offsets.append(try scratch.write(numbers))
    tail.removeAll(keepingCapacity: true)
  }

  mutating func append(contentsOf detections: [Detection]) throws(ImportError) {
    for detection in detections { try append(detection) }
  }

  /// Hands over all boxes in order, in parts that follow from the boxes alone.
  ///
  /// - Throws: `ImportError` when they cannot be read back, or what `body` throws.
  package func forEach(_ body: ([Detection]) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.partLength) {
      try body(try boxes(start..<min(count, start + Self.partLength)))
    }
  }

  func boxes(_ range: Range<Int>) throws(ImportError) -> [Detection] {
    var boxes: [Detection] = []
    while boxes.count < range.count {
      let (part, first) = (range.lowerBound + boxes.count)
        .quotientAndRemainder(dividingBy: Self.partLength)
      let left = range.count - boxes.count
      guard part < offsets.count else { return boxes + tail[first..<first + left] }
      let (count, size) = (min(left, Self.partLength - first), Self.numbersOfBox)
      let numbers = try scratch.numbers(count * size, at: offsets[part] + first * size * 8)
      boxes += (0..<count).map { box(numbers[$0 * size..<($0 + 1) * size]) }
    }
    return boxes
  }

  private mutating func append(_ detection: Detection, to numbers: inout [UInt64]) {
    let box = detection.box
    for value in [detection.time, detection.score, box.x, box.y, box.width, box.height] {
      numbers.append(value.bitPattern)
    }
    numbers.append(UInt64(bitPattern: detection.track.map(Int64.init) ?? Self.noTrack))
    if places[detection.label] == nil {
      places[detection.label] = UInt64(labels.count)
      labels.append(detection.label)
    }
    numbers.append(places[detection.label] ?? 0)
  }

  private func box(_ numbers: ArraySlice<UInt64>) -> Detection {
    let first = numbers.startIndex
    let values = numbers.prefix(6).map(Double.init(bitPattern:))
    let track = Int64(bitPattern: numbers[first + 6])
    return Detection(
      time: values[0], label: labels[Int(numbers[first + 7])], score: values[1],
      box: PictureBox(x: values[2], y: values[3], width: values[4], height: values[5]),
      track: track == Self.noTrack ? nil : Int(track))
  }
}
