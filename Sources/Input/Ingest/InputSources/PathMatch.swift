import Audience
import Foundation
import Importers

/// The fields that a pattern finds in one path, and the part of the path that may be printed.
struct PathMatch: Sendable, Hashable {
  private(set) var fields: [PathPattern.Field: String] = [:]
  /// All fields except the video, in the order of the path; they form the session's name.
  private var others: [String] = []
  /// The path with `*` for each field that may be a viewer's name, and `{video}` for the video.
  private var shown: [String] = []
  /// The extension in the pattern; any other extension may be the end of a name.
  private let ending: String

  init(ending: String) { self.ending = ending }

  mutating func add(_ parts: [PathPattern.Part], _ texts: [Substring]) {
    var name = ""
    for (part, text) in zip(parts, texts) {
      switch part {
      case .text: name += text
      case .any:
        others.append(String(text))
        name += "*"
      case .field(let field):
        let text = String(text)
        fields[field] = text
        if field != .video { others.append(text) }
        name += field == .video ? "{video}" : "*"
      }
    }
    shown.append(name)
  }

  private static func clock(_ date: String) -> ClockDate? {
    ClockDate(date.count > 10 ? date : date + "T00:00:00")
  }

  /// The path without text that may be a viewer's name, for example `{video}/*.jsonl`.
  var label: String { shown.joined(separator: "/") + ending }

  /// The names and times for an import.
  ///
  /// The session's name contains all fields except the video. So two files of one viewer are two
  /// sessions, and two viewers never become one. Throws `InputSourceError` for an invalid video ID
  /// or date.
  func words() throws(InputSourceError) -> PathMetadata {
    var words = PathMetadata(
      video: fields[.video], viewer: fields[.viewer],
      session: others.isEmpty ? nil : others.joined(separator: "_"))
    if let video = fields[.video], !Identifier.isValid(video) {
      throw InputSourceError("the video in its path is not a valid ID: \(Identifier.rule)")
    }
    if let date = fields[.date] {
      guard let clock = Self.clock(date) else {
        throw InputSourceError(
          "the date in its path is not valid; write it as 2026-11-19, or use * in the pattern")
      }
      words.recordedAt = Date(timeIntervalSince1970: clock.unixSeconds ?? clock.seconds)
    }
    return words
  }
}
