package import EditDecisions
package import Library
package import Settings

extension VideoState {
  /// The last decisions; `nil` before the first successful run; throws if they cannot be read.
  package var document: DecisionDocument? {
    get throws { try decisions.map { try DecisionDocument(text: $0) } }
  }

  /// Names other settings that the clips were made with, unless the decisions are locked.
  package func otherSettings(than settings: Settings, of video: String) -> String? {
    let values = settings.valuesOfAllAspectRatios
    let others = ((try? document)?.set ?? []).filter { !values.contains($0) }
    guard pin == nil, !others.isEmpty else { return nil }
    return "'\(video)' was last rendered with "
      + others.map { "--set \($0)" }.joined(separator: " ")
      + ", but other commands, and the next run that renders it, use gazecut.yaml and may archive "
      + "its clips. To keep them, add the setting to gazecut.yaml (for this video only, below "
      + "'videos: \(video):'). `gazecut regenerate \(video)` renders without it"
  }
}
