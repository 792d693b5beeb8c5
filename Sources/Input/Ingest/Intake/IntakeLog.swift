import EditDecisions
import Library
import Logging
import Support
import Workspace

/// Logs the events of an automatic import: one per file, and its end.
struct IntakeLog {
  let logger: Logger
  /// Whether output is stored and read by others; then it contains no text that may identify a
  /// viewer.
  let isKept: Bool
  /// Called with lines for standard output; `nil` in a run, which prints another result.
  var output: (@Sendable (String) -> Void)?

  /// The name of an item in logs; the hash of its content lets the user find the file.
  static func label(of item: InputItem, digest: String?) -> String {
    item.label + LoggedFileNames.words(forDigest: digest)
  }

  /// The text for its reader: on a terminal it contains the file's own name.
  private func shown(_ text: String, _ item: InputItem, _ digest: String?) -> String {
    TerminalText.escaped(
      isKept ? text : text.replacing(Self.label(of: item, digest: digest), with: item.name))
  }

  func name(of item: InputItem, _ digest: String?) -> String {
    shown(Self.label(of: item, digest: digest), item, digest)
  }

  func logOutcome(
    _ outcome: ImportOutcome, _ kind: IntakeSummary.Outcome, _ item: InputItem, digest: String?
  ) {
    let name = name(of: item, digest)
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
  func isKnown(_ item: InputItem, hasOnlyErasedViewers: Bool, digest: String?) {
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

  func waits(_ item: InputItem, _ reason: String, digest: String?) {
    let (name, reason) = (name(of: item, digest), shown(reason, item, digest))
    logger.info(
      "\(name): waits: \(reason)",
      metadata: ["event": "intake.waiting", "file": "\(name)", "reason": "\(reason)"])
    output?("\(name): waits: \(reason)")
  }

  /// Prints an unchanged item on a terminal; the log already contains it.
  func stays(_ item: InputItem, _ outcome: IntakeSummary.Outcome, _ memory: LoggedImport?) {
    let name = isKept ? memory?.label ?? item.label : name(of: item, nil)
    let place = memory?.line.map { "\(name):\($0)" } ?? name
    output?("\(place): still \(outcome.rawValue): \(memory?.reason ?? "")")
  }

  func refused(_ item: InputItem, line: Int?, _ reason: String, digest: String?) {
    let (name, reason) = (name(of: item, digest), shown(reason, item, digest))
    let place = line.map { "\(name):\($0)" } ?? name
    var metadata: Logger.Metadata = [
      "event": "intake.refused", "file": "\(name)", "reason": "\(reason)",
    ]
    if let line { metadata["line"] = "\(line)" }
    logger.warning("\(place): \(reason)", metadata: metadata)
  }

  func ended(_ tally: IntakeSummary, _ seconds: Double) {
    var metadata: Logger.Metadata = [
      "event": "intake.ended", "unchanged": .number(tally.unchanged),
      "seconds": .number(Int(seconds.rounded())),
    ]
    for (word, count) in tally.words { metadata[word] = .number(count) }
    logger.info("the intake ended", metadata: metadata)
  }
}
