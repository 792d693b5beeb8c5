package import Importers
package import Library

extension ImportJob {
  /// Takes what a query of a database gives, each answer whole or not at all, or reports on it.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - reached: how far it was read before.
  ///   - overlaps: whether it begins before that.
  ///   - progress: is told how far it is, and may stop it.
  ///   - record: what is to be remembered once an answer is stored.
  ///   - told: told what became of an answer.
  /// - Throws: `ImportError` or `LibraryError`; what was told stays.
  package func take(
    rowsOf query: DatabaseQuery, after reached: Watermark?, overlaps: Bool,
    progress: ImportProgress, noting record: (DatabasePage) -> IntakeRecord,
    told: (DatabasePage, ImportOutcome) throws -> Void
  ) throws {
    let name = "\(query.address)"
    var options = options(for: name, shownAs: { name }, progress)
    options.sessionTag = options.sessionTag(for: query.format)
    try query.read(after: reached, options, overlaps: overlaps) { page in
      guard !page.sessions.isEmpty else {
        try told(page, ImportOutcome())
        return true
      }
      var job = self
      job.record = record(page)
      let taken = Taken(format: query.format, staged: .sessions(page.sessions))
      do {
        try told(page, try job.outcome(of: taken, name, shownAs: name, progress))
        return true
      } catch let error as ImportError where error.kind == .badData {
        // What the library refuses is no fault of the query, whose other answers are taken.
        var left = page
        left.leftOut.append(error)
        left.reached = nil
        try told(left, ImportOutcome())
        return false
      }
    }
  }
}
