package import EditDecisions
package import Support

/// An editorial override for a video, given with `gazecut wish` or in gazecut.yaml.
///
/// The audience decides the rest. This module holds all that a wish goes through:
///
/// - `Wish` and `Wish(text:)`: the kinds of wishes, and their written form.
/// - `WishDocument`, `WishHistory`, `WishFile`: wishes/VIDEO.json, and the commands that made it.
/// - `WishCheck`: wishes that contradict each other. `VideoWishes.requirePossible`: wishes that a
///   video cannot fulfil.
/// - `WishInput`, `WishRequest`: what `gazecut wish` is asked to do.
/// - `WishApplication`: wishes for times, applied to the moments that the audience chose.
///   `VideoWishes`: wishes for crops and titles.
/// - `WishPreview`: what a wish changes, before and after.
///
/// Elsewhere are `OverrideParser` in Settings (gazecut.yaml), `WishEditor` in Nightly (the command,
/// which needs decisions), and `MomentFramer.pieces` in Framing.
package enum Wish: Hashable, Sendable {
  /// No clip may show any of these seconds.
  case never(ClosedRange<Double>)
  /// One clip must show exactly these seconds.
  case always(ClosedRange<Double>)
  /// Moves the start or the end of the moment at a play time.
  case move(near: Double, start: WishEdge, end: WishEdge)
  /// Sets the framing of a time range or of a moment.
  case frame(WishTarget, WishFraming)
  /// Sets the title of the clip at a play time, or of all clips if `near` is `nil`.
  case title(String, near: Double?)
}

package enum WishEdge: Hashable, Sendable {
  /// Shifts the edge by this many seconds; positive is later, and 0 leaves it.
  case by(Double)
  /// Sets the edge to this play time in seconds.
  case at(Double)

  package var isLeft: Bool { self == .by(0) }

  /// The play time; `nil` for a shift.
  var time: Double? { if case .at(let time) = self { time } else { nil } }

  /// The new play time of an edge that is at `time`.
  package func place(from time: Double) -> Double {
    switch self {
    case .by(let seconds): time + seconds
    case .at(let place): place
    }
  }
}

/// The part of a video to which a framing wish applies.
package enum WishTarget: Hashable, Sendable {
  /// A range of play time in seconds, in all clips that show it.
  case span(ClosedRange<Double>)
  /// The whole moment that contains this play time.
  case moment(Double)
}

package struct WishProblem: UserFacingError, Hashable, Sendable {
  package var description: String

  package init(_ description: String) { self.description = description }

  package var status: ExitStatus { .badData }
}

extension Wish {
  /// The seconds that no clip may show; `nil` for another wish.
  package var forbidden: ClosedRange<Double>? {
    if case .never(let span) = self { span } else { nil }
  }

  /// The seconds that one clip must show exactly; `nil` for another wish.
  var demanded: ClosedRange<Double>? { if case .always(let span) = self { span } else { nil } }

  /// Whether a later wish replaces this one, because it sets the same thing for the same clips.
  func isReplaced(by later: Wish) -> Bool {
    switch (self, later) {
    case (.title(_, let near), .title(_, let other)): near == other
    case (.frame(.moment(let near), _), .frame(.moment(let other), _)): near == other
    case (.move(let near, let start, let end), .move(let other, let newStart, let newEnd)):
      near == other && (start.isLeft || newStart.time != nil) && (end.isLeft || newEnd.time != nil)
    default: false
    }
  }
}

extension [Wish] {
  /// The wishes that are not replaced by a later one.
  package var holding: [Wish] {
    enumerated().filter { index, wish in
      !self[(index + 1)...].contains { wish.isReplaced(by: $0) }
    }.map(\.element)
  }
}

extension Wish: CustomStringConvertible {
  /// The wish in its written form, for example `never 3:10-3:30` or `move 1:27 start -2 end +1.5`.
  package var description: String {
    switch self {
    case .never(let span): "never \(PlayTime.text(span))"
    case .always(let span): "always \(PlayTime.text(span))"
    case .move(let near, let start, let end):
      "move \(PlayTime.text(near))" + Self.edge("start", start) + Self.edge("end", end)
    case .frame(let place, let look): "frame \(place) \(look)"
    case .title(let line, let near):
      "title " + (near.map { PlayTime.text($0) + " " } ?? "") + line
    }
  }

  private static func edge(_ name: String, _ edge: WishEdge) -> String {
    switch edge {
    case .by(0): ""
    case .by(let seconds):
      " \(name) \(seconds > 0 ? "+" : "-")\(JSONText.number(abs(seconds)))"
    case .at(let time): " \(name) \(PlayTime.text(time))"
    }
  }
}

extension WishTarget: CustomStringConvertible {
  /// The written form, for example `1:27-1:45`, or `1:27` for the moment at that time.
  package var description: String {
    switch self {
    case .span(let span): PlayTime.text(span)
    case .moment(let time): PlayTime.text(time)
    }
  }
}
