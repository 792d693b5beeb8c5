/// One thing wrong with a decisions file: which field, what, and what would be right.
package struct DecisionProblem: Hashable, Sendable, CustomStringConvertible {
  /// Where: `moments[0].framing.shots[1].keyframes[0].x`; empty for the whole file.
  package var field: String
  /// What is wrong and what would be right.
  package var message: String

  package init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  /// `field: message`.
  package var description: String { field.isEmpty ? message : "\(field): \(message)" }
}

/// All that is wrong with a decisions file.
package struct DecisionProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one.
  package var problems: [DecisionProblem]

  /// Collects problems: the first few, and that there are more.
  package init(_ problems: [DecisionProblem]) {
    let most = DecisionLimits.problems
    self.problems = Array(problems.prefix(most))
    if problems.count > most {
      self.problems.append(
        DecisionProblem(field: "", message: "more is wrong; this is told first"))
    }
  }

  /// What is wrong with a whole file.
  init(ofAll message: String) { self.init([DecisionProblem(field: "", message: message)]) }

  /// One a line.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// The bounds of a decision document: far beyond what is decided, and small enough to be held.
///
/// The schema states them, and reading refuses what lies beyond.
package enum DecisionLimits {
  /// Most bytes of a document: one of a hundred moments that pan all the time has some 3 MB.
  package static let bytes = 8 << 20
  /// Most values of all kinds in it: what 8 MB of keyframes have.
  static let values = 1_000_000
  /// Most chosen windows, refusals, entries of the reel, and reasons for leaving viewers out.
  static let moments = 1000
  /// Most further shapes.
  static let shapes = 16
  /// Most shots of a moment.
  static let shots = 10_000
  /// Most keyframes of a window: a quarter of an hour with one for every tenth of a second.
  static let keyframes = 10_000
  /// Most viewers.
  static let viewers = 1e9
  /// Latest time and longest duration, seconds: a hundred hours.
  static let seconds = 360_000.0
  /// Most pixels of a side, and farthest edge of a window.
  static let pixels = 1_000_000.0
  /// Most characters of a text: a path has at most so many.
  static let characters = 4096
  /// Most problems that are told at once.
  static let problems = 8
}
