import Support

/// A segment of a video that was chosen for a clip, with its score, reasons and framing.
package struct Moment: Hashable, Sendable {
  /// ID of the clip; empty until it is known.
  package var id: String
  /// Rank of the moment; 1 is the best.
  package var rank: Int
  /// Play time of the first frame, in seconds.
  package var start: Double
  /// End time, exclusive: play time of the first frame that is not shown, in seconds.
  package var end: Double
  /// Start of the core (the reaction), in seconds.
  package var coreStart: Double
  /// End of the core (the reaction), in seconds.
  package var coreEnd: Double
  /// The score, 0…1; `nil` if its figures were erased.
  package var score: Double?
  package var why: MomentReasons
  package var framing: Framing

  package init(
    id: String, rank: Int, start: Double, end: Double, coreStart: Double, coreEnd: Double,
    score: Double?, why: MomentReasons, framing: Framing
  ) {
    self.id = id
    self.rank = rank
    self.start = start
    self.end = end
    self.coreStart = coreStart
    self.coreEnd = coreEnd
    self.score = score
    self.why = why
    self.framing = framing
  }

  /// What the framing follows, with the seconds of each part; `nil` if it is gaze all the time.
  ///
  ///     "gaze for 14.0 s; too few looks: the whole picture for 6.0 s"
  package var framedByText: String? {
    guard let framedBy = why.framedBy else { return nil }
    let others = framedBy.matches(of: /\ for ([0-9.]+) s/).reduce(0) { $0 + (Double($1.1) ?? 0) }
    let byGaze = Rounding.text(max(0, end - start - others), decimals: 1)
    return (Double(byGaze) ?? 0) > 0 ? "gaze for \(byGaze) s; " + framedBy : framedBy
  }

  /// The moment as a half-open range of play time, in seconds.
  package var seconds: Range<Double> { start..<max(start, end) }
}
