/// A chosen window of a video, with its score, its reasons and its framing.
package struct Moment: Hashable, Sendable {
  /// The clip's id; empty until it is known.
  package var id: String
  /// 1 is the best.
  package var rank: Int
  /// Play time of the first frame, seconds.
  package var start: Double
  /// Play time of the first frame left out, seconds.
  package var end: Double
  /// Where the evidence begins, seconds.
  package var coreStart: Double
  /// Where the evidence ends, seconds.
  package var coreEnd: Double
  /// 0…1; `nil` where it was erased with the figures that it rested on.
  package var score: Double?
  /// The figures behind it.
  package var why: Why
  package var framing: Framing

  package init(
    id: String, rank: Int, start: Double, end: Double, coreStart: Double, coreEnd: Double,
    score: Double?, why: Why, framing: Framing
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

  /// From the first frame to the first that is left out.
  package var seconds: Range<Double> { start..<max(start, end) }
}
