import Audience
import TestMaterial

/// The half-second means of some seats' happiness, and the simple ways to add them up.
///
/// As the reference does them: a seat's z is by its mean and standard deviation over the whole
/// session; what is added up lies under a bell of a second.
struct PeopleWays {
  /// By seat and half second; `nil` where no face was read.
  let means: [[Double?]]
  /// The same by each seat's own mean and deviation.
  let scores: [[Double?]]
  private static let bell = 2.0

  init(_ seats: [PeopleShow.Seat]) {
    means = seats.map(Self.happiness)
    scores = means.map(Self.standardised)
  }

  /// The mean of the seats.
  var mean: [Double] { smoothedMean(of: means) }

  /// The mean of the seats' z.
  var z: [Double] { smoothedMean(of: scores) }

  /// The same, each seat by how it correlates with the mean of the others: .05 at least, and where
  /// fewer than a hundred half seconds can be compared.
  var weightedZ: [Double] {
    let weights = scores.indices.map { seat in
      let others = others(than: seat)
      guard zip(scores[seat], others).count(where: { $0 != nil && $1 != nil }) > 100 else {
        return 0.05
      }
      let own = scores[seat].map { $0 ?? 0 }
      let pairs = zip(scores[seat], others).map { $0 == nil ? nil : $1 }
      return max(0.05, LabelFigures.correlation(own, pairs))
    }
    let added = (0..<PeopleShow.bins).map { bin in
      var (sum, weight) = (0.0, 0.0)
      for (seat, own) in zip(scores, weights) {
        guard let score = seat[bin] else { continue }
        sum += own * score
        weight += own
      }
      return sum / max(weight, 1e-9)
    }
    return LabelFigures.smoothed(added, deviation: Self.bell)
  }

  /// The mean z of the other seats.
  func others(than seat: Int) -> [Double?] {
    (0..<PeopleShow.bins).map { bin in
      LabelFigures.mean(scores.indices.map { $0 == seat ? nil : scores[$0][bin] })
    }
  }

  /// The running mean of five half seconds, of what is known.
  static func heldMean(_ values: [Double?]) -> [Double?] {
    values.indices.map { bin in
      LabelFigures.mean(values[max(0, bin - 2)...min(values.count - 1, bin + 2)])
    }
  }

  private func smoothedMean(of seats: [[Double?]]) -> [Double] {
    let added = (0..<PeopleShow.bins).map { bin in
      LabelFigures.mean(seats.map { $0[bin] }) ?? 0
    }
    return LabelFigures.smoothed(added, deviation: Self.bell)
  }

  private static func happiness(_ seat: PeopleShow.Seat) -> [Double?] {
    var sums = [Double](repeating: 0, count: PeopleShow.bins)
    var counts = [Int](repeating: 0, count: PeopleShow.bins)
    for session in seat.sessions {
      for index in session.indices {
        let bin = HalfSeconds.index(at: Double(session.milliseconds[index]) / 1000)
        guard bin < sums.count, case .scores(let scores) = session.face(at: index) else { continue }
        sums[bin] += Double(scores[.happy])
        counts[bin] += 1
      }
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : nil }
  }

  private static func standardised(_ values: [Double?]) -> [Double?] {
    let mean = LabelFigures.mean(values) ?? 0
    let square = LabelFigures.mean(values.map { $0.map { ($0 - mean) * ($0 - mean) } }) ?? 0
    let deviation = square.squareRoot()
    return values.map { $0.map { deviation > 0 ? ($0 - mean) / deviation : 0 } }
  }
}
