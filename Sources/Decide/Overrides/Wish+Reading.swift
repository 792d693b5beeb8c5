import EditDecisions
import Support

extension Wish {
  static let kinds = ["never", "always", "move", "frame", "title"]

  /// Maximum distance in seconds by which an edge can be moved.
  static let maximumShift = 600.0

  /// Parses the form of `description`; play times may have any form that `PlayTime` reads.
  package init(text: String) throws(WishProblem) {
    var words = text.split(separator: " ").map(String.init)[...]
    let kind = words.popFirst() ?? ""
    if kind == "title" {
      // Only a number with a colon is a play time here; other numbers are part of the title.
      let near = words.first.flatMap { $0.contains(":") ? PlayTime.seconds($0) : nil }
      if near != nil { words.removeFirst() }
      self = .title(try Self.parseLine(words), near: near.map(Rounding.time))
      return
    }
    switch kind {
    case "never": self = .never(try Self.parseSpan(&words, kind))
    case "always": self = .always(try Self.parseSpan(&words, kind))
    case "move": self = try Self.parseMove(&words)
    case "frame": self = try Self.parseFrame(&words)
    default:
      throw WishProblem(
        "'\(kind)' is not a kind of wish; use one of \(Self.kinds.joined(separator: ", "))"
          + SpellingSuggestion.hint(for: kind, among: Self.kinds))
    }
    guard let rest = words.first else { return }
    throw WishProblem("'\(rest)' is not expected in '\(text)'; remove it")
  }

  private static func parseLine(_ words: ArraySlice<String>) throws(WishProblem) -> String {
    let line = words.joined(separator: " ")
    guard line.isTitle else { throw WishProblem("title: give \(String.titleRules)") }
    return line
  }

  private static func parseSpan(
    _ words: inout ArraySlice<String>, _ kind: String
  ) throws(WishProblem) -> ClosedRange<Double> {
    let word = words.popFirst() ?? ""
    guard let span = PlayTime.window(word) else {
      throw WishProblem(
        "\(kind): '\(word)' is not a time range; write START-END, for example 1:27-1:45")
    }
    return rounded(span)
  }

  private static func rounded(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
    let start = Rounding.time(span.lowerBound)
    return start...max(start, Rounding.time(span.upperBound))
  }

  private static func parseMove(_ words: inout ArraySlice<String>) throws(WishProblem) -> Wish {
    let word = words.popFirst() ?? ""
    guard let near = PlayTime.seconds(word) else {
      throw WishProblem("move: '\(word)' is not a play time; write for example 1:27")
    }
    var edges: [String: WishEdge] = [:]
    while let name = words.first, name == "start" || name == "end" {
      words.removeFirst()
      let text = words.popFirst() ?? ""
      guard let edge = parseEdge(text), edges[name] == nil else {
        throw WishProblem(
          "move: '\(text)' is not a number of seconds from -\(JSONText.number(maximumShift)) to "
            + "\(JSONText.number(maximumShift)), and not a play time such as 1:27, for its \(name)")
      }
      edges[name] = edge
    }
    let (start, end) = (edges["start"] ?? .by(0), edges["end"] ?? .by(0))
    guard !start.isLeft || !end.isLeft else {
      throw WishProblem(
        "move \(word): say by how many seconds its start or its end moves, for example start -2")
    }
    if case (.at(let first), .at(let last)) = (start, end), last <= first {
      throw WishProblem("move \(word): it would end before it starts")
    }
    return .move(near: Rounding.time(near), start: start, end: end)
  }

  /// Parses seconds, or a play time if the text contains a colon.
  private static func parseEdge(_ text: String) -> WishEdge? {
    guard !text.contains(":") else { return PlayTime.seconds(text).map { .at(Rounding.time($0)) } }
    guard let seconds = Double(text), abs(seconds) <= maximumShift else { return nil }
    return .by(Rounding.time(seconds))
  }

  private static func parseFrame(_ words: inout ArraySlice<String>) throws(WishProblem) -> Wish {
    let word = words.popFirst() ?? ""
    let place: WishTarget
    if let span = PlayTime.window(word) {
      place = .span(rounded(span))
    } else if let time = PlayTime.seconds(word) {
      place = .moment(Rounding.time(time))
    } else {
      throw WishProblem(
        "frame: '\(word)' is not a play time or time range; write for example 1:27 or 1:27-1:45")
    }
    return .frame(place, try parseLook(&words))
  }

  private static func parseLook(_ words: inout ArraySlice<String>) throws(WishProblem)
    -> WishFraming
  {
    switch words.popFirst() {
    case "hold": return .hold
    case "layout":
      let name = words.popFirst() ?? ""
      let looks: [String: WishFraming] = [
        "crop": .crop, "stack": .stack, "wide": .wide, "fit": .fit,
      ]
      guard let look = looks[name] else {
        throw WishProblem("frame: the layout must be crop, stack, wide or fit, not '\(name)'")
      }
      return look
    case "x": return try parseWindow(&words, at: "x")
    case "y": return try parseWindow(&words, at: "y")
    default:
      throw WishProblem(
        "frame: say how: layout (crop, stack, wide or fit), x or y (pixels), or hold; on the "
          + "command line with --layout, --x, --y or --hold")
    }
  }

  private static func parseWindow(
    _ words: inout ArraySlice<String>, at first: String
  ) throws(WishProblem) -> WishFraming {
    var edges: [String: Double] = [:]
    var name: String? = first
    while let edge = name, edge == "x" || edge == "y", edges[edge] == nil {
      if !edges.isEmpty { words.removeFirst() }
      let text = words.popFirst() ?? ""
      guard let value = Double(text), (0...DecisionLimits.pixels).contains(value) else {
        throw WishProblem("frame: '\(text)' is not a valid \(edge) in pixels of the video")
      }
      edges[edge] = Rounding.pixels(value)
      name = words.first
    }
    return .window(x: edges["x"], y: edges["y"])
  }
}
