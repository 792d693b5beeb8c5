import Audience
import Foundation

/// Video files that are passed over because their names cannot be ids, and how to take them all
/// the same.
package struct UnusableFileNames {
  let paths: [String]
  /// The ids that are taken already.
  let taken: Set<String>
  /// The library's folder: paths inside are told from it on.
  let library: String

}

extension UnusableFileNames {
  /// Looks at the names that a finder meets.
  package init(_ finder: SourceFinder, in library: LibraryFolder) {
    self.init(paths: finder.unusableNames, taken: Set(finder.ids), library: library.path)
  }

  /// That there are some, in a sentence; `nil` where there is none.
  package var sentence: String? {
    lines.first.map { "\($0.prefix { $0 != ":" }): `gazecut status` has the lines." }
  }

  /// How many files are told with their lines; of more only the number is told.
  static let mostTold = 10

  /// What to say, a line each; none where every name can be an id.
  ///
  /// The lines under the first can be put into gazecut.yaml as they stand.
  package var lines: [String] {
    guard !paths.isEmpty else { return [] }
    let are = paths.count == 1 ? "1 video is" : "\(paths.count) videos are"
    let head = "\(are) passed over: an id is \(Identifier.rule). These lines in gazecut.yaml take "
    var told = [head + (paths.count == 1 ? "it:" : "them:"), "  videos:"]
    var taken = taken
    for path in paths.prefix(Self.mostTold) {
      let id = Self.id(for: path, besides: taken)
      taken.insert(id)
      told += [
        "    \(id):", "      source: \(Self.quoted(LibraryFolder.shown(path, in: library)))",
      ]
    }
    let more = paths.count - Self.mostTold
    return more > 0 ? told + ["  and so on for \(more) more"] : told
  }

  /// An id near a file's name: letters without their marks, other signs as one hyphen.
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

  /// Text as YAML takes it whatever it holds (YAML 1.2, 7.3.1: double-quoted).
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
