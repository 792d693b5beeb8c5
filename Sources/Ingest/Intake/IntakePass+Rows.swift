import Importers
import Intake
import Library
import Workspace

extension IntakePass {
  /// Most of what was left out of an answer that is told one by one.
  private static let told = 20

  /// Asks a database for what is new, and stores it answer by answer.
  ///
  /// - Throws: `CancellationError` when somebody stopped it; `LibraryError`.
  mutating func takeRows(
    of item: IntakeItem, in place: any IntakePlace, by importer: ImportJob,
    _ memory: IntakeMemory?
  ) throws {
    guard case .query(let query) = item.source else { return }
    reached[item.identity] = memory?.reached
    var leftOut: [ImportError] = []
    var kinds: Set<IntakeTally.Outcome> = []
    var isPartial = false
    do {
      let progress = job.progress
      // What an overlap brings again is known by its content only when it is stored.
      try importer.take(
        rowsOf: query, after: memory?.reached.map(Watermark.init), overlaps: !job.isDryRun,
        progress: progress
      ) { page in
        var record = record(item, .taken, digest: nil)
        if let end = page.reached { record.reached = end.text }
        return record
      } told: { page, outcome in
        job.context.reporter.clear()
        note(page, of: item)
        leftOut += page.leftOut
        let kind = Self.kind(of: outcome)
        guard outcome.sessions > 0, kind != .same else { return }
        kinds.insert(kind)
        isPartial = isPartial || outcome.unusable > 0
        log.tell(outcome, kind, item, digest: nil)
      }
      count(kinds)
      if isPartial { tally.addPartial() }
      end(item, leftOut, memory)
    } catch let error as ImportError {
      job.context.reporter.clear()
      try meet(error, item, in: place)
    } catch let error as ImportOptionError {
      note(item, .refused, line: nil, "\(error)", digest: nil)
      miss(place, "\(error)")
    }
  }

  private mutating func note(_ page: DatabasePage, of item: IntakeItem) {
    if let end = page.reached { reached[item.identity] = end.text }
  }

  /// Counts a database as one file, whatever its answers were.
  private mutating func count(_ kinds: Set<IntakeTally.Outcome>) {
    if let kind = [.replaced, .taken].first(where: kinds.contains) {
      tally.add(kind)
    } else {
      tally.addUnchanged(nil)
    }
  }

  /// Tells what was left out, and remembers how far the database was read.
  private mutating func end(
    _ item: IntakeItem, _ leftOut: [ImportError], _ memory: IntakeMemory?
  ) {
    for error in leftOut.dropFirst().prefix(Self.told) {
      log.refused(item, line: error.line, Self.reason(error), digest: nil)
    }
    guard let first = leftOut.first else {
      let isAsBefore = memory?.state == IntakeStanding.State.taken.rawValue
      guard !isAsBefore || memory?.reached != reached[item.identity] else { return }
      return records.append(record(item, .taken, digest: nil))
    }
    guard leftOut.allSatisfy({ $0.kind == .unknownPicture }) else {
      return refuse(item, line: first.line, Self.reason(first), digest: nil)
    }
    blocked(item, .sourceless, Self.reason(first), nil, memory)
  }

  /// What becomes of a database that could not be read; it is tried every night.
  private mutating func meet(
    _ error: ImportError, _ item: IntakeItem, in place: any IntakePlace
  ) throws {
    let isRefused = error.kind == .badData || error.kind == .missingOption
    switch error.kind {
    case .stopped: throw CancellationError()
    case .scratchFailed: throw error
    default:
      note(
        item, isRefused ? .refused : .blocked, line: error.line, Self.reason(error), digest: nil)
      miss(place, Self.reason(error))
    }
  }

  /// What was wrong and what would be right, without the place, which is told beside it.
  static func reason(_ error: ImportError) -> String {
    "\(error.problem); \(error.remedy)"
  }
}
