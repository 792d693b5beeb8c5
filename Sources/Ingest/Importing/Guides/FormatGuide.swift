import Importers

/// What a person needs to know of a format to import a file of it: `gazecut import FORMAT --help`.
package struct FormatGuide: Sendable {
  /// The format's name, or the preset's.
  package let name: String
  /// What it is for and where such files come from.
  package let purpose: String
  /// A few lines of a file.
  package let example: String
  /// Units, and what goes wrong easily.
  package let notes: [String]
  /// Whole commands.
  package let commands: [String]

  /// The guides of formats, in order of their names.
  package static let formats: [FormatGuide] = [
    arkit, coco, curve, detections, firebase, mot, seetube, seeyoutube, sqlite, table, timeline,
    vision, yolo,
  ]

  /// The guides of the presets of `table`.
  package static let presets: [FormatGuide] = [
    eev, faceReader, neon, openFace, pupil, tobii, webGazer,
  ]

  /// The help that arguments of the command line ask for: `import arkit --help`, or
  /// `import table --preset tobii --help`.
  ///
  /// - Returns: `nil` where no format is named, or no help is asked for.
  package static func help(for arguments: [String]) -> String? {
    let isAsked = arguments.contains("--help") || arguments.contains("-h")
    guard arguments.first == "import", isAsked,
      let guide = arguments.lazy.compactMap({ word in formats.first { $0.name == word } }).first
    else { return nil }
    if guide.name == "table", let flag = arguments.firstIndex(of: "--preset"),
      arguments.indices.contains(flag + 1),
      let preset = presets.first(where: { $0.name == arguments[flag + 1] })
    {
      return preset.text(of: "table --preset \(preset.name)", format: "table")
    }
    return guide.text(of: guide.name, format: guide.name)
  }

  private func text(of words: String, format name: String) -> String {
    guard let format = ImportFormat.named(name) else { return "" }
    let preset = words == name ? nil : try? TablePreset.named(self.name)
    let carries = (preset?.carries ?? format.carries).map(\.rawValue).joined(separator: ", ")
    var lines = ["OVERVIEW: \(purpose.prefix(1).uppercased())\(purpose.dropFirst())", ""]
    lines += ["It carries: \(carries).", ""]
    lines += ["USAGE: gazecut import \(words) <options> FILE...", "", "A FILE LOOKS LIKE"]
    lines += example.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    lines += ["", "UNITS, AND WHAT GOES WRONG"] + notes.flatMap { Self.item($0) }
    if words == "table" { lines += [""] + FormatList.roles + [""] + FormatList.presetHelp }
    lines += ["", "OPTIONS"] + FormatList.options(of: format)
    lines += [
      "  --check", "      read everything and report, without storing",
      "  (those of every command: gazecut import --help)",
    ]
    lines += ["", "EXAMPLES"] + commands.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  /// A note as an item of a list, broken into lines of at most 78 marks.
  private static func item(_ note: String) -> [String] {
    var lines: [String] = []
    var line = "  -"
    for word in note.split(separator: " ") {
      if line.count + 1 + word.count > 78 {
        lines.append(line)
        line = "   "
      }
      line += " " + word
    }
    return lines + [line]
  }
}
