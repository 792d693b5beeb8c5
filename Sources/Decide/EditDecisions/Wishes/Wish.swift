package import Foundation

/// What a person wishes of a video; the audience decides the rest.
package enum Wish: Hashable, Sendable {
  /// No clip shows any of these seconds.
  case never(ClosedRange<Double>)
  /// A clip shows just these seconds.
  case always(ClosedRange<Double>)
  /// The moment that holds a play time begins and ends elsewhere than the audience's.
  case move(near: Double, start: WishedEdge, end: WishedEdge)
  /// Some seconds are shown in a person's way.
  case frame(WishedPlace, WishedLook)
  /// The clip of the moment that holds a play time bears this line; all do where none is given.
  case title(String, near: Double?)
}

/// Where an edge of a moment goes.
package enum WishedEdge: Hashable, Sendable {
  /// So many seconds later than the audience's; 0 leaves it.
  case by(Double)
  /// To this play time, wherever the audience's is.
  case at(Double)

  /// Whether it stays where the audience's is.
  package var isLeft: Bool { self == .by(0) }

  /// The play time that was given; `nil` for seconds.
  var time: Double? { if case .at(let time) = self { time } else { nil } }

  /// Where an edge comes to lie that lay elsewhere.
  package func place(from time: Double) -> Double {
    switch self {
    case .by(let seconds): time + seconds
    case .at(let place): place
    }
  }
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

  package init(_ description: String) { self.description = description }
}

extension Wish {
  /// Whether a later wish counts in its place: it says the same thing of the same clips anew.
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
  /// Those in whose place no later one counts.
  package var holding: [Wish] {
    enumerated().filter { index, wish in
      !self[(index + 1)...].contains { wish.isReplaced(by: $0) }
    }.map(\.element)
  }
}

extension Wish: CustomStringConvertible {
  /// The one written form of a wish: `never 3:10-3:30`, `move 1:27 start -2 end +1.5`.
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

  private static func edge(_ name: String, _ edge: WishedEdge) -> String {
    switch edge {
    case .by(0): ""
    case .by(let seconds):
      " \(name) \(seconds > 0 ? "+" : "-")\(JSONNode.shown(abs(seconds)))"
    case .at(let time): " \(name) \(PlayTime.text(time))"
    }
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

/// The wishes of a video as a file keeps them, in the order in which they were made.
///
/// Its written form is the JSON of schema `gazecut.wishes/1`.
package struct WishDocument: Hashable, Sendable {
  static let schema = "gazecut.wishes/1"

  package var video: String
  /// Each in its written form.
  package var wishes: [String]
  /// How many of them each command made, in order; `nil` where each made one.
  var commands: [Int]?

  package init(video: String, _ book: WishBook) {
    self.video = video
    wishes = book.wishes.map(\.description)
    let counts = book.commands.map(\.count)
    commands = counts.allSatisfy { $0 == 1 } ? nil : counts
  }

  /// The document as one line of JSON, without a line end.
  package var json: String { Self.object.form.text(self) }

  /// Reads a document.
  ///
  /// - Throws: `DecisionProblems` naming the first few fields, or the line and column where the
  ///   text is no JSON.
  package init(json: Data) throws { self = try Self.read(json: json) }

  /// The wishes, read.
  ///
  /// - Throws: `WishProblem` that names the entry.
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

  /// The wishes by the commands that made them; a command each where a person has edited them.
  ///
  /// - Throws: `WishProblem` that names the entry.
  package func book() throws(WishProblem) -> WishBook {
    let wishes = try read()
    guard let commands, commands.reduce(0, +) == wishes.count else {
      return WishBook(wishes.map { [$0] })
    }
    var left = wishes[...]
    return WishBook(
      commands.map { count in
        defer { left = left.dropFirst(count) }
        return Array(left.prefix(count))
      })
  }
}

extension WishDocument: Described {
  static let object = ObjectForm<WishDocument>(
    blank: WishDocument(video: "", WishBook()),
    fields: [
      .schema(schema),
      Field("video", \.video, .text, "The video's id."),
      Field(
        "wishes", \.wishes, .list(of: .text),
        "Each as 'never 3:10-3:30', 'always 1:27-1:45', 'move 1:27 start -2 end +1.5', "
          + "'frame 1:27-1:45 layout fit', 'title A day out' or 'title 1:27 A wave'."),
      .optional(
        "commands", \.commands, .list(of: .count(1...DecisionLimits.moments)),
        "How many of them each command made, in order: one --undo takes back what one made. "
          + "Without it each made one."),
    ])
}
