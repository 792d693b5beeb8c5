/// What sort of viewer somebody is.
package enum SampleViewer: String, CaseIterable, Hashable, Sendable {
  /// Watches and reacts like most.
  case normal
  /// Smiles all the time.
  case restingSmiler
  /// Reacts a quarter as often.
  case deadpan
  /// Looks elsewhere, reacts a quarter as often.
  case inattentive
  /// Gaze off by a constant.
  case uncalibrated
  /// Face lost in more than half of the samples.
  case faceLost
  /// Leaves before the end.
  case leaver

  /// How often each sort is met.
  static let shares: [(SampleViewer, Double)] = [
    (.normal, 0.60), (.restingSmiler, 0.08), (.deadpan, 0.08), (.inattentive, 0.07),
    (.uncalibrated, 0.07), (.faceLost, 0.05), (.leaver, 0.05),
  ]

  /// Draws one.
  static func drawn(_ random: inout SeededRandom) -> SampleViewer {
    var left = random.uniform()
    for (sort, share) in shares {
      left -= share
      if left < 0 { return sort }
    }
    return .normal
  }

  /// Factor on the probability to react.
  var readiness: Double { self == .deadpan || self == .inattentive ? 0.25 : 1 }
}
