import EditDecisions
package import Support

/// What became of what lies in the places, in figures and sentences.
package struct IntakeSummary: Sendable, Hashable {
  package enum Outcome: String, CaseIterable, Sendable {
    /// It was new, and is in the library now.
    case taken
    /// Its content was there already, under whatever name.
    case same
    /// It took the place of what the same file had brought.
    case replaced
    /// It may still be written, or its video's source has not come.
    case waiting
    /// It is bad.
    case refused
  }

  /// How many of each; those that wait or were refused earlier and have not changed are among them.
  private(set) var counts: [Outcome: Int] = [:]
  /// How many were as they had been taken in.
  private(set) var unchanged = 0
  /// How many were taken without some samples, which could not be used.
  var partial = 0
  /// How many were taken of which more than a tenth was ignored.
  var lossy = 0
  /// How many were taken that tell what is odd.
  var odd = 0
  /// Places that could not be read as a whole, in their order.
  package private(set) var unread: [String] = []
  /// Whether `timelines:` names no place at all.
  var isNowhere = false
  /// Whether anything happened that the last intake did not know.
  package private(set) var isNew = false

  /// Counts an item that something became of.
  mutating func add(_ outcome: Outcome) {
    counts[outcome, default: 0] += 1
    isNew = true
  }

  /// Notes a place that could not be read.
  mutating func miss(_ place: String) {
    if !unread.contains(place) { unread.append(place) }
  }

  /// Whether something waits, or was refused, tonight or earlier.
  package var isOpen: Bool { [.waiting, .refused].contains { counts[$0] ?? 0 > 0 } }

  /// How a command ends whose places could not all be read; `nil` where they could.
  package var failure: CommandFailure? {
    guard !unread.isEmpty else { return nil }
    return CommandFailure(.someVideosFailed, Self.missed(unread))
  }

  /// Which places could not be read; the log has told why.
  package static func missed(_ places: [String]) -> String {
    "\(places.count == 1 ? "a place" : "\(places.count) places") of timelines: could not be read: "
      + places.joined(separator: ", ")
  }

  /// Counts an item that is as it was left; `nil` where it had been taken.
  mutating func addUnchanged(_ outcome: Outcome?) {
    if let outcome { counts[outcome, default: 0] += 1 } else { unchanged += 1 }
  }

  /// The figures by their words, all of them.
  var words: [String: Int] {
    Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0.rawValue, counts[$0] ?? 0) })
  }

  /// The word of `lossy` among the figures that the library keeps.
  static let lossyWord = "lossy"

  /// The summary as one line.
  package func text(isDryRun: Bool = false) -> String {
    guard !isNowhere else {
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

  /// Of how many files records were ignored, and where to read why; `nil` if of none.
  package var ignored: String? {
    guard partial > 0 else { return nil }
    let most = lossy > 0 ? ", more than a tenth in \(lossy)" : ""
    return "some records of \(partial.counted("file"))\(most); "
      + "`gazecut status --sessions VIDEO` prints which"
  }

  /// Of how many something was left out.
  private var left: String {
    let parts = [
      partial > 0 ? "\(partial) without some records" : nil,
      lossy > 0 ? "\(lossy) without more than a tenth of their records" : nil,
      odd > 0 ? "\(odd) odd" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return "" }
    return ", " + parts.joined(separator: ", ") + " (`gazecut status --sessions VIDEO` says why)"
  }

  private func open(_ isDryRun: Bool) -> String {
    let (waiting, refused) = (counts[.waiting] ?? 0, counts[.refused] ?? 0)
    let parts = [
      waiting > 0 ? "\(waiting) waiting" : nil, refused > 0 ? "\(refused) refused" : nil,
    ].compactMap { $0 }
    return parts.isEmpty
      ? ""
      : "; " + parts.joined(separator: ", ") + (isDryRun ? "" : " (`gazecut status` says why)")
  }
}
