import Foundation
import Importers

/// What can be imported, in words.
public enum FormatList {
  /// A line a format and preset: its name, what it is for, what it carries, its options.
  public static var lines: [String] {
    let width = ImportFormat.all.map(\.name.count).max() ?? 0
    let formats = ImportFormat.all.map { format in
      let name = format.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let options = format.options.map { "--\($0.rawValue)" }.joined(separator: " ")
      return "\(name)  \(format.summary)  [\(words(format.carries))]  \(options)"
    }
    return formats + [""] + presets
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
  public static func text(ofPreset name: String) throws -> String {
    _ = try TablePreset.named(name)
    return TablePreset.text(named: name) ?? ""
  }

  /// The options of every format and the roles of `--map`, for help.
  public static var help: String {
    var lines: [String] = ["FORMATS"]
    for format in ImportFormat.all {
      lines.append("  \(format.name): \(format.summary)")
      lines.append("    " + format.options.map { "--\($0.rawValue)" }.joined(separator: " "))
    }
    lines += ["", "ROLES OF --map"]
    for (role, meaning) in ColumnMap.roles { lines.append("  \(role): \(meaning)") }
    return lines.joined(separator: "\n")
  }

  private static func words(_ carries: [ImportFormat.Content]) -> String {
    carries.map(\.rawValue).joined(separator: ", ")
  }
}
