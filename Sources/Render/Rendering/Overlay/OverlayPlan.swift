package import EditDecisions
internal import Media

/// What an overlay shows of an audience: plain data, a half second at a time.
///
/// Nothing in it is a viewer: looks have no order and no colour of their own. The details of a bin
/// are asked for when its first frame is drawn, so an hour of an audience is never held as
/// drawings.
package struct OverlayPlan: Sendable {
  /// Seconds of play time that each bin covers, the first from 0 on.
  package var binSeconds: Double
  /// The two curves, a level a bin.
  package var levels: [OverlayLevel]
  /// The moments whose windows are shown.
  package var moments: [OverlayMoment]
  /// What is drawn on a bin's frames, by its number.
  package var detail: @Sendable (Int) -> OverlayBin

  package init(
    binSeconds: Double, levels: [OverlayLevel], moments: [OverlayMoment],
    detail: @escaping @Sendable (Int) -> OverlayBin
  ) {
    self.binSeconds = binSeconds
    self.levels = levels
    self.moments = moments
    self.detail = detail
  }

  /// The number of the bin that holds a play time.
  func bin(at time: Double) -> Int {
    // Rounding of times must not put a frame that begins with a bin into the one before.
    max(0, Int(bounding: (time / binSeconds + 1e-6).rounded(.down)))
  }

  /// The moment that shows a play time.
  func moment(at time: Double) -> OverlayMoment? {
    moments.first { $0.start - 1e-6 <= time && time < $0.end - 1e-6 }
  }
}

/// How high the curves below the picture are in one bin.
package struct OverlayLevel: Hashable, Sendable, Codable {
  /// Share of the faces that react, 0…1; `nil` where it is not shown.
  package var reacting: Double?
  /// Share of the looks that a frame holds, 0…1; `nil` where it is not shown.
  package var held: Double?

  package init(reacting: Double? = nil, held: Double? = nil) {
    self.reacting = reacting
    self.held = held
  }
}

/// One half second of an overlay.
package struct OverlayBin: Hashable, Sendable, Codable {
  /// Single looks; empty where too few watch for them to be shown.
  package var looks: [OverlayLook]
  /// Outlines of the clusters, in picture coordinates.
  package var clusters: [[OverlayPlace]]
  /// At most three lines of plain ASCII below the picture.
  package var lines: [String]

  package init(
    looks: [OverlayLook] = [], clusters: [[OverlayPlace]] = [], lines: [String] = []
  ) {
    self.looks = looks
    self.clusters = clusters
    self.lines = lines
  }
}

/// A place in picture coordinates: (0, 0) top left, (1, 1) bottom right.
package struct OverlayPlace: Hashable, Sendable, Codable {
  /// Share of the width.
  package var x: Double
  /// Share of the height.
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

package struct OverlayLook: Hashable, Sendable, Codable {
  package var place: OverlayPlace
  /// Whether it lies in a cluster.
  package var isGathered: Bool

  package init(place: OverlayPlace, isGathered: Bool) {
    self.place = place
    self.isGathered = isGathered
  }
}

/// A moment as an overlay shows it.
package struct OverlayMoment: Hashable, Sendable, Codable {
  /// Seconds of play time.
  package var start: Double
  /// Seconds of play time.
  package var end: Double
  /// Where the evidence begins.
  package var coreStart: Double
  /// Where the evidence ends.
  package var coreEnd: Double
  /// Whose windows are drawn.
  package var framing: Framing

  package init(
    start: Double, end: Double, coreStart: Double, coreEnd: Double, framing: Framing
  ) {
    self.start = start
    self.end = end
    self.coreStart = coreStart
    self.coreEnd = coreEnd
    self.framing = framing
  }

  /// The windows shown at a play time: none for the whole picture.
  func windows(at time: Double) -> [Window] {
    let shot = framing.shots.last { $0.start <= time + 1e-6 } ?? framing.shots.first
    return shot?.windows.map { Window.at(time, of: $0) } ?? []
  }
}
