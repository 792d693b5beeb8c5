extension DecisionDocument {
  /// The same decisions without a figure of the audience behind them: what is shown and how stays,
  /// why it was chosen goes.
  public var withoutEvidence: DecisionDocument {
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
      moment.why = bare
      moment.score = nil
      moment.framing.gazeKept = nil
      moment.framing.gazeKeptSpread = nil
      return moment
    }
    return bare
  }
}
