package import Support

/// A problem in a decision document: the field, what is wrong, and how to correct it.
package struct DecisionProblem: Hashable, Sendable, CustomStringConvertible {
  /// Path of the field, for example `moments[0].framing.shots[1].keyframes[0].x`.
  ///
  /// Empty for the whole file.
  package var field: String
  /// Description of the problem, and how to correct it.
  package var message: String

  package init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  /// The problem as `field: message`, or only the message if it concerns the whole file.
  package var description: String { field.isEmpty ? message : "\(field): \(message)" }
}

/// The error for a decision document with problems.
package struct DecisionErrors: UserFacingError, Hashable, Sendable {
  /// The problems.
  ///
  /// There is at least one.
  package var problems: [DecisionProblem]

  /// Keeps the first problems, and adds a note if there are more.
  package init(_ problems: [DecisionProblem]) {
    let most = DecisionLimits.problems
    self.problems = Array(problems.prefix(most))
    if problems.count > most {
      self.problems.append(
        DecisionProblem(field: "", message: "there are more problems; correct these first"))
    }
  }

  /// Creates an error about the whole file.
  init(ofAll message: String) { self.init([DecisionProblem(field: "", message: message)]) }

  package var status: ExitStatus { .badData }

  /// One problem per line.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// Limits of a decision document.
///
/// They are far above real documents, and low enough to fit in memory.
///
/// The JSON schema contains them, and the reader rejects documents beyond them.
package enum DecisionLimits {
  /// Maximum bytes of a document.
  ///
  /// A document with a hundred moments that pan all the time has about 3 MB.
  package static let bytes = 8 << 20
  /// Maximum number of JSON values.
  ///
  /// 8 MB of keyframes contain about as many.
  static let values = 1_000_000
  /// Maximum number of moments, of rejected segments, of reel entries, and of reasons for
  /// exclusion.
  package static let moments = 1000
  /// Maximum number of further aspect ratios.
  static let shapes = 16
  /// Maximum number of shots per moment.
  static let shots = 10_000
  /// Maximum number of keyframes per crop: one per 0.1 s for about a quarter of an hour.
  static let keyframes = 10_000
  /// Maximum number of viewers.
  static let viewers = 1e9
  /// Maximum time and duration in seconds: a hundred hours.
  static let seconds = 360_000.0
  /// Maximum frame width or height, and maximum distance of a crop's edge, in pixels.
  package static let pixels = 1_000_000.0
  /// Maximum characters of a text, as for a path (`PATH_MAX`).
  static let characters = 4096
  /// Maximum number of problems that are reported at once.
  static let problems = 8
}
