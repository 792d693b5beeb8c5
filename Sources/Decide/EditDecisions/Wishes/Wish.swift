package import Foundation
package import Support

/// An editorial override for a video, given with `gazecut wish`.
///
/// The audience decides the rest.
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

/// A new position for the start or the end of a moment.
package enum WishEdge: Hashable, Sendable {
  /// Shifts the edge by this many seconds; positive is later, and 0 leaves it.
  case by(Double)
  /// Sets the edge to this play time in seconds.
  case at(Double)

  /// Whether the edge is not moved.
  package var isLeft: Bool { self == .by(0) }

  /// The play time, or `nil` for a shift.
  var time: Double? { if case .at(let time) = self { time } else { nil } }

  /// Returns the new play time of an edge that is at `time`.
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

/// The framing that a wish asks for.
package enum WishFraming: Hashable, Sendable {
  /// One crop that follows the audience's gaze.
  case crop
  /// Two crops, one above the other, on the two gaze clusters.
  case stack
  /// A crop that is wider than a vertical one, over a blurred background.
  case wide
  /// The whole frame over a blurred background.
  case fit
  /// The largest possible crop with its left or top edge at these pixels.
  ///
  /// `nil` leaves an edge to the audience.
  case window(x: Double?, y: Double?)
  /// The largest possible crop, constant within each shot, placed for the best gaze coverage.
  case hold

  /// Whether the wish specifies the position of the crop.
  package var isWindow: Bool { if case .window = self { true } else { false } }
}

/// The error for a wish that is invalid or contradicts other wishes.
package struct WishProblem: UserFacingError, Hashable, Sendable {
  /// Description of the problem, and how to correct it.
  package var description: String

  package init(_ description: String) { self.description = description }

  package var status: ExitStatus { .badData }
}

extension Wish {
  /// Returns whether a later wish replaces this one, because it sets the same thing for the same
  /// clips.
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
      " \(name) \(seconds > 0 ? "+" : "-")\(JSONNode.shown(abs(seconds)))"
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

extension WishFraming: CustomStringConvertible {
  /// The written form, for example `layout fit`, `x 410` or `hold`.
  package var description: String {
    switch self {
    case .crop: "layout crop"
    case .stack: "layout stack"
    case .wide: "layout wide"
    case .fit: "layout fit"
    case .hold: "hold"
    case .window(let x, let y):
      [("x", x), ("y", y)].compactMap { name, edge in
        edge.map { "\(name) \(JSONNode.shown($0))" }
      }.joined(separator: " ")
    }
  }
}

/// The file of the wishes for a video, in the order in which they were made.
///
/// It is stored as JSON with the schema `gazecut.wishes/1`.
package struct WishDocument: Hashable, Sendable {
  static let schema = "gazecut.wishes/1"

  package var video: String
  /// The wishes in their written form.
  package var wishes: [String]
  /// Number of wishes that each command made, in order.
  ///
  /// `nil` if each made one.
  var commands: [Int]?

  package init(video: String, _ book: WishHistory) {
    self.video = video
    wishes = book.wishes.map(\.description)
    let counts = book.commands.map(\.count)
    commands = counts.allSatisfy { $0 == 1 } ? nil : counts
  }

  /// The document as one line of JSON without a line feed.
  package var json: String { Self.object.form.text(self) }

  /// Reads a wish document from JSON.
  ///
  /// - Throws: `DecisionErrors` with the first wrong fields, or with line and column if the text
  ///   is not JSON.
  package init(json: Data) throws { self = try Self.read(json: json) }

  /// Parses the wishes.
  ///
  /// - Throws: `WishProblem` that names the wrong entry.
  package func read() throws(WishProblem) -> [Wish] {
    var read: [Wish] = []
    for (index, text) in wishes.enumerated() {
      do {
        read.append(try Wish(text: text))
      } catch {
        throw WishProblem("wishes[\(index)] '\(text)': \(error)")
      }
    }
    return read
  }

  /// The wishes grouped by the commands that made them.
  ///
  /// If a person edited the list, each wish is a group of its own.
  ///
  /// - Throws: `WishProblem` that names the wrong entry.
  package func book() throws(WishProblem) -> WishHistory {
    let wishes = try read()
    guard let commands, commands.reduce(0, +) == wishes.count else {
      return WishHistory(wishes.map { [$0] })
    }
    var left = wishes[...]
    return WishHistory(
      commands.map { count in
        defer { left = left.dropFirst(count) }
        return Array(left.prefix(count))
      })
  }
}

extension WishDocument: JSONDocumentObject {
  static let object = JSONObjectFormat<WishDocument>(
    blank: WishDocument(video: "", WishHistory()),
    fields: [
      .schema(schema),
      Field("video", \.video, .text, "ID of the video."),
      Field(
        "wishes", \.wishes, .list(of: .text),
        "The wishes, for example 'never 3:10-3:30', 'always 1:27-1:45', "
          + "'move 1:27 start -2 end +1.5', 'frame 1:27-1:45 layout fit', 'title A day out' or "
          + "'title 1:27 A wave'."),
      .optional(
        "commands", \.commands, .list(of: .count(1...DecisionLimits.moments)),
        "Number of wishes that each command made, in order. One --undo removes the wishes of one "
          + "command. If left out, each command made one."),
    ])
}
