package import Audience

extension RealGaze {
  /// One viewer's looks in bins of equal length: the median of usable gaze; `nil` without any.
  ///
  /// - Parameters:
  ///   - viewer: index of the viewer.
  ///   - seconds: length of a bin.
  /// - Returns: one entry a bin.
  package func medians(ofViewer viewer: Int, every seconds: Double) -> [PicturePoint?] {
    let count = Int((duration / seconds).rounded(.up))
    var x = [[Double]](repeating: [], count: count)
    var y = x
    for point in viewers[viewer] where point.isUsable {
      let bin = Int(point.time / seconds)
      guard bin >= 0, bin < count else { continue }
      x[bin].append(min(1, max(0, point.position.x)))
      y[bin].append(min(1, max(0, point.position.y)))
    }
    return zip(x, y).map { x, y in
      x.isEmpty ? nil : PicturePoint(x: Self.median(x), y: Self.median(y))
    }
  }

  /// The middle value, or the mean of the two middle ones.
  package static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension GazeTimeline {
  /// A timeline of looks alone, every row of weight 1: for benches that do not fold sessions.
  ///
  /// - Parameters:
  ///   - looks: one entry a viewer, each with a look or none for each half-second bin.
  ///   - duration: seconds.
  package init(looks: [[PicturePoint?]], duration: Double) {
    let count = HalfSeconds.count(for: duration)
    let bins = (0..<count).map { bin in
      AudienceBin(
        rows: looks.map { viewer in
          GazeRow(
            position: bin < viewer.count ? viewer[bin] : nil, weight: 1)
        })
    }
    self.init(bins: bins)
  }
}
