/// What a person wishes of a video; the audience decides the rest.
package enum Wish: Hashable, Sendable {
  /// No clip shows any of these seconds.
  case never(ClosedRange<Double>)
  /// A clip shows just these seconds.
  case always(ClosedRange<Double>)
  /// The moment that holds a play time begins and ends so many seconds later than the audience's.
  case move(near: Double, start: Double, end: Double)
  /// Some seconds are shown in a person's way.
  case frame(WishedPlace, WishedLook)
  /// All clips bear this line.
  case title(String)
}

/// Where a person's framing holds.
package enum WishedPlace: Hashable, Sendable {
  /// In these seconds of play time, wherever a clip shows them.
  case span(ClosedRange<Double>)
  /// In all of the moment that holds this play time.
  case moment(Double)
}

/// How a person wishes seconds to be shown.
package enum WishedLook: Hashable, Sendable {
  /// One window, moved by the audience.
  case crop
  /// The whole picture over its own blur.
  case fit
  /// The largest window, its left and top edge at these picture pixels; `nil` where the person
  /// leaves an edge open.
  case window(x: Double?, y: Double?)
  /// The largest window, still in each shot where it keeps most of what is looked at.
  case hold

  /// Whether a person gave the window's place itself.
  package var isWindow: Bool { if case .window = self { true } else { false } }
}

/// A wish that cannot be written, or cannot be fulfilled beside others.
package struct WishProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what would be right.
  package var description: String

  /// Makes a problem.
  package init(_ description: String) { self.description = description }
}

extension Wish: CustomStringConvertible {
  /// The one written form of a wish: `never 3:10-3:30`, `move 1:27 start -2 end +1.5`.
  package var description: String {
    switch self {
    case .never(let span): "never \(PlayTime.text(span))"
    case .always(let span): "always \(PlayTime.text(span))"
    case .move(let near, let start, let end):
      "move \(PlayTime.text(near))" + Self.offset("start", start) + Self.offset("end", end)
    case .frame(let place, let look): "frame \(place) \(look)"
    case .title(let line): "title \(line)"
    }
  }

  private static func offset(_ edge: String, _ seconds: Double) -> String {
    seconds == 0 ? "" : " \(edge) \(seconds > 0 ? "+" : "-")\(JSONNode.shown(abs(seconds)))"
  }
}

extension WishedPlace: CustomStringConvertible {
  /// `1:27-1:45`, or `1:27` for the moment there.
  package var description: String {
    switch self {
    case .span(let span): PlayTime.text(span)
    case .moment(let time): PlayTime.text(time)
    }
  }
}

extension WishedLook: CustomStringConvertible {
  /// `layout fit`, `x 410`, `hold`.
  package var description: String {
    switch self {
    case .crop: "layout crop"
    case .fit: "layout fit"
    case .hold: "hold"
    case .window(let x, let y):
      [("x", x), ("y", y)].compactMap { name, edge in
        edge.map { "\(name) \(JSONNode.shown($0))" }
      }.joined(separator: " ")
    }
  }
}
