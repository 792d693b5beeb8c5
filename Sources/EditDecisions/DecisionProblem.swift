/// One thing wrong with a decisions file: which field, what, and what would be right.
package struct DecisionProblem: Hashable, Sendable, CustomStringConvertible {
  /// Where: `moments[0].framing.shots[1].keyframes[0].x`; empty for the whole file.
  package var field: String
  /// What is wrong and what would be right.
  package var message: String

  /// Makes a problem.
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

  /// One a line.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
