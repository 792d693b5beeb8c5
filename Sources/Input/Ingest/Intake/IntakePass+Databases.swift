import Importers
import Library
import Workspace

extension IntakePass {
  /// Maximum number of left-out rows of an answer that are reported one by one.
  private static let told = 20

  /// Imports what is new in one database, answer by answer.
  mutating func importRows(
    of item: InputItem, by query: DatabaseQuery, of place: any InputSource, _ importer: ImportJob,
    _ memory: LoggedImport?
  ) throws {
    notes.reached[item.identity] = memory?.reached
    var leftOut: [ImportError] = []
    var kinds: Set<IntakeSummary.Outcome> = []
    var (isPartial, isLossy) = (false, false)
    let name = "\(query.address)"
    let progress = job.progress
    var options = importer.options(for: name, shownAs: { name }, progress)
    options.sessionTag = options.sessionTag(for: query.format)
    do {
      // Rows that an overlap returns again are recognised only when they are stored.
      try query.read(
        after: memory?.reached.map(ImportPosition.init), options, overlaps: !job.isDryRun
      ) { page in
        var page = page
        var outcome = ImportOutcome()
        var isStored = true
        if !page.sessions.isEmpty {
          var importer = importer
          importer.record = notes.record(item, .taken)
          if let end = page.reached { importer.record?.reached = end.text }
          let read = ImportJob.ReadFile(format: query.format, staged: .sessions(page.sessions))
          do {
            outcome = try importer.outcome(of: read, name, shownAs: name, progress)
          } catch let error as ImportError where error.kind == .badData {
            // If the library rejects an answer, the other answers of the query are imported.
            page.leftOut.append(error)
            page.reached = nil
            isStored = false
          }
        }
        if let end = page.reached { notes.reached[item.identity] = end.text }
        leftOut += page.leftOut
        let kind = outcome.kind
        guard outcome.sessions > 0, kind != .same else { return isStored }
        kinds.insert(kind)
        isPartial = isPartial || outcome.unusable > 0
        isLossy = isLossy || outcome.ignoresManyRecords
        notes.logOutcome(outcome, kind, item)
        return isStored
      }
      // Count a database as one file, with any number of answers.
      if let kind = [.replaced, .taken].first(where: kinds.contains) {
        notes.tally.add(kind)
      } else {
        notes.tally.addUnchanged(nil)
      }
      if isPartial { notes.tally.partial += 1 }
      if isLossy { notes.tally.lossy += 1 }
      end(item, leftOut, memory)
    } catch let error as ImportError {
      try handleReadError(error, item, of: place)
    } catch let error as ImportOptionError {
      notes.note(item, .refused, "\(error)")
      notes.recordUnreadableSource(place, "\(error)")
    }
  }

  /// Reports left-out rows, and records the import position in the database.
  private mutating func end(
    _ item: InputItem, _ leftOut: [ImportError], _ memory: LoggedImport?
  ) {
    for error in leftOut.dropFirst().prefix(Self.told) {
      notes.logRefusal(item, line: error.line, error.reason)
    }
    guard let first = leftOut.first else {
      let isAsBefore = memory?.state == ImportHistory.State.taken.rawValue
      guard !isAsBefore || memory?.reached != notes.reached[item.identity] else { return }
      return notes.entries.append(notes.record(item, .taken))
    }
    guard leftOut.allSatisfy({ $0.kind == .unknownPicture }) else {
      return notes.refuse(item, line: first.line, first.reason)
    }
    notes.blocked(item, .sourceless, first.reason, nil, memory)
  }

  /// Handles a database that could not be read; it is tried in each run.
  private mutating func handleReadError(
    _ error: ImportError, _ item: InputItem, of place: any InputSource
  ) throws {
    switch error.kind {
    case .stopped: throw CancellationError()
    case .scratchFailed: throw error
    case .badData, .missingOption: notes.note(item, .refused, line: error.line, error.reason)
    default: notes.note(item, .blocked, line: error.line, error.reason)
    }
    notes.recordUnreadableSource(place, error.reason)
  }
}
