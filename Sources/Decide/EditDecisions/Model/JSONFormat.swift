package import Support

/// How values of one type are read, written, rounded and described in a JSON schema.
package struct JSONFormat<Value: Sendable>: Sendable {
  let schema: JSONSchemaNode
  package let text: @Sendable (Value) -> String
  /// Reads a value; returns `nil` after recording a problem.
  let read: @Sendable (JSONNode, inout DocumentReader) -> Value?
  var rounded: @Sendable (Value) -> Value = { $0 }
}

extension JSONFormat where Value == Double {
  /// A play time or duration in seconds, to 1 ms.
  static var time: JSONFormat { number(0...DecisionLimits.seconds, decimals: 3, "seconds") }
  /// A sum of 0.5 s bins in seconds, to 0.1 s.
  static var span: JSONFormat { number(0...DecisionLimits.seconds, decimals: 1, "seconds") }
  /// A share or a score from 0 to 1, to 0.01.
  static var share: JSONFormat { number(0...1, decimals: 2, "a share") }
  /// A mean number of viewers, to 0.1.
  static var meanViewers: JSONFormat { number(0...DecisionLimits.viewers, decimals: 1, "viewers") }
  /// A position or size in pixels, to 0.1; `DecisionValidator` compares it with the frame size.
  static var pixels: JSONFormat {
    number(-DecisionLimits.pixels...DecisionLimits.pixels, decimals: 1, "pixels")
  }

  private static func number(
    _ range: ClosedRange<Double>, decimals: Int, _ unit: String
  ) -> JSONFormat {
    let rounded = { @Sendable (value: Double) in Rounding.round(value, decimals: decimals) }
    let bounds = "\(JSONText.number(range.lowerBound)) to \(JSONText.number(range.upperBound))"
    return JSONFormat(
      schema: .type(
        "number", ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))),
      text: { Rounding.text($0, decimals: decimals) },
      read: { node, reading in
        guard case .number(let value) = node.value else {
          return reading.expected("a number (\(unit))", node)
        }
        // Check the rounded value: -0.0004 s is allowed, because it becomes 0.
        guard range.contains(rounded(value)) else {
          return reading.reportInvalid(
            "is \(JSONText.number(value)); must be \(unit) from \(bounds)")
        }
        return value
      }, rounded: rounded)
  }
}

extension JSONFormat where Value == Int {
  package static func count(_ range: ClosedRange<Int>) -> JSONFormat {
    JSONFormat(
      schema: .type(
        "integer", ("minimum", .number(Double(range.lowerBound))),
        ("maximum", .number(Double(range.upperBound)))), text: { String($0) },
      read: { node, reading in
        guard case .number(let value) = node.value, let whole = Int(exactly: value) else {
          return reading.expected("a whole number", node)
        }
        guard range.contains(whole) else {
          return reading.reportInvalid(
            "is \(whole); must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
      })
  }

  /// A number of viewers, or a rank.
  static var count: JSONFormat { count(0...Int(DecisionLimits.viewers)) }
  static var side: JSONFormat { count(1...Int(DecisionLimits.pixels)) }
}

extension JSONFormat where Value == String {
  package static var text: JSONFormat {
    JSONFormat(
      schema: .type("string", ("maxLength", .number(Double(DecisionLimits.characters)))),
      text: { JSONText.quoted($0) },
      read: { node, reading in
        guard case .text(let text) = node.value else { return reading.expected("text", node) }
        let length = text.unicodeScalars.count
        guard length <= DecisionLimits.characters else {
          return reading.reportInvalid(
            "has \(length) characters; at most \(DecisionLimits.characters) are allowed")
        }
        return text
      })
  }
}

extension JSONFormat where Value == Bool {
  static var truth: JSONFormat {
    JSONFormat(
      schema: .type("boolean"), text: { $0 ? "true" : "false" },
      read: { node, reading in
        guard case .bool(let value) = node.value else {
          return reading.expected("true or false", node)
        }
        return value
      })
  }
}

extension JSONFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static var word: JSONFormat {
    let words = Value.allCases.map(\.rawValue)
    return JSONFormat(
      schema: .object([("enum", .list(words.map { .text($0) }))]),
      text: { JSONText.quoted($0.rawValue) },
      read: { node, reading in
        guard case .text(let text) = node.value, let value = Value(rawValue: text) else {
          return reading.expected(words.joined(separator: " or "), node)
        }
        return value
      })
  }
}

extension JSONFormat where Value == FrameRate {
  static var frameRate: JSONFormat {
    JSONFormat(
      schema: .type("string", ("pattern", .text("^[1-9][0-9]{0,9}(/[1-9][0-9]{0,9})?$"))),
      text: { JSONText.quoted($0.description) },
      read: { node, reading in
        guard case .text(let text) = node.value, let rate = FrameRate(text: text),
          max(rate.numerator, rate.denominator) < 10_000_000_000
        else {
          return reading.reportInvalid(
            "is \(node.words), which is not a frame rate; write it as \"24/1\"")
        }
        return rate
      })
  }
}

extension JSONFormat {
  /// The format of an optional value; `nil` is never written.
  var optional: JSONFormat<Value?> {
    JSONFormat<Value?>(
      schema: schema, text: { $0.map(text) ?? "null" },
      read: { node, reading in read(node, &reading).map(Optional.some) },
      rounded: { $0.map(rounded) })
  }

