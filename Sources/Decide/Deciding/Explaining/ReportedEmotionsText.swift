package import Audience
package import Library

/// The emotions that a face reader reported, in words.
package enum ReportedEmotionsText {
  /// `reported: happy, surprise; never reported: angry, …`.
  package static func line(_ told: EmotionSet) -> String {
    let never = EmotionSet.all.subtracting(told)
    let list = told.isEmpty ? "nothing" : told == .all ? "all emotions" : names(told)
    let rest = never.isEmpty || told.isEmpty ? "" : "; never reported: \(names(never))"
    return "reported: \(list)" + rest
  }

  /// The emotions of a stored session; `nil` for one without faces.
  package static func line(of session: SessionSummary) -> String? {
    guard !session.told.isEmpty else { return nil }
    return line(session.told) + (session.areStrongest ? " (only the strongest at a time)" : "")
  }

  private static func names(_ emotions: EmotionSet) -> String {
    emotions.emotions.map(\.name).joined(separator: ", ")
  }
}
