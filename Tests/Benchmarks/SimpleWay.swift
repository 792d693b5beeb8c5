import Audience
import SampleAudience
import TestMaterial

/// A simple way to choose from faces, which the program is compared with.
enum SimpleWay: String, CaseIterable, Sendable {
  case smile = "mean smile above 0.25"
  case zScore = "mean z-score, 10 s windows"

  /// Seconds by which a face follows the picture, as in the program.
  private static let faceDelay = 0.7
  /// Least mean of the viewers' levels, and of their z-scores.
  private static let leastLevel = 0.25, leastScore = 0.5
  /// Bins of the shortest run (5 s) and of a fixed window (10 s).
  private static let shortest = 10, window = 20

  /// What the way computes per bin: the mean over viewers, smoothed over 2.5 s.
  func evidence(of audience: BenchAudience) -> [Double] {
    let levels = audience.viewers.map { Self.levels(of: $0, duration: audience.duration) }
    let values = self == .smile ? levels : levels.map(Self.standardised)
    let mean = (0..<TimeBins.count(for: audience.duration)).map { bin in
      LabelFigures.mean(values.map { $0[bin] }) ?? 0
    }
    return mean.indices.map { bin in
      LabelFigures.mean(mean[max(0, bin - 2)...min(mean.count - 1, bin + 2)].map { $0 }) ?? 0
    }
  }

  /// The moments that it chooses, best first.
  func cores(of audience: BenchAudience) -> [ClosedRange<Double>] {
    let evidence = evidence(of: audience)
    let bins =
      switch self {
      case .smile: Self.runs(evidence).sorted { Self.sum(evidence, $0) > Self.sum(evidence, $1) }
      case .zScore:
        LabelFigures.bestWindows(
          by: evidence, count: audience.count, length: Self.window, apart: 0
        ).filter { Self.sum(evidence, $0) > Self.leastScore * Double(Self.window) }
      }
    return bins.prefix(audience.count).map {
      Double($0.lowerBound) / 2...Double($0.upperBound) / 2
    }
  }

  private static func sum(_ values: [Double], _ bins: Range<Int>) -> Double {
    values[bins].reduce(0, +)
  }

  /// Segments of at least 5 s in which the values stay above the threshold.
  private static func runs(_ values: [Double]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for (bin, value) in (values + [-1]).enumerated() {
      if value >= leastLevel {
        start = start ?? bin
      } else if let first = start {
        if bin - first >= shortest { found.append(first..<bin) }
        start = nil
      }
    }
    return found
  }

  /// Mean of a viewer's larger score of happy and surprise per bin.
  private static func levels(of sessions: [SampleColumns], duration: Double) -> [Double?] {
    let count = TimeBins.count(for: duration)
    var (sums, known) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
    for sample in sessions.joined() {
      let time = sample.time - faceDelay
      guard time >= 0, time < duration, case .scores(let scores) = sample.face else { continue }
      let bin = min(count - 1, TimeBins.index(at: time))
      sums[bin] += Double(max(scores[.happy], scores[.surprise]))
      known[bin] += 1
    }
    return zip(sums, known).map { $1 > 0 ? $0 / $1 : nil }
  }

  /// The values in standard deviations from their mean.
  private static func standardised(_ values: [Double?]) -> [Double?] {
    let mean = LabelFigures.mean(values) ?? 0
    let square = LabelFigures.mean(values.map { $0.map { ($0 - mean) * ($0 - mean) } }) ?? 0
    let deviation = square.squareRoot()
    return values.map { $0.map { deviation > 0 ? ($0 - mean) / deviation : 0 } }
  }
}
