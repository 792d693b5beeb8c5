/// When a viewer's eyes were closed, as a source that sees the lids tells it.
///
/// A blink lasts 0.1 to 0.4 s (Schiffman 2001) and only means that the gaze of that instant is
/// the lid's; eyes closed for longer than a second are not watching.
struct ClosedEyes {
  /// Stretches of closed eyes in seconds, in order, not overlapping.
  private(set) var stretches: [ClosedRange<Double>] = []
  private let longestBlink: Double

  /// Finds the closures of one session.
  ///
  /// - Parameters:
  ///   - samples: sorted by time.
  ///   - interval: the session's median sampling interval in seconds.
  ///   - settings: how long a blink may last.
  init(_ samples: [FoldSample], interval: Double, settings: FoldSettings) {
    longestBlink = settings.longestBlink
    // Two closed samples with nothing between them are one closure, if none is missing.
    let longestStep = 1.5 * interval
    var open: (first: Double, last: Double)?
    for sample in samples {
      if case .blink = sample.gaze {
        if let known = open, sample.time - known.last <= longestStep {
          open?.last = sample.time
        } else {
          close(open, interval)
          open = (sample.time, sample.time)
        }
      } else if sample.gaze == .notReported, let known = open, known.last == sample.time {
        // A second record of the same instant says nothing of the lids.
        continue
      } else {
        close(open, interval)
        open = nil
      }
    }
    close(open, interval)
  }

  private mutating func close(_ stretch: (first: Double, last: Double)?, _ interval: Double) {
    guard let stretch else { return }
    // A sample speaks for half an interval to each side, at most for what a blink can last: a
    // slow record does not tell which part of it was seen.
    let reach = min(0.3, interval / 2)
    stretches.append(stretch.first - reach...stretch.last + reach)
  }

  /// The samples of the time in which the eyes were not closed.
  ///
  /// - Parameter samples: sorted by time.
  /// - Returns: those outside the stretches, in the same order.
  func without(_ samples: [FoldSample]) -> [FoldSample] {
    [FoldSample](unsafeUninitializedCapacity: samples.count) { left, filled in
      var next = 0
      for sample in samples {
        while next < stretches.count, stretches[next].upperBound < sample.time { next += 1 }
        if next < stretches.count, stretches[next].lowerBound <= sample.time { continue }
        left.initializeElement(at: filled, to: sample)
        filled += 1
      }
    }
  }

  /// Stretches as two devices saw them, each instant once.
  static func joined(_ stretches: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var joined: [ClosedRange<Double>] = []
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = joined.last, stretch.lowerBound <= last.upperBound else {
        joined.append(stretch)
        continue
      }
      joined[joined.count - 1] = last.lowerBound...max(last.upperBound, stretch.upperBound)
    }
    return joined
  }

  /// The closures too long for a blink: nobody watched.
  var absences: [ClosedRange<Double>] {
    stretches.filter { $0.upperBound - $0.lowerBound > longestBlink }
  }
}
