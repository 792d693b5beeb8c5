import Support

/// A segment of a video that was chosen for a clip, with its score, reasons and framing.
package struct Moment: Hashable, Sendable {
  /// ID of the clip; empty until it is known.
  package var id: String
  package var rank: Int
  package var start: Double
  package var end: Double
  /// Start of the core (the reaction), in seconds.
  package var coreStart: Double
  package var coreEnd: Double
  package var score: Double?
  package var why: MomentReasons
  package var framing: Framing

  package init(
    id: String, rank: Int, start: Double, end: Double, coreStart: Double, coreEnd: Double,
    score: Double?, why: MomentReasons, framing: Framing
  ) {
    (self.id, self.rank, self.start, self.end, self.coreStart) = (id, rank, start, end, coreStart)
    (self.coreEnd, self.score, self.why, self.framing) = (coreEnd, score, why, framing)
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

  /// A copy with all numbers rounded to the written precision.
  package func rounded() -> Moment { Self.object.form.rounded(self) }

  /// Seconds that two moments share; negative for the seconds between them.
  package func sharedSeconds(with other: Moment) -> Double {
    min(end, other.end) - max(start, other.start)
  }

  /// The moment as a half-open range of play time, in seconds.
  package var seconds: Range<Double> { start..<max(start, end) }
}

extension Moment: JSONDocumentObject {
  static let object = JSONObjectFormat<Moment>(
    blank: Moment(
      id: "", rank: 0, start: 0, end: 0, coreStart: 0, coreEnd: 0, score: nil,
      why: MomentReasons(viewers: 0), framing: Framing(gazeKept: nil, shots: [])),
    fields: [
      Field("id", \.id, .text, "ID of the clip.", isRequired: false),
      Field("rank", \.rank, .count, "Rank of the moment; 1 is the best.", isRequired: false),
      Field("start", \.start, .time, "Play time of the first frame, in seconds."),
      Field("end", \.end, .time, "End time, exclusive, in seconds of play time."),
      Field("coreStart", \.coreStart, .time, "Start of the core, in seconds.", isRequired: false),
      Field("coreEnd", \.coreEnd, .time, "End of the core, in seconds.", isRequired: false),
      .optional("score", \.score, .share, "The score; left out if its figures were erased."),
      Field(
        "why", \.why, MomentReasons.object.form, "The figures and reasons behind it.",
        isRequired: false),
      Field("framing", \.framing, Framing.object.form, "How the moment is shown in the clip."),
    ],
    complete: { moment, keys in
      if !keys.contains("coreStart") { moment.coreStart = moment.start }
      if !keys.contains("coreEnd") { moment.coreEnd = moment.end }
    })
}
