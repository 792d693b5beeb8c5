import Support

/// Figures of an engagement curve (for example YouTube's most-replayed) that affected a moment.
package struct EngagementCurveFigures: Hashable, Sendable {
  package var source: String
  package var rise: Double
  package var step: Double
  package var people: Int?

  package init(source: String, rise: Double, step: Double, people: Int? = nil) {
    (self.source, self.rise, self.step, self.people) = (source, rise, step, people)
  }

  var words: String {
    let step = Rounding.text(step, decimals: 1)
    return "\(Rounding.percent(rise)) of the value of \(source) there is above both sides; "
      + "its points are \(step) s apart, so edges are known to \(step) s; "
      + (people.map { "it counts \($0)" }
        ?? "it does not state how many it counts, so selection.minimumViewers does not apply")
  }
}

extension MomentReasons {
  /// The engagement curve behind this moment as a sentence, if there is one.
  package var resting: String? {
    curve.map { viewers == 0 ? "based on a curve, not on viewers: \($0.words)" : $0.words }
  }
}

extension EngagementCurveFigures: JSONDocumentObject {
  static let object = JSONObjectFormat<EngagementCurveFigures>(
    blank: EngagementCurveFigures(source: "", rise: 0, step: 0),
    fields: [
      Field("source", \.source, .text, "The platform and the kind of curve."),
      Field(
        "rise", \.rise, .share,
        "How far the curve is higher in the core than on either side, as a share of its value "
          + "there."),
      Field(
        "step", \.step, .span,
        "Seconds between two points of the curve, which limits the accuracy of edges."),
      .optional(
        "people", \.people, .count,
        "Number of views or people that the curve counts. If the source does not contain it, "
          + "selection.minimumViewers does not apply."),
    ])
}
