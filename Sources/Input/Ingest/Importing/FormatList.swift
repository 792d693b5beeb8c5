import EditDecisions
import Importers

/// What can be imported, in words.
package enum FormatList {
  /// A line a format and preset: its name, what it is for, what it carries, its options.
  package static var lines: [String] {
    let formats = ImportFormat.all.map { format in
      let options = format.options.map { "--\($0.rawValue)" }.joined(separator: " ")
      return [format.name, format.summary + "  [\(words(format.carries))]  \(options)"]
    }
    let tables = presets.map { name, preset in
      ["table --preset \(name)", "\(preset.about)  [\(words(preset.carries))]"]
    }
    return [formats, [[""]], tables].flatMap { TextColumns.lines($0) }
      .map { String($0.dropFirst(2)) }
      + [
        "",
        "gazecut import FORMAT --help explains a format; gazecut import table --preset NAME --help",
        "a preset; gazecut formats show NAME prints it as a file to copy and change.",
      ]
  }

  /// The presets of `table`.
  private static var presets: [(name: String, preset: TablePreset)] {
    TablePreset.texts.compactMap { name, _ in
      (try? TablePreset.named(name)).map { (name, $0) }
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
    (["FORMATS (gazecut import FORMAT --help explains one, with its options)"]
      + TextColumns.lines(ImportFormat.all.map { [$0.name, $0.summary] })).joined(separator: "\n")
  }

  /// The roles of `--map`, for the help of `table`.
  static var roles: [String] {
    ["ROLES OF --map, as role=column,role=column,..."]
      + ColumnMap.roles.flatMap { ["  \($0.0)", "      \($0.1)"] }
  }

  /// The presets, for the help of `table`.
  static var presetHelp: [String] {
    ["PRESETS (gazecut import table --preset NAME --help explains one)"]
      + TextColumns.lines(presets.map { [$0.name, $0.preset.about] })
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
