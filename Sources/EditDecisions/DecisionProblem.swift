import Foundation

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

  /// Collects problems.
  public init(_ problems: [DecisionProblem]) { self.problems = problems }

  /// One a line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

extension DecisionProblem {
  /// Says in words what the JSON decoder found.
  init(decoding error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(field: Self.path(context.codingPath + [key]), message: "is missing")
    case .typeMismatch(let type, let context):
      self.init(
        field: Self.path(context.codingPath), message: "must be \(Self.word(for: type))")
    case .valueNotFound(let type, let context):
      self.init(
        field: Self.path(context.codingPath),
        message: "is null; must be \(Self.word(for: type))")
    case .dataCorrupted(let context):
      // The parser's own words hold the line and the column, or the number that does not fit.
      let words =
        (context.underlyingError as? NSError)?
        .userInfo[NSDebugDescriptionErrorKey] as? String
      let text = [context.debugDescription, words].compactMap { $0 }.joined(separator: " ")
      self.init(field: Self.path(context.codingPath), message: text)
    @unknown default:
      self.init(field: "", message: "cannot be read")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  private static func word(for type: Any.Type) -> String {
    switch type {
    case is Double.Type: "a number"
    case is Int.Type: "a whole number"
    case is String.Type: "text"
    case is [Any].Type: "a list"
    default: "an object or a list of objects"
    }
  }
}
