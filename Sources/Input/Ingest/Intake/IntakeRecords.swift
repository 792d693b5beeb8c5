import Foundation
import Importers
import Library
import Logging
import Workspace

/// What an intake notes of each item: counts, lines of the log, and entries of the import log.
struct IntakeRecords {
  let log: IntakeLog
  var tally = IntakeSummary()
  /// Entries of the import log that are not stored yet.
  var entries: [ImportLogEntry] = []
  /// The import position in each database, by the identity of its item.
  var reached: [String: String] = [:]
  /// Content that a dry run would have imported.
  var rehearsed: Set<String> = []
  /// The kinds of data in the imported sessions.
  var brought: [UnmatchedViewers.Modalities] = []

  /// Logs that an input source cannot be read, in each run, and sets the exit code.
  mutating func recordUnreadableSource(_ place: any InputSource, _ reason: String) {
    tally.recordUnreadableSource(place.name)
    log.logger.warning("\(place.name): \(reason)\(place.origin.map { " (\($0))" } ?? "")")
  }

  /// Logs that a folder in an input source cannot be read, in each run, and sets the exit code.
  mutating func recordUnreadableSource(
    folder item: InputItem, of place: any InputSource, _ reason: String, _ memory: LoggedImport?
  ) {
    tally.recordUnreadableSource(log.name(of: item, nil))
    if memory?.state == ImportHistory.State.refused.rawValue, memory?.token == item.token {
      tally.addUnchanged(.refused)
    } else {
      note(item, .refused, reason)
    }
    log.refused(item, line: nil, reason, digest: nil)
  }

  /// Counts an unchanged item; `outcome` is `nil` if it had been imported.
  mutating func stays(
    _ item: InputItem, _ outcome: IntakeSummary.Outcome?, _ memory: LoggedImport?
  ) {
    tally.addUnchanged(outcome)
    if let outcome { log.stays(item, outcome, memory) }
  }

  /// Handles an item that cannot be read for an external reason: reported once, but tried in each
  /// run.
  mutating func blocked(
    _ item: InputItem, _ state: ImportHistory.State, _ reason: String, _ digest: String?,
    _ memory: LoggedImport?
  ) {
    let isKnown = memory?.state == state.rawValue && memory?.token == item.token
    guard !isKnown else { return stays(item, .waiting, memory) }
    wait(item, state, reason, digest: digest)
  }

  mutating func wait(
    _ item: InputItem, _ state: ImportHistory.State, _ reason: String, digest: String? = nil
  ) {
    note(item, state, reason, digest: digest)
    log.waits(item, reason, digest: digest)
  }

  mutating func refuse(
    _ item: InputItem, line: Int? = nil, _ reason: String, digest: String? = nil
  ) {
    note(item, .refused, line: line, reason, digest: digest)
    log.refused(item, line: line, reason, digest: digest)
  }

  mutating func note(
    _ item: InputItem, _ state: ImportHistory.State, line: Int? = nil, _ reason: String,
    digest: String? = nil
  ) {
    tally.add(state == .refused ? .refused : .waiting)
    var record = record(item, state, digest: digest)
    (record.line, record.reason) = (line, reason)
    entries.append(record)
  }

  func record(_ item: InputItem, _ state: ImportHistory.State, digest: String?) -> ImportLogEntry {
    ImportLogEntry(
      identity: item.identity, token: item.token, state: state.rawValue,
      label: IntakeLog.label(of: item, digest: digest), reached: reached[item.identity])
  }
}
