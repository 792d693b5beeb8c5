import Audience
import Foundation

/// Video files that are ignored because their names cannot be IDs, and how to include them.
package struct UnusableFileNames {
  let paths: [String]
  let taken: Set<String>
  /// The library folder; paths inside are shown relative to it.
  let library: String
}

extension UnusableFileNames {
  package init(_ finder: SourceFinder, in library: LibraryFolder) {
    self.init(paths: finder.unusableNames, taken: Set(finder.ids), library: library.path)
  }

  /// A summary in one sentence; `nil` if there are no such files.
  package var sentence: String? {
    lines.first.map {
      "\($0.prefix { $0 != ":" }): `gazecut status` prints lines for gazecut.yaml."
    }
  }

  static let maximumListed = 10

  /// One line per file after a heading, to be copied into gazecut.yaml; empty if all can be IDs.
  package var lines: [String] {
    guard !paths.isEmpty else { return [] }
    let are = paths.count == 1 ? "1 video is" : "\(paths.count) videos are"
    let head = "\(are) ignored: an ID is \(Identifier.rule). These lines in gazecut.yaml include "
    var told = [head + (paths.count == 1 ? "it:" : "them:"), "  videos:"]
    var taken = taken
    for path in paths.prefix(Self.maximumListed) {
      let id = Self.id(for: path, besides: taken)
      taken.insert(id)
      told += [
        "    \(id):", "      source: \(Self.quoted(LibraryFolder.shown(path, in: library)))",
      ]
    }
    let more = paths.count - Self.maximumListed
    return more > 0 ? told + ["  and \(more) more"] : told
  }

  /// An ID similar to the file name: letters without diacritics, other characters as one hyphen.
  static func id(for path: String, besides taken: Set<String>) -> String {
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    let plain = name.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
    let words = plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber || "._".contains($0)) }
    let joined = String(words.joined(separator: "-").prefix(60))
    let stem = Identifier.isValid(joined) ? joined : "video"
    var id = stem
    var number = 2
    while taken.contains(id) {
      id = "\(stem)-\(number)"
      number += 1
    }
    return id
  }

  /// Quotes text for YAML (YAML 1.2, 7.3.1: double-quoted).
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default:
        if scalar == "\"" || scalar == "\\" { quoted += "\\" }
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
