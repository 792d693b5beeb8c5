/// What was found in the audiences of one family.
struct FamilyFound {
  /// What one audience gave.
  struct Outcome: Sendable {
    var score: ChoosingScore
    /// Of finding every delight to which three and more react, and nothing else.
    var best = ChoosingScore()
    /// F1 of simple ways at IoU 0.5 and 0.7.
    var rivals: [ChoosingRival: [Double]] = [:]
    /// How far the ends of found cores lie from planted ends, seconds.
    var endErrors: [Double] = []
    var shares: [Share] = []
  }

  /// The share that reacts to a found moment: as told and as planted.
  struct Share: Sendable {
    var told: Double, truth: Double
  }

  private(set) var outcomes: [Outcome]

  init(_ outcomes: [Outcome] = []) { self.outcomes = outcomes }

  /// Adds other audiences.
  mutating func add(_ other: FamilyFound) { outcomes += other.outcomes }

  private var total: ChoosingScore {
    var total = ChoosingScore()
    for outcome in outcomes { total.merge(outcome.score) }
    return total
  }

  /// Mean F1 at IoU 0.5 and 0.7.
  var f1: [Double] { mean(\.score.f1) }
  /// The same of finding all that three react to.
  var best: [Double] { mean(\.best.f1) }
  /// The same of the simple product.
  var simple: [Double] { f1(of: .emotionTimesCluster) }
  /// Of what is found, how much was planted; 1 where nothing is.
  var precision: Double { total.found > 0 ? total.hits[0] / total.found : 1 }
  /// Of what was planted, how much is found; 1 where nothing was.
  var recall: Double { total.planted > 0 ? total.hits[0] / total.planted : 1 }
  /// Whether anything was planted that is worth choosing.
  var hasDelights: Bool { total.planted > 0 }
  /// Moments a video.
  var moments: Double { total.found / Double(max(1, outcomes.count)) }

  /// Mean F1 of a simple way; zeros where it was not measured.
  func f1(of rival: ChoosingRival) -> [Double] {
    let known = outcomes.compactMap { $0.rivals[rival] }
    return [0, 1].map { slot in
      known.reduce(0) { $0 + $1[slot] } / Double(max(1, known.count))
    }
  }

  /// Median and 90th percentile of how far the ends lie off, seconds.
  var endError: [Double] {
    let errors = outcomes.flatMap(\.endErrors).sorted()
    guard !errors.isEmpty else { return [0, 0] }
    return [errors[errors.count / 2], errors[errors.count * 9 / 10]]
  }

  /// Share of the found moments whose told share lies within .10 of the truth.
  var toldWell: Double {
    let shares = outcomes.flatMap(\.shares)
    // Half a hundredth of what is told is rounding.
    let well = shares.count { abs($0.told - $0.truth) <= 0.105 }
    return Double(well) / Double(max(1, shares.count))
  }

  private func mean(_ path: KeyPath<Outcome, [Double]>) -> [Double] {
    [0, 1].map { slot in
      outcomes.reduce(0) { $0 + $1[keyPath: path][slot] } / Double(max(1, outcomes.count))
    }
  }
}
