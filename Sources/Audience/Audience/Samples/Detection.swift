/// A box found in the source picture.
package struct Detection: Hashable, Sendable {
  /// Play time in seconds.
  package var time: Double
  /// What was found: face, person, rabbit and so on.
  package var label: String
  /// How sure the detector was, 0…1.
  package var score: Double
  /// Where, in picture coordinates.
  package var box: PictureBox
  /// Which thing it is over time, where the detector tells.
  package var track: Int?

  package init(time: Double, label: String, score: Double, box: PictureBox, track: Int?) {
    self.time = time
    self.label = label
    self.score = score
    self.box = box
    self.track = track
  }
}

extension [Detection] {
  /// The boxes in order of time; what shares a time keeps the order it came in.
  package var inOrderOfTime: [Detection] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// Of boxes in order of time those of some seconds.
  ///
  /// - Parameters:
  ///   - start: play time of the first, seconds.
  ///   - end: play time of the first that is left out.
  /// - Returns: they are looked up, not looked through.
  package func seen(from start: Double, to end: Double) -> ArraySlice<Detection> {
    let first = partitionPoint { $0.time < start }
    return self[first..<Swift.max(first, partitionPoint { $0.time < end })]
  }

  /// Of boxes in order of time those that are at most so many seconds from a time.
  package func seen(near time: Double, within reach: Double) -> [Detection] {
    // A little more is looked up: the difference decides, to its last bit.
    seen(from: time - reach - 0.001, to: time + reach + 0.001).filter {
      abs($0.time - time) <= reach
    }
  }
}
