package import Support

/// A problem in a decision document: the field, what is wrong, and how to correct it.
package struct DecisionProblem: Hashable, Sendable, CustomStringConvertible {
  /// Path of the field, for example `moments[0].framing.shots[1].keyframes[0].x`; empty for the
  /// file.
  package var field: String
  package var message: String

  package init(field: String, message: String) { (self.field, self.message) = (field, message) }

  package var description: String { field.isEmpty ? message : "\(field): \(message)" }
}

package struct DecisionErrors: UserFacingError, Hashable, Sendable {
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

  init(ofAll message: String) { self.init([DecisionProblem(field: "", message: message)]) }

  package var status: ExitStatus { .badData }

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Limits of a decision document, checked by the reader and by the JSON schema.
///
/// They are far above real documents, and low enough to fit in memory.
package enum DecisionLimits {
  /// Maximum bytes of a document; a hundred moments that pan all the time have about 3 MB.
  package static let bytes = 8 << 20
  /// Maximum number of JSON values; 8 MB of keyframes contain about as many.
  static let values = 1_000_000
  /// Maximum number of moments, rejected segments, reel entries, and reasons for exclusion.
  package static let moments = 1000
  static let shapes = 16
  static let shots = 10_000
  /// Maximum number of keyframes per crop: one per 0.1 s for about a quarter of an hour.
  static let keyframes = 10_000
  static let viewers = 1e9
  /// Maximum time and duration in seconds: a hundred hours.
  static let seconds = 360_000.0
  /// Maximum frame width or height, and maximum distance of a crop's edge, in pixels.
  package static let pixels = 1_000_000.0
  /// Maximum characters of a text, as for a path (`PATH_MAX`).
  static let characters = 4096
  static let problems = 8
}
