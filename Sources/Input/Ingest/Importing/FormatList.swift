import EditDecisions
import Importers
import Support

package enum FormatList {
  /// The output of `gazecut formats`: one line per format and per preset.
  package static var lines: [String] {
    let formats = ImportFormat.all.map { format in
      let options = format.options.map { "--\($0.rawValue)" }.joined(separator: " ")
      return [format.name, format.summary + "  [\(contents(format.carries))]  \(options)"]
    }
    let tables = presets.map { name, preset in
      ["table --preset \(name)", "\(preset.about)  [\(contents(preset.carries))]"]
    }
    return [formats, [[""]], tables].flatMap { TextColumns.lines($0) }
      .map { String($0.dropFirst(2)) }
      + [
        "",
        "Help for a format:     gazecut import FORMAT --help",
        "Help for a preset:     gazecut import table --preset NAME --help",
        "Copy a preset to edit: gazecut formats show NAME > my-preset.json",
      ]
  }

  private static var presets: [(name: String, preset: TablePreset)] {
    TablePreset.texts.compactMap { name, _ in
      (try? TablePreset.named(name)).map { (name, $0) }
    }
  }

  /// The JSON text of a preset, to edit for `--preset-file`; throws `ImportOptionError`.
  package static func text(ofPreset name: String) throws -> String {
    _ = try TablePreset.named(name)
    return TablePreset.text(named: name) ?? ""
  }

  package static var help: String {
    (["FORMATS (for one format with its options: gazecut import FORMAT --help)"]
      + TextColumns.lines(ImportFormat.all.map { [$0.name, $0.summary] })).joined(separator: "\n")
  }

  static var roles: [String] {
    ["ROLES OF --map (written as --map role=column,role=column,...)"]
      + ColumnMap.roles.flatMap { ["  \($0.0)", "      \($0.1)"] }
  }

  static var presetHelp: [String] {
    ["PRESETS (for one preset: gazecut import table --preset NAME --help)"]
      + TextColumns.lines(presets.map { [$0.name, $0.preset.about] })
  }

  static func options(of format: ImportFormat) -> [String] {
    format.options.flatMap { option in
      ["  --\(option.rawValue) <\(option.placeholder)>", "      \(option.help)"]
    }
  }

  private static func contents(_ contents: [ImportFormat.Content]) -> String {
    contents.map(\.rawValue).joined(separator: ", ")
  }
}

extension ImportJob {
  /// The format of a name; `nil` for `auto`; throws `CommandFailure` 64 for an unknown one.
  static func format(named name: String) throws -> ImportFormat? {
    let known = ImportFormat.named(name)
    guard known != nil || name == auto else {
      guard TablePreset.text(named: name) == nil else {
        throw CommandFailure(
          .usage, "'\(name)' is a preset: gazecut import table --preset \(name) FILE...")
      }
      let names = ([auto] + ImportFormat.all.map(\.name)).joined(separator: ", ")
      throw CommandFailure(.usage, "there is no format '\(name)'; known are \(names)")
    }
    return known
  }
}
