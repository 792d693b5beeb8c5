import Audience

/// Tracks boxes from frame to frame, and drops boxes that appear only briefly.
///
/// A box is confirmed if its center stays inside the box of the same class in the next three
/// sampled frames. Shorter appearances are noise. Boxes are matched greedily by intersection over
/// union, best pairs first (IOU tracker: Bochinski, Eiselein, Sikora 2017).
struct ObjectTracks {
  private static let framesToConfirm = 4
  /// Number of frames in which a confirmed object may be missing without losing its track.
  private static let maximumGap = 3
  private static let minimumOverlap = 0.3

  private var tracks: [Track] = []
  private var nextIdentity = 1
  private var frame = 0
  /// Boxes of confirmed objects with track numbers that were not returned yet.
  private var confirmed: [Detection] = []
  private(set) var brief = 0

  private struct Track {
    var last: Detection
    var lastFrame: Int
    /// Boxes that are not confirmed yet; empty after confirmation.
    var waiting: [Detection]
    var identity: Int?
  }

  /// Adds the boxes of the next sampled frame, also if it has none.
  mutating func add(_ boxes: [Detection]) {
    frame += 1
    var free = Set(boxes.indices)
    var open = Set(tracks.indices)
    for pair in pairs(boxes) where free.contains(pair.box) && open.contains(pair.track) {
      free.remove(pair.box)
      open.remove(pair.track)
      extend(pair.track, boxes[pair.box])
    }
    // Use the order of the file, so that track numbers do not depend on the order of a set.
    for index in boxes.indices where free.contains(index) {
      tracks.append(
        Track(last: boxes[index], lastFrame: frame, waiting: [boxes[index]], identity: nil))
    }
    let now = frame
    drop { now - $0.lastFrame > ($0.identity == nil ? 0 : Self.maximumGap) }
  }

  /// Ends the file, and returns the last boxes of confirmed objects; others are dropped.
  mutating func finish() -> [Detection] {
    drop { _ in true }
    return drainConfirmedDetections()
  }

  /// The boxes of confirmed objects that are final, sorted by time.
  ///
  /// An unconfirmed box, at most three frames old, may still be inserted before later ones. So
  /// boxes after it are kept back.
  mutating func drainConfirmedDetections() -> [Detection] {
    let open = tracks.compactMap { $0.waiting.first?.time }.min() ?? .infinity
    // The sort is stable: boxes with the same time stay in the order of confirmation.
    let ordered = confirmed.sortedByTime
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
        // An unconfirmed box must contain the old center. A confirmed object may move faster.
        guard holds || track.identity != nil && overlap >= Self.minimumOverlap else { continue }
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
    guard tracks[index].waiting.count >= Self.framesToConfirm else { return }
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
  func overlap(with other: PictureBox) -> Double {
    let wide = min(x + width, other.x + other.width) - max(x, other.x)
    let high = min(y + height, other.y + other.height) - max(y, other.y)
    guard wide > 0, high > 0 else { return 0 }
    let shared = wide * high
    return shared / (width * height + other.width * other.height - shared)
  }
}
