package import EditDecisions
package import Library
package import Settings

extension VideoState {
  /// What was decided last; `nil` before the first success.
  ///
  /// - Throws: `DecisionErrors` for what cannot be read any more.
  package var document: DecisionDocument? {
    get throws { try decisions.map { try DecisionDocument(text: $0) } }
  }

  /// That what is there was cut with settings that others do not say, and what follows from it.
  ///
  /// - Parameters:
  ///   - settings: by which it is judged now.
  ///   - video: the video's id.
  /// - Returns: `nil` where it was cut with these, or a person decided.
  package func otherSettings(than settings: Settings, of video: String) -> String? {
    let values = settings.valuesOfAllShapes
    let others = ((try? document)?.set ?? []).filter { !values.contains($0) }
    guard pin == nil, !others.isEmpty else { return nil }
    return "'\(video)' was last cut with " + others.map { "--set \($0)" }.joined(separator: " ")
      + ", which holds until it is next due: wishes, explain and what is cut then go by "
      + "gazecut.yaml, without it, and may retire its clips; to keep them write it there first (for "
      + "this video alone below 'videos: \(video):'), else `gazecut regenerate \(video)` cuts anew"
  }
}
