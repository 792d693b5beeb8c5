/// The gathering that the same viewers show when each is shifted in time.
package struct GatheringByChance: Hashable, Sendable {
  /// Mean share of the weight in the densest cluster, 0…1.
  package var share: Double
  /// Standard deviation of that share over the shifts.
  package var deviation: Double

  /// Makes a figure of chance.
  package init(share: Double, deviation: Double) {
    self.share = share
    self.deviation = deviation
  }
}

/// How close the looks of different viewers are, and how close chance would bring them.
///
/// The mean of exp(−d² / 2s²) over pairs of different viewers, d in picture heights, within this
/// bin and between it and its neighbours: the unbiased form of ∫p² of the gaze density. It ranks
/// stretches with few viewers far better than the share of the largest cluster does.
package struct LookAgreement: Hashable, Sendable {
  /// The mean over pairs, 0…1.
  package var value: Double
  /// The same with every viewer shifted in time, mean over the shifts.
  package var byChance: Double
  /// Standard deviation over the shifts.
  package var deviation: Double

  /// Makes a figure of agreement.
  package init(value: Double, byChance: Double, deviation: Double) {
    self.value = value
    self.byChance = byChance
    self.deviation = deviation
  }

  /// By how many deviations the agreement is above chance.
  package var z: Double { deviation > 0 ? (value - byChance) / deviation : 0 }
}
