/// What is known of an audience in one half second without its rows.
package struct BinSummary: Hashable, Sendable {
  package var watching = 0
  /// Viewers with usable gaze.
  package var withGaze = 0
  /// Viewers whose level is known.
  package var withFace = 0
  /// Viewers with both.
  package var withBoth = 0
  /// Sum over viewers of weight × (level − baseline) × 0.6 (`AudienceSums`).
  package var evidence = 0.0
  package var reacting = 0.0
  /// The same by the emotion that each shows most.
  package var reactingBy = EmotionVector.zero
  /// Gaze points inside the vertical window that holds most of the other viewers' gaze points.
  package var held = 0.0
  /// Viewers who react and whose gaze point is inside that window.
  package var reactingHeld = 0.0
  /// The clusters of at least 60 % of the largest one's weight, that one first.
  package var clusters: [LookCluster] = []
  /// An even draw of the looks, in the order of what they hold, where they were asked for.
  package var looks: [DrawnLook] = []

  /// Half a second that nobody watched.
  package init() {}

  /// Share of the faces that react, 0…1; `nil` without a face.
  package var reactingShare: Double? { Self.share(reacting, of: withFace) }
  /// Gaze coverage of a vertical window, 0…1; `nil` without a gaze point.
  package var heldShare: Double? { Self.share(held, of: withGaze) }

  private static func share(_ sum: Double, of count: Int) -> Double? {
    count > 0 ? min(1, max(0, sum / Double(count))) : nil
  }

  /// Adds other viewers of the same half second; clusters and looks are not theirs.
  mutating func add(_ other: BinSummary) {
    watching += other.watching
    withGaze += other.withGaze
    withFace += other.withFace
    withBoth += other.withBoth
    evidence += other.evidence
    reacting += other.reacting
    reactingBy.lanes += other.reactingBy.lanes
    held += other.held
    reactingHeld += other.reactingHeld
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
}

extension DrawnLook: Comparable {
  /// An order by place, so that an even draw has the shape of all.
  package static func < (a: DrawnLook, b: DrawnLook) -> Bool {
    (a.x, a.y, a.weightLevel) < (b.x, b.y, b.weightLevel)
  }
}
