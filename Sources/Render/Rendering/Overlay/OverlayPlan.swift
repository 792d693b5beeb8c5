package import EditDecisions
import Media

/// The content of an overlay, in time bins of 0.5 s.
///
/// It does not identify viewers: gaze points have no order and no individual colours. Details of a
/// bin are requested when its first frame is drawn, to save memory.
package struct OverlayPlan: Sendable {
  /// Length of a bin in seconds; the first begins at play time 0.
  package var binSeconds: Double
  /// The values of both curves, one entry per bin.
  package var levels: [OverlayLevel]
  /// The moments whose crops are shown.
  package var moments: [OverlayMoment]
  /// Returns what to draw in a bin, by its number.
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

  func bin(at time: Double) -> Int {
    // The tolerance keeps a frame at a bin's start out of the previous bin despite rounding.
    max(0, Int(bounding: (time / binSeconds + 1e-6).rounded(.down)))
  }

  func moment(at time: Double) -> OverlayMoment? {
    moments.first { $0.start - 1e-6 <= time && time < $0.end - 1e-6 }
  }
}

/// The values of both curves in one bin.
package struct OverlayLevel: Hashable, Sendable, Codable {
  /// The reaction rate, 0 to 1; `nil` if it is not shown.
  package var reacting: Double?
  /// The gaze coverage, 0 to 1; `nil` if it is not shown.
  package var held: Double?

  package init(reacting: Double? = nil, held: Double? = nil) {
    self.reacting = reacting
    self.held = held
  }
}

/// The content of an overlay in one bin of 0.5 s.
package struct OverlayBin: Hashable, Sendable, Codable {
  /// Gaze points; empty below the minimum number of viewers.
  package var looks: [OverlayLook]
  /// Outlines of gaze clusters, in frame coordinates.
  package var clusters: [[OverlayPlace]]
  /// At most three lines of ASCII text below the frame.
  package var lines: [String]

  package init(looks: [OverlayLook] = [], clusters: [[OverlayPlace]] = [], lines: [String] = []) {
    self.looks = looks
    self.clusters = clusters
    self.lines = lines
  }
}

/// A position in the frame: (0, 0) is top left, (1, 1) is bottom right.
package struct OverlayPlace: Hashable, Sendable, Codable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

package struct OverlayLook: Hashable, Sendable, Codable {
  package var place: OverlayPlace
  /// Whether it belongs to a gaze cluster.
  package var isGathered: Bool

  package init(place: OverlayPlace, isGathered: Bool) {
    self.place = place
    self.isGathered = isGathered
  }
}

/// A moment in an overlay.
package struct OverlayMoment: Hashable, Sendable, Codable {
  /// Start in seconds of play time.
  package var start: Double
  /// End in seconds of play time.
  package var end: Double
  /// Start of the core in seconds.
  package var coreStart: Double
  /// End of the core in seconds.
  package var coreEnd: Double
  package var framing: Framing

  package init(start: Double, end: Double, coreStart: Double, coreEnd: Double, framing: Framing) {
    self.start = start
    self.end = end
    self.coreStart = coreStart
    self.coreEnd = coreEnd
    self.framing = framing
  }

  /// The crops at a play time; empty if the whole frame is shown.
  func windows(at time: Double) -> [Window] {
    let shot = framing.shots.last { $0.start <= time + 1e-6 } ?? framing.shots.first
    return shot?.windows.map { Window.at(time, of: $0) } ?? []
  }
}
