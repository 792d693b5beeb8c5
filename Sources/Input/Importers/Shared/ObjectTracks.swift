import Audience

/// Follows boxes from frame to frame, and tells what is there from what flickers.
///
/// A box counts as an object that is there once its centre stays inside the box of the same class
/// in the next three sampled frames; a shorter appearance is noise. Boxes are matched greedily by
/// intersection over union (Bochinski, Eiselein, Sikora 2017), best pairs first.
struct ObjectTracks {
  private static let confirming = 4
  /// Frames that a confirmed object may be missing and still be the same.
  private static let longestGap = 3
  private static let leastOverlap = 0.3

  private var tracks: [Track] = []
  private var nextIdentity = 1
  private var frame = 0
  /// Boxes of confirmed objects, each with its identity, that were not handed on yet.
  private var confirmed: [Detection] = []
  /// How many boxes were noise.
  private(set) var brief = 0

  private struct Track {
    var last: Detection
    var lastFrame: Int
    /// Boxes that wait for confirmation; empty once it came.
    var waiting: [Detection]
    var identity: Int?
  }

  /// Takes the boxes of the next sampled frame; without any, the frame still counts.
  mutating func add(_ boxes: [Detection]) {
    frame += 1
    var free = Set(boxes.indices)
    var open = Set(tracks.indices)
    for pair in pairs(boxes) where free.contains(pair.box) && open.contains(pair.track) {
      free.remove(pair.box)
      open.remove(pair.track)
      extend(pair.track, boxes[pair.box])
    }
    // In the order of the file, so that identities do not depend on the order of a set.
    for index in boxes.indices where free.contains(index) {
      tracks.append(
        Track(last: boxes[index], lastFrame: frame, waiting: [boxes[index]], identity: nil))
    }
    let now = frame
    drop { now - $0.lastFrame > ($0.identity == nil ? 0 : Self.longestGap) }
  }

  /// Ends the file: the last boxes of confirmed objects; what still waits was too short.
  mutating func finish() -> [Detection] {
    drop { _ in true }
    return takeFinal()
  }

  /// Hands on the boxes of confirmed objects before which none can come any more, in order of time:
  /// all but those behind a box that still waits, which is at most three frames old.
  mutating func takeFinal() -> [Detection] {
    let open = tracks.compactMap { $0.waiting.first?.time }.min() ?? .infinity
    // A stable sort: boxes of one instant stay in the order of their confirmation.
    let ordered = confirmed.inOrderOfTime
    let final = ordered.prefix { $0.time <= open }
    confirmed = Array(ordered.dropFirst(final.count))
    return Array(final)
  }

  private func pairs(_ boxes: [Detection]) -> [(track: Int, box: Int, overlap: Double)] {
    var pairs: [(track: Int, box: Int, overlap: Double)] = []
    for (index, track) in tracks.enumerated() {
      for (box, detection) in boxes.enumerated() where detection.label == track.last.label {
        let holds = detection.box.contains(track.last.box.center)
        let overlap = detection.box.overlap(with: track.last.box)
        // Until it is confirmed its centre must stay inside; later a fast object may leave it.
        guard holds || track.identity != nil && overlap >= Self.leastOverlap else { continue }
        pairs.append((index, box, overlap))
      }
    }
    return pairs.sorted { ($1.overlap, $0.track, $0.box) < ($0.overlap, $1.track, $1.box) }
  }

  private mutating func extend(_ index: Int, _ box: Detection) {
    tracks[index].last = box
    tracks[index].lastFrame = frame
    if let identity = tracks[index].identity { return confirm(box, identity) }
    tracks[index].waiting.append(box)
    guard tracks[index].waiting.count >= Self.confirming else { return }
    tracks[index].identity = nextIdentity
    for waiting in tracks[index].waiting { confirm(waiting, nextIdentity) }
    tracks[index].waiting = []
    nextIdentity += 1
  }

  private mutating func confirm(_ box: Detection, _ identity: Int) {
    var box = box
    box.track = identity
    confirmed.append(box)
  }

  private mutating func drop(_ isOver: (Track) -> Bool) {
    for track in tracks where isOver(track) { brief += track.waiting.count }
    tracks.removeAll(where: isOver)
  }
}

extension PictureBox {
  /// Intersection over union, 0…1.
  func overlap(with other: PictureBox) -> Double {
    let wide = min(x + width, other.x + other.width) - max(x, other.x)
    let high = min(y + height, other.y + other.height) - max(y, other.y)
    guard wide > 0, high > 0 else { return 0 }
    let shared = wide * high
    return shared / (width * height + other.width * other.height - shared)
  }
}
