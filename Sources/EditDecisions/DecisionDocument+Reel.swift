extension DecisionDocument {
  /// The reel of an edited document: a stretch that showed just its moment, and was left as it was,
  /// goes along when the moment's edges were moved.
  ///
  /// - Parameter before: the document that was edited.
  /// - Returns: the entries in their order; their places in the reel are not set anew.
  package func reel(following before: DecisionDocument) -> [ReelEntry] {
    reel.map { entry in
      guard let moment = moments.first(where: { $0.id == entry.moment }),
        let old = before.moments.first(where: { $0.id == entry.moment }),
        (entry.start, entry.end) == (old.start, old.end),
        (moment.start, moment.end) != (old.start, old.end)
      else { return entry }
      return ReelEntry(moment: entry.moment, start: moment.start, end: moment.end, at: entry.at)
    }
  }
}
