package import Audience

extension RealGaze {
  /// The median gaze point of one viewer per bin; `nil` if there is no usable gaze.
  ///
  /// - Parameters:
  ///   - viewer: index of the viewer.
  ///   - seconds: length of a bin.
  /// - Returns: one entry per bin.
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

  package static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension GazeTimeline {
  /// Creates a timeline of gaze points only, for benchmarks without sessions.
  ///
  /// - Parameters:
  ///   - looks: one entry per viewer, each with one gaze point or `nil` per 0.5 s bin.
  ///   - duration: length in seconds.
  package init(looks: [[PicturePoint?]], duration: Double) {
    let count = TimeBins.count(for: duration)
    let bins = (0..<count).map { bin in
      looks.map { viewer in
        GazeRow(
          position: bin < viewer.count ? viewer[bin] : nil, weight: 1)
      }
    }
    self.init(bins: bins)
  }
}
