package import EditDecisions
package import Foundation
package import Support

/// The wishes for a video in order, stored as JSON with the schema `gazecut.wishes/1`.
package struct WishDocument: Hashable, Sendable {
  static let schema = "gazecut.wishes/1"

  package var video: String
  package var wishes: [String]
  /// Number of wishes that each command made, in order; `nil` if each made one.
  var commands: [Int]?

  package init(video: String, _ history: WishHistory) {
    self.video = video
    wishes = history.wishes.map(\.description)
    let counts = history.commands.map(\.count)
    commands = counts.allSatisfy { $0 == 1 } ? nil : counts
  }

  package var json: String { Self.object.form.text(self) }

  package init(json: Data) throws { self = try Self.object.read(json: json) }

  /// Throws a `WishProblem` that names the wrong entry.
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
  /// If the user edited the list, each wish is a separate group. Throws a `WishProblem` that names
  /// the wrong entry.
  package func history() throws(WishProblem) -> WishHistory {
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

extension WishDocument {
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

extension DocumentSchema {
  package static let wishes = DocumentSchema(
    "wishes", "the wishes for a video (wishes/VIDEO.json)", WishDocument.object.schema)
}
