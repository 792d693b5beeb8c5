/// A bounding box of an object that a detector found in the source video.
package struct Detection: Hashable, Sendable {
  /// Play time in seconds.
  package var time: Double
  /// Class of the object, for example `face`, `person` or `rabbit`.
  package var label: String
  /// Confidence of the detector, 0…1.
  package var score: Double
  package var box: PictureBox
  /// Number that identifies the object over time; `nil` if the detector reports none.
  package var track: Int?

  package init(time: Double, label: String, score: Double, box: PictureBox, track: Int?) {
    (self.time, self.label, self.score) = (time, label, score)
    (self.box, self.track) = (box, track)
  }

  /// `label#track`, or only the label if the detector does not track objects.
  package var name: String { track.map { "\(label)#\($0)" } ?? label }
}

extension [Detection] {
  /// The detections sorted by time; the sort is stable.
  package var sortedByTime: [Detection] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// The detections in [start, end) seconds, by binary search; the array must be sorted by time.
  package func seen(from start: Double, to end: Double) -> ArraySlice<Detection> {
    let first = partitionPoint { $0.time < start }
    return self[first..<Swift.max(first, partitionPoint { $0.time < end })]
  }

  /// The detections at most `reach` seconds from a time; the array must be sorted by time.
  package func seen(near time: Double, within reach: Double) -> [Detection] {
    // Search a slightly wider range, so that rounding excludes none; the filter is exact.
    seen(from: time - reach - 0.001, to: time + reach + 0.001).filter {
      abs($0.time - time) <= reach
    }
  }
}
