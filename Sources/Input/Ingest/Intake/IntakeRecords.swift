import EditDecisions
import Library
import Logging
import Support
import Workspace

/// What an intake notes of each item: counts, lines of the log, and entries of the import log.
struct IntakeRecords {
  let logger: Logger
  /// Whether output is stored and read by others; then it must not identify a viewer.
  let isKept: Bool
  /// Called with lines for standard output; `nil` in a run, which prints another result.
  let output: (@Sendable (String) -> Void)?
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
    logger.warning("\(place.name): \(reason)\(place.origin.map { " (\($0))" } ?? "")")
  }

  /// Logs that a folder in an input source cannot be read, in each run, and sets the exit code.
  mutating func recordUnreadableSource(
    folder item: InputItem, _ reason: String, _ memory: LoggedImport?
  ) {
    tally.recordUnreadableSource(name(of: item))
    if memory?.state == ImportHistory.State.refused.rawValue, memory?.token == item.token {
      tally.addUnchanged(.refused)
    } else {
      note(item, .refused, reason)
    }
    logRefusal(item, reason)
  }

  /// Counts an unchanged item; `outcome` is `nil` if it had been imported.
  mutating func stays(
    _ item: InputItem, _ outcome: IntakeSummary.Outcome?, _ memory: LoggedImport?
  ) {
    tally.addUnchanged(outcome)
    guard let outcome else { return }
    // Only a terminal needs the line, because the log already contains it.
    let name = isKept ? memory?.label ?? item.label : name(of: item)
    let place = memory?.line.map { "\(name):\($0)" } ?? name
    output?("\(place): still \(outcome.rawValue): \(memory?.reason ?? "")")
  }

  /// Reports an item that cannot be read for an external reason once, and tries it each run.
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
    let (name, reason) = (name(of: item, digest: digest), shown(reason, item, digest))
    logger.info(
      "\(name): waits: \(reason)",
      metadata: ["event": "intake.waiting", "file": "\(name)", "reason": "\(reason)"])
    output?("\(name): waits: \(reason)")
  }

  mutating func refuse(
    _ item: InputItem, line: Int? = nil, _ reason: String, digest: String? = nil
  ) {
    note(item, .refused, line: line, reason, digest: digest)
    logRefusal(item, line: line, reason, digest: digest)
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

  func record(
    _ item: InputItem, _ state: ImportHistory.State, digest: String? = nil
  ) -> ImportLogEntry {
    ImportLogEntry(
      identity: item.identity, token: item.token, state: state.rawValue,
      label: Self.label(of: item, digest: digest), reached: reached[item.identity])
  }

  /// The name of an item in logs; the hash of its content lets the user find the file.
  static func label(of item: InputItem, digest: String?) -> String {
    item.label + LoggedFileNames.words(forDigest: digest)
  }

  /// The text for its reader: on a terminal it contains the file's own name.
  private func shown(_ text: String, _ item: InputItem, _ digest: String?) -> String {
    TerminalText.escaped(
      isKept ? text : text.replacing(Self.label(of: item, digest: digest), with: item.name))
  }

  private func name(of item: InputItem, digest: String? = nil) -> String {
    shown(Self.label(of: item, digest: digest), item, digest)
  }

  func logOutcome(
    _ outcome: ImportOutcome, _ kind: IntakeSummary.Outcome, _ item: InputItem,
    digest: String? = nil
  ) {
    let name = name(of: item, digest: digest)
    let lines = outcome.lines.map { shown($0, item, digest) }
    logger.info(
      "\(lines.joined(separator: "; "))",
      metadata: [
        "event": "intake.\(kind.rawValue)", "file": "\(name)",
        "videos": "\(outcome.videos.joined(separator: " "))", "sessions": .number(outcome.sessions),
        "samples": .number(outcome.samples),
      ])
    lines.forEach { output?($0) }
  }

  /// Reports a file whose content was imported before.
  func logKnown(_ item: InputItem, hasOnlyErasedViewers: Bool, digest: String?) {
    var known = ImportOutcome()
    known.lines = [
      Self.label(of: item, digest: digest)
        + (hasOnlyErasedViewers
          ? ": not imported, because its viewer was erased"
          : ": its content was imported before")
    ]
    logOutcome(known, .same, item, digest: digest)
  }

  func logWarning(_ line: String) {
    logger.info("\(line)")
    output?(line)
  }

  func logRefusal(
    _ item: InputItem, line: Int? = nil, _ reason: String, digest: String? = nil
  ) {
    let (name, reason) = (name(of: item, digest: digest), shown(reason, item, digest))
    let place = line.map { "\(name):\($0)" } ?? name
    var metadata: Logger.Metadata = [
      "event": "intake.refused", "file": "\(name)", "reason": "\(reason)",
    ]
    if let line { metadata["line"] = "\(line)" }
    logger.warning("\(place): \(reason)", metadata: metadata)
  }

  func logEnd(after seconds: Double) {
    var metadata: Logger.Metadata = [
      "event": "intake.ended", "unchanged": .number(tally.unchanged),
      "seconds": .number(Int(seconds.rounded())),
    ]
    for (word, count) in tally.words { metadata[word] = .number(count) }
    logger.info("the intake ended", metadata: metadata)
  }
}
