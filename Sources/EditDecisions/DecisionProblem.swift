/// One thing wrong with a decisions file: which field, what, and what would be right.
public struct DecisionProblem: Hashable, Sendable, CustomStringConvertible {
  /// Where: `moments[0].framing.shots[1].keyframes[0].x`; empty for the whole file.
  public var field: String
  /// What is wrong and what would be right.
  public var message: String

  /// Makes a problem.
  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  /// `field: message`.
  public var description: String { field.isEmpty ? message : "\(field): \(message)" }
}

/// All that is wrong with a decisions file.
public struct DecisionProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one.
  public var problems: [DecisionProblem]

  /// Collects problems: the first few, and that there are more.
  public init(_ problems: [DecisionProblem]) {
    let most = DecisionLimits.problems
    self.problems = Array(problems.prefix(most))
    if problems.count > most {
      self.problems.append(
        DecisionProblem(field: "", message: "more is wrong; this is told first"))
    }
  }

  /// One a line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
