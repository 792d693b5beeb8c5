package import Foundation

/// The wishes of a video as a file keeps them, in the order in which they were made.
///
/// Its written form is the JSON of schema `gazecut.wishes/1`.
package struct WishDocument: Hashable, Sendable {
  /// The name of the schema.
  package static let schema = "gazecut.wishes/1"

  /// The video's id.
  package var video: String
  /// Each in its written form.
  package var wishes: [String]

  /// Makes a document.
  package init(video: String, wishes: [Wish]) {
    self.video = video
    self.wishes = wishes.map(\.description)
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
  /// - Throws: `WishProblem`.
  package func read() throws(WishProblem) -> [Wish] {
    var read: [Wish] = []
    for text in wishes { read.append(try Wish(text: text)) }
    return read
  }
}

extension WishDocument: Described {
  static let object = ObjectForm<WishDocument>(
    blank: WishDocument(video: "", wishes: []),
    fields: [
      .constant("schema", schema, "The name of this form."),
      Field("video", \.video, .text, "The video's id."),
      Field(
        "wishes", \.wishes, .list(of: .text, count: 0...DecisionLimits.moments),
        "Each as 'never 3:10-3:30', 'always 1:27-1:45', 'move 1:27 start -2 end +1.5', "
          + "'frame 1:27-1:45 layout fit' or 'title A day out'."),
    ])
}
