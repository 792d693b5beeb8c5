import Audience
import EditDecisions
import Foundation
import Importers
package import Settings
import Support
package import Workspace

/// Creates the input sources of `timelines:` in gazecut.yaml.
package enum InputSourceFactory {
  /// The watched folder of a library without `timelines:`.
  static let defaultFolder = LibraryFolder.timelinesName
  /// The pattern of a watched folder without one.
  static let defaultPattern = "{video}/{viewer}"

  private static let own = ["folder", "pattern", "format"]
  /// All import options except `--viewer-from`, since the pattern defines viewers.
  private static let options = ImportOption.allCases.filter { $0 != .viewerFrom }

  /// The input sources in the order of the file; throws `SettingsError` with the line.
  ///
  /// `nil` means the library's default folder. `library` is an absolute path.
  package static func all(
    _ settings: [InputSourceSetting]?, in library: String
  ) throws -> [any InputSource] {
    guard let settings else {
      return [
        WatchedFolder(
          name: defaultFolder, folder: library + "/" + defaultFolder,
          pattern: try PathPattern(defaultPattern), reading: InputSourceOptions(format: "auto"))
      ]
    }
    let places = try settings.map { try place($0, in: library) }
    var known: Set<[String]> = []
    for (setting, place) in zip(settings, places) {
      guard let place = place as? WatchedFolder,
        !known.insert([place.folder, place.pattern.text]).inserted
      else { continue }
      throw SettingsError(
        origin: setting.origin,
        message: "the folder '\(place.name)' is listed twice with the same pattern")
    }
    return places
  }

  private static func place(
    _ setting: InputSourceSetting, in library: String
  ) throws -> any InputSource {
    let isDatabase = setting.values["database"] != nil
    let known = (isDatabase ? DatabaseInput.keys : own) + options.map(\.rawValue)
    for (key, value) in setting.values.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      throw SettingsError(
        origin: value.origin,
        message: "'\(key)' is not a key of a timelines entry"
          + SpellingSuggestion.hint(for: key, among: known))
    }
    if let address = setting.values["database"] {
      return try DatabaseInput(at: address, setting, in: library)
    }
    guard let folder = setting.values["folder"], !folder.text.isEmpty else {
      throw SettingsError(
        origin: setting.origin,
        message: "an entry needs a folder, for example folder: \(defaultFolder)")
    }
    let path = folder.text.hasPrefix("/") ? folder.text : library + "/" + folder.text
    let pattern = try pattern(setting)
    return WatchedFolder(
      name: folder.text, folder: (path as NSString).standardizingPath, pattern: pattern,
      reading: try reading(setting, pattern, in: library), origin: setting.origin.place)
  }

  private static func pattern(_ setting: InputSourceSetting) throws -> PathPattern {
    let value = setting.values["pattern"]
    do {
      return try PathPattern(value?.text ?? defaultPattern)
    } catch {
      throw SettingsError(
        origin: value?.origin ?? setting.origin, message: "pattern: \(error.reason)")
    }
  }

  /// Reads the options of a source, and checks them here, so that the error has the line.
  static func reading(
    _ setting: InputSourceSetting, _ pattern: PathPattern?, in library: String
  ) throws -> InputSourceOptions {
    var reading = InputSourceOptions(format: setting.values["format"]?.text ?? "auto")
    let format = ImportFormat.named(reading.format)
    if format == nil, reading.format != "auto", let value = setting.values["format"] {
      let known = ["auto"] + ImportFormat.all.map(\.name)
      let hint = SpellingSuggestion.hint(
        for: value.text, among: known, otherwise: "; known are \(known.joined(separator: ", "))")
      throw SettingsError(
        origin: value.origin, message: "there is no format '\(value.text)'" + hint)
    }
    for option in options {
      guard let value = setting.values[option.rawValue] else { continue }
      if option == .video, pattern?.names.joined().contains(.field(.video)) == true {
        throw SettingsError(
          origin: value.origin, message: "the pattern already contains {video}; remove one of them"
        )
      }
      try take(option, value, format, in: library, into: &reading)
    }
    return reading
  }

  private static func take(
    _ option: ImportOption, _ value: InputSourceSetting.Value, _ format: ImportFormat?,
    in library: String, into reading: inout InputSourceOptions
  ) throws {
    var trial = ImportOptions()
    do throws(ImportOptionError) {
      switch option {
      case .label:
        let labels = value.text.split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        for label in labels { try trial.set(.label, to: label) }
        reading.labels = labels
      case .presetFile where !value.text.hasPrefix("/"):
        reading.values[option] = library + "/" + value.text
      default: reading.values[option] = value.text
      }
      if option != .label { try trial.set(option, to: reading.values[option] ?? "") }
      try format?.check(trial)
    } catch {
      // The command-line flag is a key here.
      throw SettingsError(
        origin: value.origin,
        message: "\(error)".replacing("--\(option.rawValue)", with: option.rawValue))
    }
  }
}

extension LibraryFolder {
  /// The sources to import from; throws `SettingsError` with the line of gazecut.yaml.
  package func inputSources() throws -> [any InputSource] {
    try InputSourceFactory.all(settings.places, in: path)
  }
}
