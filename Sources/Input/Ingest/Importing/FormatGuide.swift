import Importers

/// The help for importing files of one format: `gazecut import FORMAT --help`.
///
/// `Guides.txt` has one part per format, and one per preset of `table`. A part contains the
/// purpose, some lines of a file, units and common mistakes, and complete commands.
package struct FormatGuide: Sendable {
  /// The arguments after `gazecut import`: the name of the format, and the preset if there is one.
  let words: String
  private let parts: [Substring]

  /// All guides: formats in order of their names, then presets.
  static let all: [FormatGuide] = {
    let text = "\n" + String(decoding: PackageResources.Guides_txt, as: UTF8.self)
    return text.split(separator: "\n=== ").map { text in
      let lines = text.split(separator: "\n", maxSplits: 1)
      let body = lines.count == 2 ? lines[1].drop { $0 == "\n" } : ""
      return FormatGuide(words: String(lines.first ?? ""), parts: body.split(separator: "\n---\n"))
    }
  }()

  /// The help for `import arkit --help`, `help import arkit`, `import table --preset NAME --help`.
  package static func help(for arguments: [String]) -> String? {
    let isCommand = arguments.first == "help"
    let isAsked = isCommand || arguments.contains("--help") || arguments.contains("-h")
    guard arguments.dropFirst(isCommand ? 1 : 0).first == "import", isAsked,
      let guide = arguments.lazy.compactMap({ word in all.first { $0.words == word } }).first
    else { return nil }
    guard guide.words == "table", let flag = arguments.firstIndex(of: "--preset"),
      let name = arguments.dropFirst(flag + 1).first
    else { return guide.text }
    return (all.first { $0.words == "table --preset \(name)" } ?? guide).text
  }

  private var text: String {
    let names = words.split(separator: " ").map(String.init)
    guard let name = names.first, let format = ImportFormat.named(name), parts.count == 4 else {
      return ""
    }
    let preset = names.count > 1 ? try? TablePreset.named(names[2]) : nil
    let carries = (preset?.carries ?? format.carries).map(\.rawValue).joined(separator: ", ")
    var lines = ["OVERVIEW: \(parts[0])", "", "It carries: \(carries).", ""]
    lines += ["USAGE: gazecut import \(words) <options> FILE...", "", "A FILE LOOKS LIKE"]
    lines += Self.indented(parts[1]) + ["", "UNITS, AND WHAT GOES WRONG"] + Self.indented(parts[2])
    if words == "table" { lines += [""] + FormatList.roles + [""] + FormatList.presetHelp }
    lines += ["", "OPTIONS"] + FormatList.options(of: format)
    lines += [
      "  --check", "      read everything and report, without storing",
      "  (those of every command: gazecut import --help)",
    ]
    lines += ["", "EXAMPLES"] + Self.indented(parts[3])
    return lines.joined(separator: "\n")
  }

  private static func indented(_ text: Substring) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.reversed().drop { $0.isEmpty }.reversed().map { "  \($0)" }
  }
}
