import Audience
package import EditDecisions
import Foundation
package import Overrides
import Support
import Yams

/// Combines settings: flags override the environment, then gazecut.yaml, then defaults.
package struct SettingsLoader: Sendable {
  /// The entries of single videos in gazecut.yaml.
  package private(set) var videos: [String: VideoEntry] = [:]
  /// The entries of `timelines:` in gazecut.yaml; `nil` if the key is missing.
  package private(set) var places: [InputSourceSetting]?
  private var file: [Override] = []
  /// Settings from the environment and flags `library.*`; they override the file for every video.
  private var environment: [Override] = []

  package struct VideoEntry: Sendable {
    package var source: String?
    /// The user's overrides for this video, in the order of the file.
    package var wishes: [Wish] = []
    var overrides: [Override] = []
  }

  struct Override: Sendable {
    var setting: Setting
    var text: String
    var origin: SettingsError.Origin

    var line: Int? {
      guard case .file(_, let line, _) = origin else { return nil }
      return line
    }
  }

  /// Reads the configuration file and the environment.
  ///
  /// - Parameters:
  ///   - yaml: the text of gazecut.yaml.
  ///   - path: its path, for messages.
  ///   - environment: the environment variables of the process.
  ///   - flags: `--set` values; those of the `library.` group apply to all that the command does.
  /// - Throws: `SettingsError` with the line, the variable or the flag.
  package init(
    yaml: String, path: String, environment: [String: String], flags: [String] = []
  ) throws {
    file = try readFile(yaml, path: path)
    self.environment =
      try Self.overrides(in: environment)
      + flags.map(Self.parse(flag:)).filter(\.setting.isForLibraryOnly)
    // Try all levels now, so that errors are found before a video is processed.
    for level in [file, self.environment] + videos.values.map(\.overrides) {
      var trial = Settings()
      try Self.put(level, on: &trial)
    }
  }

  /// The value of `run.metrics`, even if the rest of the file has errors; `nil` if off or invalid.
  package static func metrics(in yaml: String, environment: [String: String]) -> String? {
    let setting = Setting.metrics
    let root = try? ConfigurationParser(text: yaml, path: "").root()
    let text =
      environment[setting.environmentName]
      ?? (root?[setting.key] ?? root?["run"]?["metrics"])?.string
    var settings = Settings()
    guard let text, (try? setting.write(&settings, text)) != nil else { return nil }
    return settings.run.metrics
  }

  package func hasSettings(_ video: String) -> Bool { !(videos[video]?.overrides ?? []).isEmpty }

  /// Returns the settings of one video, validated together.
  ///
  /// - Throws: `SettingsError`, with the origin `.flag` if a `--set` value is wrong.
  package func settings(for video: String?, flags: [String] = []) throws -> Settings {
    var settings = Settings()
    let own = video.flatMap { videos[$0] }?.overrides ?? []
    let levels = [file, own, environment, try flags.map(Self.parse(flag:))]
    for level in levels { try Self.put(level, on: &settings) }
    do {
      return try settings.checked()
    } catch let conflict as ConflictError {
      // Report the setting of the highest level first. Defaults never conflict.
      let inForce = conflict.keys.compactMap { key in levels.joined().last { $0.setting.key == key }
      }
      let culprit = levels.joined().last { conflict.keys.contains($0.setting.key) }
      let others = inForce.filter { $0.origin != culprit?.origin }
        .map { "; \($0.setting.key) is set in \($0.origin.place)" }
      throw SettingsError(
        origin: culprit?.origin ?? .flag, message: conflict.message + others.joined())
    }
  }

  /// The `--set` values that a plan stores, without those that only affect planning.
  ///
  /// - Throws: `SettingsError` for a setting that `record` needs and that plans do not contain.
  package static func flagsForPlan(_ flags: [String]) throws -> [String] {
    try flags.filter { flag in
      let setting = try parse(flag: flag).setting
      guard !setting.isStoredInPlans else { return true }
      guard
        ["run.workers", "run.memory", "run.before", "run.beforeLimit"].contains(setting.key)
          || setting.key.hasPrefix("intake.")
      else {
        throw SettingsError(
          origin: .flag,
          message: "a plan cannot contain '\(setting.key)'; set it in gazecut.yaml, or give it to "
            + "`gazecut record`")
      }
      return false
    }
  }

  private static func parse(flag: String) throws -> Override {
    guard let split = flag.firstIndex(of: "=") else {
      throw SettingsError(
        origin: .flag,
        message: "'\(flag)' has no value; write key=value, for example selection.count=3")
    }
    func side(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
    return Override(
      setting: try known(side(flag[..<split]), origin: .flag),
      text: side(flag[flag.index(after: split)...]), origin: .flag)
  }

  /// The setting with a key; a video's entry may have the keys `others` too.
  private static func known(
    _ key: String, origin: SettingsError.Origin, others: [String] = []
  ) throws -> Setting {
    if let setting = Setting.all.first(where: { $0.key == key }) { return setting }
    if let instead = Setting.retired[key] {
      throw SettingsError(origin: origin, message: "the setting '\(key)' was removed: \(instead)")
    }
    if sections.contains(key) {
      let message =
        origin == .flag
        ? "'\(key)' cannot be set for one command; write it in gazecut.yaml"
        : "'\(key)' is a section; write keys below it"
      throw SettingsError(origin: origin, message: message)
    }
    let own = Setting.all.filter { others.isEmpty || $0.canDifferPerVideo }.map(\.key)
    let whole = own.filter { $0.hasSuffix(".\(key)") }
    let hint =
      whole.isEmpty
      ? SpellingSuggestion.hint(for: key, among: own + sections + others)
      : "; did you mean \(whole.map { "'\($0)'" }.joined(separator: " or "))?"
    throw SettingsError(origin: origin, message: "there is no setting '\(key)'" + hint)
  }

  private static let sections = ["timelines", "videos"]

  /// Applies the settings of one level; a profile overrides sizes of lower levels.
  private static func put(_ level: [Override], on settings: inout Settings) throws {
    let profiles = ["render.profile", "render.profiles"]
    if level.contains(where: { profiles.contains($0.setting.key) }) { settings.clearExplicitSize() }
    for override in level {
      var text = override.text
      // Accept the form of the file on the command line too.
      if override.setting.isList, text.hasPrefix("["), text.hasSuffix("]") {
        text = String(text.dropFirst().dropLast())
      }
      do {
        try override.setting.write(&settings, text)
      } catch let error as ValueError {
        throw SettingsError(origin: override.origin, message: error.message)
      }
    }
  }

  private static func overrides(in variables: [String: String]) throws -> [Override] {
    try variables.filter { isOwn($0.key) }.sorted { $0.key < $1.key }.compactMap { name, text in
      try setting(ofVariable: name).map {
        Override(setting: $0, text: text, origin: .environment(name))
      }
    }
  }

  private static func isOwn(_ name: String) -> Bool {
    name.hasPrefix("GAZECUT_") && name != "GAZECUT_LIBRARY"
  }

  /// The setting of an environment variable.
  ///
  /// It is `nil` for a variable of another program, for example `GAZECUT_PORT`, which Kubernetes
  /// sets for a Service called gazecut.
  ///
  /// - Throws: `SettingsError` for a removed setting, or a name within two letters of a setting's.
  private static func setting(ofVariable name: String) throws -> Setting? {
    if let setting = Setting.all.first(where: { $0.environmentName == name }) { return setting }
    let origin = SettingsError.Origin.environment(name)
    if let gone = Setting.retired.first(where: { Setting.environmentName(of: $0.key) == name }) {
      throw SettingsError(origin: origin, message: "this setting was removed: \(gone.value)")
    }
    let names = Setting.all.map(\.environmentName)
    if let nearest = SpellingSuggestion.match(for: name, among: names, within: 2) {
      throw SettingsError(
        origin: origin, message: "this is not a setting; did you mean \(nearest)?")
    }
    return nil
  }

  /// Returns the variables that begin with `GAZECUT_` and are not settings.
  package static func foreign(in variables: [String: String]) -> [String] {
    variables.keys.filter { name in
      isOwn(name) && !Setting.all.contains { $0.environmentName == name }
    }.sorted()
  }
}

extension SettingsLoader {
  private mutating func readFile(_ yaml: String, path: String) throws -> [Override] {
    let root = try ConfigurationParser(text: yaml, path: path).root()
    guard let root, root.null == nil else { return [] }
    guard let mapping = root.mapping else {
      throw SettingsError(
        origin: .file(path, line: 1), message: "the file must contain `section: key: value`")
    }
    var overrides: [Override] = []
    for (key, value) in mapping {
      if key.string == "videos", value.mapping != nil || value.null != nil {
        try readVideos(value, path: path)
      } else if key.string == "timelines" {
        places = try InputSourceSetting.all(key, value, in: path)
      } else {
        overrides += try Self.overrides(of: value, key: key, path: path)
      }
    }
    try Self.checkOnce(overrides)
    return overrides
  }

  private mutating func readVideos(_ node: Node, path: String) throws {
    for (key, value) in node.mapping ?? [:] {
      guard let id = key.string, let members = value.mapping else {
        throw SettingsError(
          in: path, key, "a video must be written as ID: {source: PATH, selection.count: 3}")
      }
      guard Identifier.isValid(id) else {
        throw SettingsError(
          in: path, key, "'\(id)' is not a valid video ID: it must be \(Identifier.rule)")
      }
      var entry = VideoEntry()
      for (name, member) in members {
        if name.string == "source" {
          guard member.null == nil, let text = member.string, !text.isEmpty else {
            throw SettingsError(in: path, name, "'source' must be the path of one file")
          }
          entry.source = text
        } else if OverrideParser.isWish(name.string, member) {
          entry.wishes += try OverrideParser(path: path).wishes(name, member)
        } else {
          entry.overrides += try Self.overrides(
            of: member, key: name, others: ["source"], path: path)
        }
      }
      for override in entry.overrides where !override.setting.canDifferPerVideo {
        throw SettingsError(
          origin: override.origin,
          message: "'\(override.setting.key)' applies to all videos; write it outside of videos:")
      }
      try Self.checkOnce(entry.overrides)
      if let problem = WishCheck.problems(entry.wishes).first {
        throw SettingsError(in: path, key, "\(id): \(problem)")
      }
      videos[id] = entry
    }
  }

  private static func overrides(
    of value: Node, key: Node, prefix: String = "", others: [String] = [], path: String
  ) throws -> [Override] {
    let name = prefix + (key.string ?? "")
    let origin = key.origin(in: path)
    let isSection = Setting.all.contains { $0.key.hasPrefix(name + ".") }
    if isSection {
      if value.null != nil { return [] }
      guard let members = value.mapping else {
        throw SettingsError(origin: origin, message: "'\(name)' is a section; write keys below it")
      }
      return try members.flatMap {
        try overrides(of: $0.value, key: $0.key, prefix: name + ".", path: path)
      }
    }
    let setting = try known(name, origin: origin, others: others)
    guard let text = value.flat(ending: setting.isProgram ? Setting.wordEnd : nil) else {
      throw SettingsError(origin: origin, message: "'\(name)' has a value of the wrong kind")
    }
    return [Override(setting: setting, text: text, origin: origin)]
  }

  /// Throws if a setting is written twice, for example as `render.crf: 20` and `render: {crf: 20}`.
  private static func checkOnce(_ overrides: [Override]) throws {
    var seen: [String: Override] = [:]
    for override in overrides {
      if let first = seen.updateValue(override, forKey: override.setting.key) {
        throw SettingsError(
          origin: first.origin,
          message: SettingsError.twice(override.setting.key, again: override.line))
      }
    }
  }
}
