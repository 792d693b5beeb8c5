import Audience

/// The boxes of single frames, each to be read back by itself: for files in no order of time.
///
/// In memory are a few numbers a frame, and no more than a part of the boxes.
struct FrameStore {
  /// Bytes that wait in memory before they are set aside.
  private static let longestTail = 1 << 20

  private let scratch: SampleScratch
  private var frames: [(time: Double, offset: Int, bytes: Int)] = []
  private var tail: [UInt8] = []
  /// The first frame whose boxes are in the tail; its offsets count from there.
  private var firstInTail = 0

  init(_ scratch: SampleScratch) { self.scratch = scratch }

  /// Adds a frame with its boxes, which may be none.
  mutating func append(_ boxes: [Detection], at time: Double) throws(ImportError) {
    let bytes = DetectionParts.encoded(boxes)
    frames.append((time, tail.count, bytes.count))
    tail += bytes
    if tail.count >= Self.longestTail { try setAside() }
  }

  private mutating func setAside() throws(ImportError) {
    let start = try scratch.write(tail)
    for index in firstInTail..<frames.count { frames[index].offset += start }
    firstInTail = frames.count
    tail = []
  }

  /// The numbers of the frames in order of time; those of one instant stay in the order they came.
  var inOrderOfTime: [Int] {
    frames.indices.sorted { (frames[$0].time, $0) < (frames[$1].time, $1) }
  }

  /// The boxes of a frame.
  func boxes(ofFrame index: Int) throws(ImportError) -> [Detection] {
    let frame = frames[index]
    guard frame.bytes > 0 else { return [] }
    if index >= firstInTail {
      return DetectionParts.decoded(Array(tail[frame.offset..<frame.offset + frame.bytes]))
    }
    return DetectionParts.decoded(try scratch.bytes(frame.bytes, at: frame.offset))
  }
}
