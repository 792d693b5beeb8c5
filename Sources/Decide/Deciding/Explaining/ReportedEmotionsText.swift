package import Audience
package import Library

/// Which classes faces tell, in words.
package enum ReportedEmotionsText {
  /// `told: happy, surprise; never told: angry, …`.
  package static func line(_ told: EmotionSet) -> String {
    let never = EmotionSet.all.subtracting(told)
    let list = told.isEmpty ? "nothing" : told == .all ? "all classes" : names(told)
    return "told: \(list)" + (never.isEmpty || told.isEmpty ? "" : "; never told: \(names(never))")
  }

  /// What a stored session tells; `nil` for one without faces.
  package static func line(of session: SessionSummary) -> String? {
    guard !session.told.isEmpty else { return nil }
    return line(session.told) + (session.areStrongest ? " (only the strongest at a time)" : "")
  }

  private static func names(_ emotions: EmotionSet) -> String {
    emotions.emotions.map(\.name).joined(separator: ", ")
  }
}
