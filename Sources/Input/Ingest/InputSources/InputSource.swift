import Foundation
package import Importers

/// A place that a night takes everything new of: a folder, or a database.
package protocol InputSource: Sendable {
  /// What messages call it, as gazecut.yaml does.
  var name: String { get }
  /// Where gazecut.yaml names it, as `gazecut.yaml:12`; `nil` for the library's own folder.
  var origin: String? { get }
  /// How what it holds is read.
  var reading: InputSourceOptions { get }
  /// What answers for the whole place, which is asked first, since a disk may be dead; `nil` where
  /// nothing on a disk does.
  var root: String? { get }

  /// All that is there now, in an order that depends on its names only.
  ///
  /// - Parameter now: the time, in seconds since 1970.
  /// - Returns: its items; none of what is no concern of this place.
  /// - Throws: `InputSourceError` where the place cannot be looked at.
  func items(now: Double) throws(InputSourceError) -> [InputItem]
}

/// How what a place holds is read: `gazecut import` would be told the same.
package struct InputSourceOptions: Sendable, Hashable {
  /// The name of a format, or `auto`.
  package var format: String
  package var values: [ImportOption: String] = [:]
  /// What all viewers of the place are labelled with, each as `age=child`.
  package var labels: [String] = []

  /// One text that changes with any of it: what was read one way is read again another.
  package var text: String {
    let options = values.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
    return ([format] + options + labels.sorted()).joined(separator: "\n")
  }
}

/// Why a place, or what lies there, cannot be looked at, or its pattern cannot be used.
package struct InputSourceError: Error, Hashable, Sendable {
  /// What is wrong and what to do.
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// One thing of a place that can be taken in: a file, or what a query of a database gives.
package struct InputItem: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    /// A file, by its absolute path.
    case file(String)
    /// What a query of a database gives.
    case query(DatabaseQuery)
  }

  enum Condition: Sendable, Hashable {
    /// It is whole, as far as can be seen.
    case whole
    /// It was changed so many seconds ago; less than nothing where clocks differ.
    case changed(secondsAgo: Double)
    /// It is still being written, which its name or its size says.
    case unfinished(String)
    /// It may not be read now, or is a link that leads nowhere.
    case closed(String)
    /// It will never be read as it is, for this reason.
    case unfit(String)
  }

  /// What names it from night to night; only a keyed mark of it is kept.
  package var identity: String
  /// What a person calls it, as the path from the library on; it may tell who watched.
  package var name: String
  /// The name in logs and in the library, without any text that may be a viewer's name.
  package private(set) var label: String
  /// The same as long as it is the same; it tells without reading.
  package var token: String
  package var source: Source
  var condition: Condition
  /// What its path says.
  package var words = PathMetadata()

  /// Writes the video's name into the label, if there is a video of that name.
  ///
  /// In `timelines/anna.schmidt/meadow.jsonl` the pattern `{video}/{viewer}` reads a person as the
  /// video, and the label becomes `timelines/*/*`.
  package mutating func showVideo(ifKnown isKnown: (String) -> Bool) {
    guard let field = label.range(of: "{video}", options: .backwards) else { return }
    let video = words.video.flatMap { isKnown($0) ? $0 : nil }
    label.replaceSubrange(field, with: video ?? "*")
  }
}