  /// A list; by default at most `DecisionLimits.moments` long.
  package static func list<Element: Sendable>(
    of element: JSONFormat<Element>, count: ClosedRange<Int> = 0...DecisionLimits.moments
  ) -> JSONFormat where Value == [Element] {
    var members: [(String, JSONSchemaNode)] = [("type", .text("array"))]
    if count.lowerBound > 0 { members.append(("minItems", .number(Double(count.lowerBound)))) }
    members += [("maxItems", .number(Double(count.upperBound))), ("items", element.schema)]
    return JSONFormat(
      schema: .object(members),
      text: { "[" + $0.map(element.text).joined(separator: ", ") + "]" },
      read: { node, reading in
        guard case .list(let nodes) = node.value else { return reading.expected("a list", node) }
        guard count.contains(nodes.count) else {
          return reading.reportInvalid(
            nodes.isEmpty
              ? "is empty; give at least \(count.lowerBound)"
              : "has \(nodes.count) elements; "
                + "\(nodes.count < count.lowerBound ? "at least \(count.lowerBound)" : "at most \(count.upperBound)")"
                + " are allowed")
        }
        var elements: [Element] = []
        elements.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() where !reading.isFull {
          if let value = reading.at(.index(index), { element.read(node, &$0) }) {
            elements.append(value)
          }
        }
        return elements.count == nodes.count ? elements : nil
      },
      rounded: { $0.map(element.rounded) })
  }
}

/// The state of reading a document: the current field and the problems so far.
struct DocumentReader {
  enum Step {
    case key(String)
    case index(Int)
  }

  private(set) var problems: [DecisionProblem] = []
  private var path: [Step] = []

  /// Whether the maximum number of problems is reached.
  var isFull: Bool { problems.count > DecisionLimits.problems }

  /// Records a problem of the current field, or of one of its members.
  mutating func note(_ message: String, key: String? = nil) {
    guard !isFull else { return }
    let field = Self.text(path + [key.map(Step.key)].compactMap { $0 })
    problems.append(DecisionProblem(field: field, message: message))
  }

  mutating func reportInvalid<Value>(_ message: String) -> Value? {
    note(message)
    return nil
  }

  mutating func expected<Value>(_ what: String, _ node: JSONNode) -> Value? {
    reportInvalid("is \(node.words); must be \(what)")
  }

  /// Runs `body` with `step` appended to the current field's path.
  mutating func at<Result>(_ step: Step, _ body: (inout DocumentReader) -> Result) -> Result {
    path.append(step)
    defer { path.removeLast() }
    return body(&self)
  }

  private static func text(_ path: [Step]) -> String {
    path.reduce(into: "") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      }
    }
  }
}
