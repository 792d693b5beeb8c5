import Foundation
import Importers

/// What can be imported, in words.
package enum FormatList {
  /// A line a format and preset: its name, what it is for, what it carries, its options.
  package static var lines: [String] {
    let width = ImportFormat.all.map(\.name.count).max() ?? 0
    let formats = ImportFormat.all.map { format in
      let name = format.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let options = format.options.map { "--\($0.rawValue)" }.joined(separator: " ")
      return "\(name)  \(format.summary)  [\(words(format.carries))]  \(options)"
    }
    return formats + [""] + presets + [
      "",
      "gazecut import FORMAT --help explains a format; gazecut import table --preset NAME --help",
      "a preset; gazecut formats show NAME prints it as a file to copy and change.",
    ]
  }

  /// A line a preset of `table`.
  static var presets: [String] {
    let names = TablePreset.texts.map(\.name)
    let width = names.map(\.count).max() ?? 0
    return names.compactMap { name in
      guard let preset = try? TablePreset.named(name) else { return nil }
      let shown = name.padding(toLength: width, withPad: " ", startingAt: 0)
      return "table --preset \(shown)  \(preset.about)  [\(words(preset.carries))]"
    }
  }

  /// The text of a preset, which a user can save, change and give to `--preset-file`.
  ///
  /// - Throws: `ImportOptionError` that names the presets there are.
  package static func text(ofPreset name: String) throws -> String {
    _ = try TablePreset.named(name)
    return TablePreset.text(named: name) ?? ""
  }

  /// What can be imported, for the help of `import`.
  package static var help: String {
    let width = ImportFormat.all.map(\.name.count).max() ?? 0
    let formats = ImportFormat.all.map { format in
      "  " + format.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
        + format.summary
    }
    return (["FORMATS (gazecut import FORMAT --help explains one, with its options)"] + formats)
      .joined(separator: "\n")
  }

  /// The roles of `--map`, for the help of `table`.
  static var roles: [String] {
    ["ROLES OF --map, as role=column,role=column,..."]
      + ColumnMap.roles.flatMap { ["  \($0.0)", "      \($0.1)"] }
  }

  /// The presets, for the help of `table`.
  static var presetHelp: [String] {
    ["PRESETS (gazecut import table --preset NAME --help explains one)"]
      + TablePreset.texts.compactMap { name, _ in
        (try? TablePreset.named(name)).map {
          "  " + name.padding(toLength: 12, withPad: " ", startingAt: 0) + $0.about
        }
      }
  }

  /// The options of a format with what they mean, for its help.
  static func options(of format: ImportFormat) -> [String] {
    format.options.flatMap { option in
      ["  --\(option.rawValue) <\(option.placeholder)>", "      \(option.help)"]
    }
  }

  private static func words(_ carries: [ImportFormat.Content]) -> String {
    carries.map(\.rawValue).joined(separator: ", ")
  }
}
