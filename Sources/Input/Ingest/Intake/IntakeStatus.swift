import Foundation
package import Library
package import Support
import Workspace

/// The state of the items in the input sources, for `status` and the report.
package struct IntakeStatus: Encodable {
  /// An item that was not imported.
  struct UnimportedItem: Encodable {
    /// Its name without text that may identify a viewer.
    var file: String
    var standing: Standing
    /// The reason for waiting; absent if it was rejected.
    var waitsFor: WaitReason?
    var line: Int?
    var reason: String
    var since: Date

    fileprivate var place: String { line.map { "\(file):\($0)" } ?? file }
    fileprivate var sentence: String {
      "\(standing == .refused ? "rejected" : "waiting"): \(reason)"
    }
  }

  enum Standing: String, Encodable, CaseIterable { case waiting, refused }

  enum WaitReason: String, Encodable, CaseIterable {
    case itsWriter, itsEnd, itsSource, itsReader

    fileprivate var words: String {
      switch self {
      case .itsWriter: "still being written"
      case .itsEnd: "incomplete"
      case .itsSource: "for the video's source"
      case .itsReader: "unreadable"
      }
    }

    fileprivate init?(_ state: String) {
      switch ImportHistory.State(rawValue: state) {
      case .waiting, .settling: self = .itsWriter
      case .endless: self = .itsEnd
      case .sourceless: self = .itsSource
      case .blocked: self = .itsReader
      case .taken, .refused, nil: return nil
      }
    }
  }

  /// The time of the last import with a result.
  var at: Date?
  var taken = 0
  var replaced = 0
  var same = 0
  /// Number of files with more than 10 % of their records skipped.
  var lossy = 0
  /// The items that were not imported, with the reasons.
  var troubles: [UnimportedItem]

  /// Maximum number of such lines in `status`.
  private static let listed = 20

  package init(_ database: LibraryDatabase) throws {
    if let last = try database.intake.lastResult() {
      at = last.at
      func count(_ outcome: IntakeSummary.Outcome) -> Int { last.counts[outcome.rawValue] ?? 0 }
      (taken, replaced, same) = (count(.taken), count(.replaced), count(.same))
      lossy = last.counts[IntakeSummary.lossyWord] ?? 0
    }
    troubles = try database.intake.failures().map { trouble in
      UnimportedItem(
        file: trouble.label,
        standing: Standing(rawValue: trouble.state) ?? .waiting,
        waitsFor: WaitReason(trouble.state), line: trouble.line,
        reason: trouble.reason ?? "", since: trouble.since)
    }
  }

  /// The numbers as a sentence; `nil` if nothing was ever imported.
  package var sentence: String? {
    guard let at else { return nil }
    let refused = troubles.count { $0.standing == .refused }
    let waits = WaitReason.allCases.compactMap { wait -> String? in
      let count = troubles.count { $0.waitsFor == wait }
      return count > 0 ? "\(count) \(wait.words)" : nil
    }
    let figures =
      [
        "\(taken) imported", "\(replaced) replaced", "\(same) already there",
        "\(troubles.count - refused) waiting"
          + (waits.isEmpty ? "" : " (\(waits.joined(separator: ", ")))"),
        "\(refused) rejected",
      ] + (lossy > 0 ? ["\(lossy) with more than a tenth of the records ignored"] : [])
    return "Last import, \(LocalTime.text(at)): \(figures.joined(separator: ", "))."
  }

  /// The output of `status`: the numbers, and one line per reason, by its first item.
  package var lines: [String] {
    var alike: [[UnimportedItem]] = []
    var positions: [String: Int] = [:]
    for trouble in troubles {
      let position = positions[trouble.sentence, default: alike.count]
      positions[trouble.sentence] = position
      if position == alike.count { alike.append([]) }
      alike[position].append(trouble)
    }
    let lines = alike.prefix(Self.listed).map { troubles in
      let others = troubles.count - 1
      let more = others > 0 ? " and \(others.counted("other"))" : ""
      return TerminalText.escaped("  \(troubles[0].place)\(more): \(troubles[0].sentence)")
    }
    let more = alike.dropFirst(Self.listed).reduce(0) { $0 + $1.count }
    return [sentence].compactMap { $0 } + lines
      + (more > 0 ? ["  and \(more) more"] : [])
      + (troubles.isEmpty
        ? [] : ["  (`gazecut intake --dry-run` in a terminal prints the names of these files.)"])
  }

  package static var members: [SchemaMember] {
    [
      .text("at").optional, .count("taken"), .count("replaced"), .count("same"), .count("lossy"),
      .list(
        "troubles",
        of: [
          .text("file"), .words("standing", Standing.allCases),
          .words("waitsFor", WaitReason.allCases).optional, .count("line").optional,
          .text("reason"),
          .text("since"),
        ]),
    ]
  }
}
