/// How values of one kind are written, read, rounded and described.
struct Form<Value: Sendable>: Sendable {
  /// What JSON Schema says of them.
  let schema: SchemaNode
  /// A value as JSON.
  let text: @Sendable (Value) -> String
  /// Reads a value; `nil` when it is none, which is noted then.
  let read: @Sendable (JSONNode, inout DocumentReading) -> Value?
  /// A value as it is written.
  var rounded: @Sendable (Value) -> Value = { $0 }
}

extension Form where Value == Double {
  /// Play time or a length of time, to 1 ms.
  static var time: Form {
    number(0...DecisionLimits.seconds, decimals: 3, "seconds")
  }
  /// A sum of half-second bins, to 0.1 s.
  static var span: Form {
    number(0...DecisionLimits.seconds, decimals: 1, "seconds")
  }
  /// A share or a score, to 0.01.
  static var share: Form { number(0...1, decimals: 2, "a share") }
  /// A mean number of viewers, to 0.1.
  static var meanViewers: Form { number(0...DecisionLimits.viewers, decimals: 1, "viewers") }
  /// An edge or a length in picture pixels, to 0.1; the picture itself bounds it further.
  static var pixels: Form {
    number(-DecisionLimits.pixels...DecisionLimits.pixels, decimals: 1, "pixels")
  }

  private static func number(
    _ range: ClosedRange<Double>, decimals: Int, _ unit: String
  ) -> Form {
    let rounded = { @Sendable (value: Double) in Rounding.round(value, decimals: decimals) }
    let bounds = "\(JSONNode.shown(range.lowerBound)) to \(JSONNode.shown(range.upperBound))"
    return Form(
      schema: .object([
        ("type", .text("number")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ]),
      text: { Rounding.text($0, decimals: decimals) },
      read: { node, reading in
        guard case .number(let value) = node.value else {
          return reading.expected("a number (\(unit))", node)
        }
        // What rounding takes away is no mistake: -0.0004 s is 0.
        guard range.contains(rounded(value)) else {
          return reading.refused("is \(JSONNode.shown(value)); must be \(unit) from \(bounds)")
        }
        return value
      }, rounded: rounded)
  }
}

extension Form where Value == Int {
  /// A whole number within bounds.
  static func count(_ range: ClosedRange<Int>) -> Form {
    Form(
      schema: .object([
        ("type", .text("integer")), ("minimum", .number(Double(range.lowerBound))),
        ("maximum", .number(Double(range.upperBound))),
      ]),
      text: { String($0) },
      read: { node, reading in
        guard case .number(let value) = node.value, let whole = Int(exactly: value) else {
          return reading.expected("a whole number", node)
        }
        guard range.contains(whole) else {
          return reading.refused(
            "is \(whole); must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
      })
  }

  /// How many viewers, or which rank.
  static var count: Form { count(0...Int(DecisionLimits.viewers)) }
  /// Pixels of a side of the picture.
  static var side: Form { count(1...Int(DecisionLimits.pixels)) }
}

extension Form where Value == String {
  /// Text for people, or a name.
  static var text: Form {
    Form(
      schema: .object([
        ("type", .text("string")), ("maxLength", .number(Double(DecisionLimits.characters))),
      ]),
      text: { JSONText.quoted($0) },
      read: { node, reading in
        guard case .text(let text) = node.value else {
          return reading.expected("text", node)
        }
        let length = text.unicodeScalars.count
        guard length <= DecisionLimits.characters else {
          return reading.refused(
            "has \(length) characters; at most \(DecisionLimits.characters) may be")
        }
        return text
      })
  }
}

extension Form where Value == Bool {
  /// Yes or no.
  static var truth: Form {
    Form(
      schema: .object([("type", .text("boolean"))]),
      text: { $0 ? "true" : "false" },
      read: { node, reading in
        guard case .bool(let value) = node.value else {
          return reading.expected("true or false", node)
        }
        return value
      })
  }
}

extension Form where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static var word: Form {
    let words = Value.allCases.map(\.rawValue)
    return Form(
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

extension Form where Value == FrameRate {
  /// Frames a second as `24/1`.
  static var frameRate: Form {
    Form(
      schema: .object([
        ("type", .text("string")), ("pattern", .text("^[1-9][0-9]{0,9}(/[1-9][0-9]{0,9})?$")),
      ]),
      text: { JSONText.quoted($0.description) },
      read: { node, reading in
        guard case .text(let text) = node.value, let rate = FrameRate(text: text),
          max(rate.numerator, rate.denominator) < 10_000_000_000
        else {
          return reading.refused("is \(node.words), which is no frame rate; write it as \"24/1\"")
        }
        return rate
      })
  }
}

extension Form {
  /// The same of a value that may be left out; one that is not there is never written.
  var optional: Form<Value?> {
    Form<Value?>(
      schema: schema, text: { $0.map(text) ?? "null" },
      read: { node, reading in read(node, &reading).map(Optional.some) },
      rounded: { $0.map(rounded) })
  }

  /// A list of what `element` describes; of as many as there may be moments, where nobody says.
  static func list<Element: Sendable>(
    of element: Form<Element>, count: ClosedRange<Int> = 0...DecisionLimits.moments
  ) -> Form where Value == [Element] {
    var members: [(String, SchemaNode)] = [("type", .text("array"))]
    if count.lowerBound > 0 { members.append(("minItems", .number(Double(count.lowerBound)))) }
    members += [("maxItems", .number(Double(count.upperBound))), ("items", element.schema)]
    return Form(
      schema: .object(members),
      text: { "[" + $0.map(element.text).joined(separator: ", ") + "]" },
      read: { node, reading in
        guard case .list(let nodes) = node.value else {
          return reading.expected("a list", node)
        }
        guard count.contains(nodes.count) else {
          return reading.refused(
            nodes.isEmpty
              ? "is empty; give at least \(count.lowerBound)"
              : "has \(nodes.count) elements; "
                + "\(nodes.count < count.lowerBound ? "at least \(count.lowerBound)" : "at most \(count.upperBound)")"
                + " may be")
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

/// Where in a document the reader is, and what it found wrong so far.
struct DocumentReading {
  enum Step {
    case key(String)
    case index(Int)
  }

  private(set) var problems: [DecisionProblem] = []
  private var path: [Step] = []

  /// Whether enough is wrong to stop looking for more.
  var isFull: Bool { problems.count > DecisionLimits.problems }

  /// Notes what is wrong here, or at a key of what is here.
  mutating func note(_ message: String, key: String? = nil) {
    guard !isFull else { return }
    let field = Self.text(path + [key.map(Step.key)].compactMap { $0 })
    problems.append(DecisionProblem(field: field, message: message))
  }

  /// Notes what is wrong here, of which no value can be made.
  mutating func refused<Value>(_ message: String) -> Value? {
    note(message)
    return nil
  }

  /// Notes that something else was expected here.
  mutating func expected<Value>(_ what: String, _ node: JSONNode) -> Value? {
    refused("is \(node.words); must be \(what)")
  }

  /// Does something one step further in.
  mutating func at<Result>(_ step: Step, _ body: (inout DocumentReading) -> Result) -> Result {
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
