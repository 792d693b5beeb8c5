import Foundation
package import Importers

/// A source of new data for each run: a watched folder or a database.
package protocol InputSource: Sendable {
  /// The name in messages, as in gazecut.yaml.
  var name: String { get }
  /// Its position in gazecut.yaml, for example `gazecut.yaml:12`; `nil` for the default folder.
  var origin: String? { get }
  /// How its items are read.
  var reading: InputSourceOptions { get }
  /// The path to check before anything else, because a disk may hang; `nil` without a disk.
  var root: String? { get }

  /// All existing items, in an order that depends only on their names.
  ///
  /// `now` is in seconds since 1970. Throws `InputSourceError` if the source cannot be read.
  func items(now: Double) throws(InputSourceError) -> [InputItem]
}

/// The format and options with which an input source is read, as for `gazecut import`.
package struct InputSourceOptions: Sendable, Hashable {
  /// The name of a format, or `auto`.
  package var format: String
  package var values: [ImportOption: String] = [:]
  /// Labels for all viewers of the source, each like `age=child`.
  package var labels: [String] = []

  /// A text that identifies the options; if it changes, files are imported again.
  package var text: String {
    let options = values.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
    return ([format] + options + labels.sorted()).joined(separator: "\n")
  }
}

/// The reason why an input source or an item cannot be read, or a pattern cannot be used.
package struct InputSourceError: Error, Hashable, Sendable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// One item that can be imported: a file, or the result of a database query.
package struct InputItem: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    /// A file, by its absolute path.
    case file(String)
    case query(DatabaseQuery)
  }

  enum Condition: Sendable, Hashable {
    /// It seems to be complete.
    case whole
    /// It was changed this many seconds ago; negative if clocks differ.
    case changed(secondsAgo: Double)
    /// It is still being written, according to its name or size.
    case unfinished(String)
    /// It cannot be opened now, or is a broken link.
    case closed(String)
    /// It is a folder above files that cannot be read, for this reason.
    case closedFolder(String)
    /// It can never be read in its current form, for this reason.
    case unfit(String)
  }

  /// Identifies the item from run to run; the library stores only a keyed hash of it.
  package var identity: String
  /// The path as users write it, relative to the library; it may identify a viewer.
  package var name: String
  /// The name in logs and in the library, without any text that may be a viewer's name.
  package private(set) var label: String
  /// Changes when the content changes; known without reading the content.
  package var token: String
  package var source: Source
  var condition: Condition
  /// Names and times from the path.
  package var words = PathMetadata()

  /// Puts the video's name into the label, if there is a video of that name.
  ///
  /// For example, in `timelines/anna.schmidt/meadow.jsonl` the pattern `{video}/{viewer}` would
  /// treat a person as the video. Then the label becomes `timelines/*/*`.
  mutating func revealVideoName(ifKnown isKnown: (String) -> Bool) {
    guard let field = label.range(of: "{video}", options: .backwards) else { return }
    let video = words.video.flatMap { isKnown($0) ? $0 : nil }
    label.replaceSubrange(field, with: video ?? "*")
  }
}
