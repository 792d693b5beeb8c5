/// How many looks' worth the seconds around, or the whole shot, may count beside an instant.
///
/// The empirical Bayes weight of a normal mean (Efron & Morris 1975): the variance of the looks
/// within an instant, divided by that of the instants around what they are shrunk to. Where people
/// agree, or the place of interest moves, an instant speaks for itself.
struct Shrinkage {
  private let means: [Double]
  private let weights: [Double]
  /// Variance of one look about the mean of its instant.
  private let within: Double
  /// Mean of 1 / n over the instants, weighed by n: how much of `within` their means still hold.
  private let share: Double

  /// Takes the looks of a shot, in order of time.
  init(_ looks: [Looks]) {
    weights = looks.map(\.weight)
    means = looks.map { bin in
      bin.entries.reduce(0) { $0 + $1.position * $1.weight } / max(1e-9, bin.weight)
    }
    var squares = 0.0
    var freedom = 0.0
    for (bin, mean) in zip(looks, means) {
      var own = 0.0
      for look in bin.entries {
        let away = look.position - mean
        squares += look.weight * away * away
        own += look.weight * look.weight
      }
      freedom += bin.weight - own / max(1e-9, bin.weight)
    }
    within = freedom > 1e-9 ? squares / freedom : 0
    let all = weights.reduce(0, +)
    share = all > 0 ? Double(looks.count) / all : 0
  }

  /// The weight of a reference that instants are shrunk to, at most `most`, in looks.
  ///
  /// - Parameters:
  ///   - most: the greatest weight.
  ///   - reference: for each instant, the mean place of what it is shrunk to.
  /// - Returns: 0…`most`.
  func weight(atMost most: Double, towards reference: (Int) -> Double) -> Double {
    var squares = 0.0
    var all = 0.0
    for index in means.indices {
      let away = means[index] - reference(index)
      squares += weights[index] * away * away
      all += weights[index]
    }
    guard all > 0 else { return 0 }
    let between = squares / all - within * share
    return between > 0 ? min(most, within / between) : most
  }

  /// The mean place over some bins, each by its share.
  func mean(over bins: [(bin: Int, share: Double)]) -> Double {
    var sum = 0.0
    var all = 0.0
    for (bin, share) in bins {
      sum += share * weights[bin] * means[bin]
      all += share * weights[bin]
    }
    return all > 0 ? sum / all : 0.5
  }
}
