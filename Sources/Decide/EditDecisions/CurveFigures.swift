/// What a moment rests on where a platform's count of everybody had its say.
package struct CurveFigures: Hashable, Sendable {
  /// Who counted, and what: `YouTube's most replayed`.
  package var source: String
  /// Share of what the curve reads over the core that is more than the higher of its sides has,
  /// 0…1; 0 where it is not more.
  package var rise: Double
  /// Seconds from one point of the curve to the next: no edge of a peak is known nearer.
  package var step: Double
  /// How many views or people were counted; `nil` where the source does not tell.
  package var people: Int?

  package init(source: String, rise: Double, step: Double, people: Int? = nil) {
    (self.source, self.rise, self.step, self.people) = (source, rise, step, people)
  }

  /// In a sentence without a full stop.
  var words: String {
    let step = Rounding.text(step, decimals: 1)
    return "\(Rounding.percent(rise)) of what \(source) reads there is more than on either side, "
      + "in steps of \(step) s, so that the peak's edges are known to \(step) s; "
      + (people.map { "\($0) were counted" }
        ?? "of how many is not told, so selection.minimumViewers was not asked of it")
  }
}

extension Why {
  /// That no viewer stands behind it, for a person to read; `nil` where some do.
  package var resting: String? {
    curve.map { viewers == 0 ? "rests on a curve, not on viewers: \($0.words)" : $0.words }
  }
}

extension CurveFigures: Described {
  static let object = ObjectForm<CurveFigures>(
    blank: CurveFigures(source: "", rise: 0, step: 0),
    fields: [
      Field("source", \.source, .text, "Who counted, and what."),
      Field(
        "rise", \.rise, .share,
        "Share of what it reads over the core that is more than the higher of its sides has."),
      Field(
        "step", \.step, .span,
        "From one of its points to the next: no edge of a peak is known nearer."),
      .optional(
        "people", \.people, .count,
        "How many views or people were counted; left out where the source does not tell, and "
          + "selection.minimumViewers was not asked of it then."),
    ])
}
