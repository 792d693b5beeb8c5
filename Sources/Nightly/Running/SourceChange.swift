import EditDecisions
import Library

/// What became of a video's source since a night last saw it.
enum SourceChange: Hashable, Sendable {
  /// The same content lies somewhere else.
  case moved(from: String, to: String)
  /// Other content stands there; it lasted so many seconds before.
  case replaced(before: Double)

  /// Compares; `nil` when nothing changed.
  init?(from seen: SourceSeen, path: String, mark: String) {
    if seen.mark != mark {
      self = .replaced(before: seen.duration)
    } else if seen.path != path {
      self = .moved(from: seen.path, to: path)
    } else {
      return nil
    }
  }

  /// One word for a table.
  var word: String {
    switch self {
    case .moved: "moved"
    case .replaced: "replaced"
    }
  }

  /// What happened, in a sentence without a full stop.
  ///
  /// - Parameter duration: how long the source is now, where that is known.
  /// - Returns: the sentence.
  func sentence(duration: Double?) -> String {
    switch self {
    case .moved(let from, let to):
      return "its source moved from '\(from)' to '\(to)' and is the same"
    case .replaced(let before):
      guard let duration, before > 0 else { return "its source was replaced" }
      let clocks = "\(DecisionTable.clock(before)) before, \(DecisionTable.clock(duration)) now"
      let word = duration < before - 0.5 ? "a shorter one" : "another"
      return "its source was replaced by \(word) (\(clocks))"
    }
  }
}
