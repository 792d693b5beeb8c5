extension DecisionDocument {
  /// The same decisions without a figure of the audience behind them: what is shown and how stays,
  /// why it was chosen goes.
  package var withoutEvidence: DecisionDocument {
    var bare = self
    bare.audience = AudienceSummary(viewers: 0, excluded: [])
    bare.rejected = []
    bare.reason = reason.map { _ in "the figures of this decision were erased" }
    bare.moments = moments.map { moment in
      var moment = moment
      var bare = Why(
        chosenBy: moment.why.chosenBy, viewers: 0, startReason: moment.why.startReason,
        endReason: moment.why.endReason)
      bare.wish = moment.why.wish
      bare.shortened = moment.why.shortened
      moment.why = bare
      moment.score = nil
      moment.framing = moment.framing.withoutEvidence
      return moment
    }
    for index in bare.shapes.indices {
      bare.shapes[index].moments = bare.shapes[index].moments.map { shaped in
        var shaped = shaped
        (shaped.since, shaped.replaces) = (nil, nil)
        shaped.framing = shaped.framing.withoutEvidence
        return shaped
      }
    }
    return bare
  }
}

extension Framing {
  /// The same windows without a figure of who looked into them.
  fileprivate var withoutEvidence: Framing {
    var bare = self
    (bare.gazeKept, bare.gazeKeptSpread) = (nil, nil)
    return bare
  }
}
