package import EditDecisions
package import Library
package import Settings

extension VideoState {
  /// The last decisions; `nil` before the first successful run.
  ///
  /// - Throws: `DecisionErrors` if they cannot be read.
  package var document: DecisionDocument? {
    get throws { try decisions.map { try DecisionDocument(text: $0) } }
  }

  /// Says which other settings the clips were made with.
  ///
  /// - Returns: `nil` if the settings are the same, or the decisions are locked.
  package func otherSettings(than settings: Settings, of video: String) -> String? {
    let values = settings.valuesOfAllAspectRatios
    let others = ((try? document)?.set ?? []).filter { !values.contains($0) }
    guard pin == nil, !others.isEmpty else { return nil }
    return "'\(video)' was last cut with " + others.map { "--set \($0)" }.joined(separator: " ")
      + ", which holds until it is next due: wishes, explain and what is cut then go by "
      + "gazecut.yaml, without it, and may retire its clips; to keep them write it there first (for "
      + "this video alone below 'videos: \(video):'), else `gazecut regenerate \(video)` cuts anew"
  }
}
