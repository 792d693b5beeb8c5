extension Wish {
  /// The words with which a wish begins.
  static let kinds = ["never", "always", "move", "frame", "title"]

  /// Farthest that an edge is moved, seconds.
  static let farthest = 600.0

  /// Reads a wish as `description` writes it; play times as people write them.
  package init(text: String) throws(WishProblem) {
    var words = text.split(separator: " ").map(String.init)[...]
    let kind = words.popFirst() ?? ""
    if kind == "title" {
      // With a colon a number is a play time, here as elsewhere.
      let near = words.first.flatMap { $0.contains(":") ? PlayTime.seconds($0) : nil }
      if near != nil { words.removeFirst() }
      self = .title(try Self.line(words), near: near.map(Rounding.time))
      return
    }
    switch kind {
    case "never": self = .never(try Self.span(&words, kind))
    case "always": self = .always(try Self.span(&words, kind))
    case "move": self = try Self.move(&words)
    case "frame": self = try Self.frame(&words)
    default:
      throw WishProblem(
        "'\(kind)' is no wish; wishes are \(Self.kinds.joined(separator: ", "))"
          + Nearest.hint(for: kind, among: Self.kinds))
    }
    guard let rest = words.first else { return }
    throw WishProblem("'\(rest)' is too much in '\(text)'")
  }

  private static func line(_ words: ArraySlice<String>) throws(WishProblem) -> String {
    let line = words.joined(separator: " ")
    guard line.isTitle else { throw WishProblem("title: give \(String.titleForm)") }
    return line
  }

  private static func span(
    _ words: inout ArraySlice<String>, _ kind: String
  ) throws(WishProblem) -> ClosedRange<Double> {
    let word = words.popFirst() ?? ""
    guard let span = PlayTime.window(word) else {
      throw WishProblem(
        "\(kind): '\(word)' is no stretch of play time; write START-END as 1:27-1:45")
    }
    return rounded(span)
  }

  private static func rounded(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
    let start = Rounding.time(span.lowerBound)
    return start...max(start, Rounding.time(span.upperBound))
  }

  private static func move(_ words: inout ArraySlice<String>) throws(WishProblem) -> Wish {
    let word = words.popFirst() ?? ""
    guard let near = PlayTime.seconds(word) else {
      throw WishProblem("move: '\(word)' is no play time; write 1:27")
    }
    var edges: [String: WishedEdge] = [:]
    while let name = words.first, name == "start" || name == "end" {
      words.removeFirst()
      let text = words.popFirst() ?? ""
      guard let edge = edge(text), edges[name] == nil else {
        throw WishProblem(
          "move: '\(text)' is no number of seconds from -\(JSONNode.shown(farthest)) to "
            + "\(JSONNode.shown(farthest)) and no play time as 1:27 for its \(name)")
      }
      edges[name] = edge
    }
    let (start, end) = (edges["start"] ?? .by(0), edges["end"] ?? .by(0))
    guard !start.isLeft || !end.isLeft else {
      throw WishProblem("move \(word): say by how many seconds its start or its end moves")
    }
    if case (.at(let first), .at(let last)) = (start, end), last <= first {
      throw WishProblem("move \(word): it would end before it starts")
    }
    return .move(near: Rounding.time(near), start: start, end: end)
  }

  /// Seconds, or with a colon the play time itself.
  private static func edge(_ text: String) -> WishedEdge? {
    guard !text.contains(":") else {
      return PlayTime.seconds(text).map { .at(Rounding.time($0)) }
    }
    guard let seconds = Double(text), abs(seconds) <= farthest else { return nil }
    return .by(Rounding.time(seconds))
  }

  private static func frame(_ words: inout ArraySlice<String>) throws(WishProblem) -> Wish {
    let word = words.popFirst() ?? ""
    let place: WishedPlace
    if let span = PlayTime.window(word) {
      place = .span(rounded(span))
    } else if let time = PlayTime.seconds(word) {
      place = .moment(Rounding.time(time))
    } else {
      throw WishProblem("frame: '\(word)' is no play time and no stretch; write 1:27 or 1:27-1:45")
    }
    return .frame(place, try look(&words))
  }

  private static func look(_ words: inout ArraySlice<String>) throws(WishProblem) -> WishedLook {
    switch words.popFirst() {
    case "hold": return .hold
    case "layout":
      let name = words.popFirst() ?? ""
      guard let look: WishedLook = ["crop": .crop, "fit": .fit][name] else {
        throw WishProblem(
          "frame: the layout must be crop or fit, not '\(name)'; two windows are given by an edited "
            + "decisions.json")
      }
      return look
    case "x": return try window(&words, at: "x")
    case "y": return try window(&words, at: "y")
    default:
      throw WishProblem("frame: say how: layout crop, layout fit, x PIXELS, y PIXELS or hold")
    }
  }

  private static func window(
    _ words: inout ArraySlice<String>, at first: String
  ) throws(WishProblem) -> WishedLook {
    var edges: [String: Double] = [:]
    var name: String? = first
    while let edge = name, edge == "x" || edge == "y", edges[edge] == nil {
      if !edges.isEmpty { words.removeFirst() }
      let text = words.popFirst() ?? ""
      guard let value = Double(text), (0...DecisionLimits.pixels).contains(value) else {
        throw WishProblem("frame: '\(text)' is no \(edge) in picture pixels")
      }
      edges[edge] = Rounding.pixels(value)
      name = words.first
    }
    return .window(x: edges["x"], y: edges["y"])
  }
}

extension String {
  /// Most characters of a title; what no two lines of a clip hold is cut off anyway.
  package static let longestTitle = 200

  /// What a title must be, in words.
  package static let titleForm =
    "one line of at most \(longestTitle) characters, without control characters"

  /// Whether clips can bear it: `titleForm`, and no bytes that were no text.
  package var isTitle: Bool {
    !isEmpty && count <= Self.longestTitle && !contains(where: \.isNewline)
      && unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
      }
  }
}
