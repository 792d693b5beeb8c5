import Foundation
import Importers
import Intake
import Library
import Settings
import Workspace

extension ImportJob {
  /// What a file is that a person imports out of a place of `timelines:`; `nil` for any other.
  func place(of file: String) -> IntakeItem? {
    let path = FileLabel.path(file)
    let places = (try? Places.all(library.settings.places, in: library.path)) ?? []
    let now = Date().timeIntervalSince1970
    return places.lazy.compactMap { ($0 as? FolderPlace)?.item(at: path, now: now) }.first
  }

  /// The same job for one such file, whose path says what it says to an intake; that has nothing
  /// left to do about it.
  func placed(_ item: IntakeItem) -> ImportJob {
    var job = self
    // What a person says of names goes over it.
    if options.viewerFolder == 0, !options.isFileNameTrusted { job.options.path = item.words }
    job.record = IntakeRecord(
      identity: item.identity, token: item.token, state: IntakeStanding.State.taken.rawValue,
      label: item.label, since: Date())
    return job
  }

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
  func take(
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
