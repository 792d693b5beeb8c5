import EditDecisions
import Library
import Logging
import Support
import Workspace

/// What the log tells of an intake: an event a file, and its end.
struct IntakeLog {
  let logger: Logger
  /// Whether what is told is kept, and read by others: then no name that may tell who watched is in
  /// it.
  let isKept: Bool
  /// Takes the lines for standard output; a run, whose result is another, has none.
  var output: (@Sendable (String) -> Void)?

  /// What an item is called wherever others read it; by the digest of its content an operator finds
  /// the file.
  static func label(of item: InputItem, digest: String?) -> String {
    item.label + LoggedFileNames.words(forDigest: digest)
  }

  /// The same text as whoever reads it here may have it: a person is told the file's own name.
  private func shown(_ text: String, _ item: InputItem, _ digest: String?) -> String {
    TerminalText.escaped(
      isKept ? text : text.replacing(Self.label(of: item, digest: digest), with: item.name))
  }

  private func name(of item: InputItem, _ digest: String?) -> String {
    shown(Self.label(of: item, digest: digest), item, digest)
  }

  func tell(
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
  func isKnown(_ item: InputItem, isOfErased: Bool, digest: String?) {
    var known = ImportOutcome()
    known.lines = [
      Self.label(of: item, digest: digest)
        + (isOfErased
          ? ": it is of an erased viewer, so it is not imported"
          : ": its content was imported before")
    ]
    tell(known, .same, item, digest: digest)
  }

  /// What is odd about all that came in.
  func odd(_ line: String) {
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

  /// What is as it was left, for a person alone: the log told it when it was.
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
