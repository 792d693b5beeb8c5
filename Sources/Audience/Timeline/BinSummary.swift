/// What is known of an audience in one half second without its rows.
package struct BinSummary: Hashable, Sendable {
  /// Viewers watching.
  package var watching = 0
  /// Viewers with usable gaze.
  package var withGaze = 0
  /// The faces, grouped by what they show; in the order of what they hold.
  package var faces: [FaceGroup] = []
  /// What gathering chance alone would give here; `nil` with too little gaze to say.
  package var chance: GatheringByChance?
  /// How close the viewers' looks are to each other, against chance; `nil` with too little gaze.
  package var agreement: LookAgreement?
  /// Share of the gaze in the densest cluster, 0…1; `nil` with fewer than three looks.
  package var gatheredShare: Double?
  /// The clusters of at least 60 % of the largest one's weight, that one first.
  package var clusters: [LookCluster] = []
  /// An even draw of the looks, in the order of what they hold, where they were asked for.
  package var looks: [DrawnLook] = []

  /// Half a second that nobody watched.
  package init() {}

  /// Viewers with a face that tells anything.
  package var withFace: Int { faces.reduce(0) { $0 + $1.viewers } }

  /// Viewers whose face tells any of some emotions.
  package func withFace(telling emotions: EmotionSet) -> Int {
    faces.reduce(0) { $1.tells(anyOf: emotions) ? $0 + $1.viewers : $0 }
  }

  /// The same who have usable gaze as well.
  package func withBoth(telling emotions: EmotionSet) -> Int {
    faces.reduce(0) { $1.tells(anyOf: emotions) ? $0 + $1.withGaze : $0 }
  }
}

/// A dense cluster of looks in half a second.
package struct LookCluster: Hashable, Sendable {
  /// Share of the weight of all looks, 0…1.
  package var share: Double
  /// The centre, in picture coordinates.
  package var center: PicturePoint
  /// Root mean square distance of its looks from the centre, by weight, in picture heights.
  package var spread: Double

  /// Makes a cluster.
  package init(share: Double, center: PicturePoint, spread: Double) {
    self.share = share
    self.center = center
    self.spread = spread
  }
}

/// One viewer's look in half a second; it names nobody and is linked to no other.
package struct DrawnLook: Hashable, Sendable {
  var x: Int16
  var y: Int16
  var weightLevel: UInt8

  init(x: Int16, y: Int16, weightLevel: UInt8) {
    self.x = x
    self.y = y
    self.weightLevel = weightLevel
  }

  /// The look of a row; `nil` where it has none.
  package init?(_ row: AudienceRow) {
    guard row.hasGaze else { return nil }
    self.init(x: row.x, y: row.y, weightLevel: row.weightLevel)
  }

  /// Where, in picture coordinates.
  package var position: PicturePoint {
    PicturePoint(x: PictureGrid.position(x), y: PictureGrid.position(y))
  }

  /// How much it counts, 0…1.
  package var weight: Double { Double(weightLevel) / 255 }

  /// The same look elsewhere.
  ///
  /// - Parameter position: in picture coordinates.
  /// - Returns: a look; its weight stays as it was.
  package func moved(to position: PicturePoint) -> DrawnLook {
    let row = AudienceRow(position: position, weight: 0, strengths: nil)
    return DrawnLook(x: row.x, y: row.y, weightLevel: weightLevel)
  }
}

extension DrawnLook: Comparable {
  /// An order by place, so that an even draw has the shape of all.
  package static func < (a: DrawnLook, b: DrawnLook) -> Bool {
    (a.x, a.y, a.weightLevel) < (b.x, b.y, b.weightLevel)
  }
}

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
