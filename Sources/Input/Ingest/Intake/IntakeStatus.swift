package import EditDecisions
import Foundation
package import Library
package import Support
import Workspace

/// How what lies in the places of `timelines:` stands, for `status` and the report.
package struct IntakeStatus: Encodable {
  /// Something that was not taken in.
  struct UnimportedItem: Encodable {
    /// What it may be called.
    var file: String
    var standing: Standing
    /// What it waits for; absent where it was refused.
    var waitsFor: Wait?
    var line: Int?
    var reason: String
    var since: Date

    fileprivate var place: String { line.map { "\(file):\($0)" } ?? file }
    fileprivate var sentence: String { "\(standing.rawValue): \(reason)" }
  }

  /// How something was left that was not taken in.
  enum Standing: String, Encodable, CaseIterable { case waiting, refused }

  enum Wait: String, Encodable, CaseIterable {
    case itsWriter, itsEnd, itsSource, itsReader

    /// How a sentence has it.
    fileprivate var words: String {
      switch self {
      case .itsWriter: "still being written"
      case .itsEnd: "without its end"
      case .itsSource: "for the video's source"
      case .itsReader: "not to be read"
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

  /// When an intake last had something to do.
  var at: Date?
  var taken = 0
  var replaced = 0
  var same = 0
  /// How many of them without more than a tenth of their records.
  var lossy = 0
  /// What has not been taken in, and why.
  var troubles: [UnimportedItem]

  /// Lines of troubles that `status` shows.
  private static let listed = 20

  /// What the library remembers of it.
  package init(_ database: LibraryDatabase) throws {
    if let last = try database.lastIntake() {
      at = last.at
      func count(_ outcome: IntakeSummary.Outcome) -> Int { last.counts[outcome.rawValue] ?? 0 }
      (taken, replaced, same) = (count(.taken), count(.replaced), count(.same))
      lossy = last.counts[IntakeSummary.lossyWord] ?? 0
    }
    troubles = try database.failedImports().map { trouble in
      UnimportedItem(
        file: trouble.label,
        standing: Standing(rawValue: trouble.state) ?? .waiting,
        waitsFor: Wait(trouble.state), line: trouble.line,
        reason: trouble.reason ?? "", since: trouble.since)
    }
  }

  /// The figures in a sentence; `nil` where nothing was ever taken in.
  package var sentence: String? {
    guard let at else { return nil }
    let refused = troubles.count { $0.standing == .refused }
    let waits = Wait.allCases.compactMap { wait -> String? in
      let count = troubles.count { $0.waitsFor == wait }
      return count > 0 ? "\(count) \(wait.words)" : nil
    }
    let figures =
      [
        "\(taken) taken", "\(replaced) replaced", "\(same) of known content",
        "\(troubles.count - refused) waiting"
          + (waits.isEmpty ? "" : " (\(waits.joined(separator: ", ")))"),
        "\(refused) refused",
      ] + (lossy > 0 ? ["\(lossy) without more than a tenth of their records"] : [])
    return "Last intake, \(LocalTime.text(at)): \(figures.joined(separator: ", "))."
  }

  /// What `status` says: the figures, and a line for all that share a trouble, in the order of the
  /// first of each.
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
        ? [] : ["  (`gazecut intake --dry-run` in a terminal calls files by their names.)"])
  }

  package static var members: [SchemaMember] {
    [
      .text("at").optional, .count("taken"), .count("replaced"), .count("same"), .count("lossy"),
      .list(
        "troubles",
        of: [
          .text("file"), .words("standing", Standing.allCases),
          .words("waitsFor", Wait.allCases).optional, .count("line").optional, .text("reason"),
          .text("since"),
        ]),
    ]
  }
}
