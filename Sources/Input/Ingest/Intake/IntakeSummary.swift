import EditDecisions
package import Support

/// The result of an automatic import, in numbers and sentences.
package struct IntakeSummary: Sendable, Hashable {
  package enum Outcome: String, CaseIterable, Sendable {
    /// It was new and was imported.
    case taken
    /// Its content was imported before, under any name.
    case same
    /// It replaced the data of the same file.
    case replaced
    /// It may still be being written, or its video has no source yet.
    case waiting
    /// It is invalid.
    case refused
  }

  /// Number of items per outcome, including unchanged ones that wait or were rejected earlier.
  private(set) var counts: [Outcome: Int] = [:]
  /// Number of unchanged items that had been imported.
  private(set) var unchanged = 0
  /// Number of files that were imported without some unusable samples.
  var partial = 0
  /// Number of imported files with more than 10 % of their records skipped.
  var lossy = 0
  /// Number of imported files with warnings.
  var odd = 0
  /// Input sources, and folders in them, that could not be read, in order.
  package private(set) var unread: [String] = []
  /// Whether `timelines:` lists no input source.
  var hasNoInputSources = false
  /// Whether there is a change since the last import.
  package private(set) var isNew = false

  mutating func add(_ outcome: Outcome) {
    counts[outcome, default: 0] += 1
    isNew = true
  }

  mutating func recordUnreadableSource(_ place: String) {
    if !unread.contains(place) { unread.append(place) }
  }

  /// Whether an item waits or was rejected, now or earlier.
  package var isOpen: Bool { [.waiting, .refused].contains { counts[$0] ?? 0 > 0 } }

  /// The failure of a command if an input source, or a folder in one, could not be read.
  package var failure: CommandFailure? {
    guard !unread.isEmpty else { return nil }
    return CommandFailure(.someVideosFailed, Self.unreadableSourcesText(unread))
  }

  /// A sentence with the sources and folders that could not be read; the log has the reasons.
  package static func unreadableSourcesText(_ places: [String]) -> String {
    "timelines: could not be read: " + places.joined(separator: ", ")
  }

  /// Counts an unchanged item; `outcome` is `nil` if it had been imported.
  mutating func addUnchanged(_ outcome: Outcome?) {
    if let outcome { counts[outcome, default: 0] += 1 } else { unchanged += 1 }
  }

  /// The numbers by the outcomes' names.
  var words: [String: Int] {
    Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0.rawValue, counts[$0] ?? 0) })
  }

  /// The key of `lossy` in the stored numbers.
  static let lossyWord = "lossy"

  package func text(isDryRun: Bool = false) -> String {
    guard !hasNoInputSources else {
      return "timelines: in gazecut.yaml names no folder, so nothing is imported.\n"
    }
    let open = open(isDryRun)
    guard isNew else {
      return "No new files in the watched folders (\(unchanged) imported before\(open)).\n"
    }
    let parts = [Outcome.taken, .replaced, .same].compactMap { outcome -> String? in
      guard let count = counts[outcome], count > 0 else { return nil }
      switch outcome {
      case .taken: return count.counted("file") + (isDryRun ? " would be" : "") + " imported"
      case .replaced: return "\(count) \(isDryRun ? "would be " : "")replaced"
      default: return "\(count) with content that was imported before"
      }
    }
    let done = parts.isEmpty ? "nothing imported" : parts.joined(separator: ", ")
    return "Import: \(done)\(left)\(open).\n"
  }

  /// A sentence on files with skipped records, if there are any.
  package var ignored: String? {
    guard partial > 0 else { return nil }
    let most = lossy > 0 ? ", more than a tenth in \(lossy)" : ""
    return "some records of \(partial.counted("file"))\(most); "
      + "`gazecut status --sessions VIDEO` prints which"
  }

  /// The numbers of files with skipped records or warnings.
  private var left: String {
    let parts = [
      partial > 0 ? "\(partial) with some records ignored" : nil,
      lossy > 0 ? "\(lossy) with more than a tenth of the records ignored" : nil,
      odd > 0 ? "\(odd) with warnings" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return "" }
    return ", " + parts.joined(separator: ", ") + " (`gazecut status --sessions VIDEO` prints why)"
  }

  private func open(_ isDryRun: Bool) -> String {
    let (waiting, refused) = (counts[.waiting] ?? 0, counts[.refused] ?? 0)
    let parts = [
      waiting > 0 ? "\(waiting) waiting" : nil, refused > 0 ? "\(refused) rejected" : nil,
    ].compactMap { $0 }
    return parts.isEmpty
      ? ""
      : "; " + parts.joined(separator: ", ") + (isDryRun ? "" : " (`gazecut status` prints why)")
  }
}
