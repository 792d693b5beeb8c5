internal import Foundation
package import Media

/// The line that stands at the top of a clip.
package enum ClipTitle: Hashable, Sendable, Codable {
  /// The source's own title; nothing where it has none.
  case source
  /// A person's words.
  case line(String)

  /// Most characters of a line; what no two lines of a clip hold is cut off anyway.
  package static let longest = 200

  /// As settings are written: `source`, or the line itself.
  package var text: String {
    switch self {
    case .source: "source"
    case .line(let line): line
    }
  }

  /// What is to be shown in clips of a source; `nil` for nothing.
  ///
  /// A container may say anything: line ends and what steers a terminal are no letters.
  package func line(of info: MediaInfo) -> String? {
    let text =
      switch self {
      case .source: info.title ?? ""
      case .line(let line): line
      }
    let words = text.split { $0.isWhitespace || $0.isNewline }
    let plain = words.joined(separator: " ").filter { character in
      !character.unicodeScalars.contains { CharacterSet.controlCharacters.contains($0) }
    }
    return plain.isEmpty ? nil : String(plain.prefix(Self.longest))
  }
}
