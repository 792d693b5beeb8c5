import Audience
package import EditDecisions
import Foundation
import Yams

/// Puts settings together: flag over environment over file over default.
package struct SettingsLoader: Sendable {
  /// What gazecut.yaml says of single videos.
  package private(set) var videos: [String: VideoEntry] = [:]
  /// The places of `timelines:` in gazecut.yaml; `nil` where it has none of that name.
  package private(set) var places: [PlaceSetting]?
  /// The file's own settings, in its order.
  private var file: [Override] = []
  /// Keys given by the environment, and by flags those of the library; they stand over the file's
  /// for every video.
  private var environment: [Override] = []

  /// One key under `videos:` in gazecut.yaml.
  package struct VideoEntry: Sendable {
    /// Where the source is, where the file says so.
    package var source: String?
    /// What a person wishes of it, in the file's order.
    package var wishes: [Wish] = []
    var overrides: [Override] = []
  }

  struct Override: Sendable {
    var setting: Setting
    var text: String
    var origin: SettingsError.Origin

    /// Its line, where a file gave it.
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
  ///   - environment: the process's environment.
  ///   - flags: `--set` values of the command: where and how the library lies holds for all that it
  ///     does.
  /// - Throws: `SettingsError` naming the line, the variable or the flag.
  package init(
    yaml: String, path: String, environment: [String: String], flags: [String] = []
  ) throws {
    file = try readFile(yaml, path: path)
    self.environment =
      try Self.overrides(in: environment)
      + flags.map(Self.parse(flag:)).filter(\.setting.isOfLibrary)
    // What cannot be read is known before a video is asked for.
    for level in [file, self.environment] + videos.values.map(\.overrides) {
      var trial = Settings()
      try Self.put(level, on: &trial)
    }
  }

  /// Where a configuration file would have a night's metrics, be anything else in it wrong.
  ///
  /// - Parameters:
  ///   - yaml: the text of gazecut.yaml.
  ///   - environment: the process's environment, which stands over it.
  /// - Returns: the value of `run.metrics`; `nil` where it is off or wrong, or the text no YAML.
  package static func metrics(in yaml: String, environment: [String: String]) -> String? {
    let setting = Setting.metrics
    let root = try? YAMLText(text: yaml, path: "").root()
    let text =
      environment[setting.environmentName]
      ?? (root?[setting.key] ?? root?["run"]?["metrics"])?.string
    var settings = Settings()
    guard let text, (try? setting.write(&settings, text)) != nil else { return nil }
    return settings.run.metrics
  }

  /// Whether the file says anything of this video's settings alone.
  package func hasOwn(_ video: String) -> Bool { !(videos[video]?.overrides ?? []).isEmpty }

  /// The settings of one video.
  ///
  /// - Parameters:
  ///   - video: its id.
  ///   - flags: `--set` values, `key=value` each.
  /// - Returns: the settings in force, checked against each other.
  /// - Throws: `SettingsError`; of origin `.flag` where a flag is wrong.
  package func settings(for video: String?, flags: [String] = []) throws -> Settings {
    var settings = Settings()
    let own = video.flatMap { videos[$0] }?.overrides ?? []
    let levels = [file, own, environment, try flags.map(Self.parse(flag:))]
    for level in levels { try Self.put(level, on: &settings) }
    do {
      return try settings.checked()
    } catch let conflict as ConflictError {
      // Of the settings in conflict the one of the highest level is named first; defaults never
      // conflict.
      let inForce = conflict.keys.compactMap { key in levels.joined().last { $0.setting.key == key }
      }
      let culprit = levels.joined().last { conflict.keys.contains($0.setting.key) }
      let others = inForce.filter { $0.origin != culprit?.origin }
        .map { "; \($0.setting.key) stands in \($0.origin.place)" }
      throw SettingsError(
        origin: culprit?.origin ?? .flag, message: conflict.message + others.joined())
    }
  }

  /// The `--set` values that a plan carries to where it is recorded.
  ///
  /// - Parameter flags: `--set` values, `key=value` each.
  /// - Returns: those without `run.` and `intake.` settings that change how planning itself works.
  /// - Throws: `SettingsError` for one that recording would need, and that no plan carries.
  package static func ofPlans(_ flags: [String]) throws -> [String] {
    try flags.filter { flag in
      let setting = try parse(flag: flag).setting
      guard !setting.isOfPlans else { return true }
      guard
        ["run.workers", "run.memory", "run.before", "run.beforeLimit"].contains(setting.key)
          || setting.key.hasPrefix("intake.")
      else {
        throw SettingsError(
          origin: .flag,
          message: "a plan does not carry '\(setting.key)'; set it in gazecut.yaml, or give it to "
            + "`gazecut record`")
      }
      return false
    }
  }

  private static func parse(flag: String) throws -> Override {
    guard let split = flag.firstIndex(of: "=") else {
      throw SettingsError(
        origin: .flag, message: "'\(flag)' has no value; write key=value, as selection.count=3")
    }
    func side(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
    return Override(
      setting: try known(side(flag[..<split]), origin: .flag),
      text: side(flag[flag.index(after: split)...]), origin: .flag)
  }

  /// The setting of a key; `others` are further keys that may stand there, in a video's own part.
  private static func known(
    _ key: String, origin: SettingsError.Origin, others: [String] = []
  ) throws -> Setting {
    if let setting = Setting.all.first(where: { $0.key == key }) { return setting }
    if let instead = Setting.retired[key] {
      throw SettingsError(origin: origin, message: "there is no '\(key)' any more: \(instead)")
    }
    if sections.contains(key) {
      let message =
        origin == .flag
        ? "'\(key)' is no setting of one command; gazecut.yaml alone holds it"
        : "'\(key)' is a section; give it keys"
      throw SettingsError(origin: origin, message: message)
    }
    let own = Setting.all.filter { others.isEmpty || $0.isOfVideos }.map(\.key)
    let whole = own.filter { $0.hasSuffix(".\(key)") }
    let hint =
      whole.isEmpty
      ? Nearest.hint(for: key, among: own + sections + others)
      : "; did you mean \(whole.map { "'\($0)'" }.joined(separator: " or "))?"
    throw SettingsError(origin: origin, message: "there is no setting '\(key)'" + hint)
  }

  /// What gazecut.yaml holds beside settings.
  private static let sections = ["timelines", "videos"]

  /// Puts the settings of one level over those below: a profile there stands over sizes below.
  private static func put(_ level: [Override], on settings: inout Settings) throws {
    let profiles = ["render.profile", "render.profiles"]
    if level.contains(where: { profiles.contains($0.setting.key) }) { settings.forgetSize() }
    for override in level {
      var text = override.text
      // The form of the file serves on the command line, too.
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

  /// The setting that a variable gives; `nil` for one that somebody else set, as Kubernetes sets
  /// `GAZECUT_PORT` where a Service is called gazecut.
  ///
  /// - Throws: `SettingsError` for a setting that is gone, and for what is nearly a setting's name:
  ///   two letters may be wrong.
  private static func setting(ofVariable name: String) throws -> Setting? {
    if let setting = Setting.all.first(where: { $0.environmentName == name }) { return setting }
    let origin = SettingsError.Origin.environment(name)
    if let gone = Setting.retired.first(where: { Setting.environmentName(of: $0.key) == name }) {
      throw SettingsError(origin: origin, message: "is no setting any more: \(gone.value)")
    }
    let names = Setting.all.map(\.environmentName)
    if let nearest = Nearest.match(for: name, among: names, within: 2) {
      throw SettingsError(origin: origin, message: "is no setting; did you mean \(nearest)?")
    }
    return nil
  }

  /// The variables that begin as settings do and give none.
  package static func foreign(in variables: [String: String]) -> [String] {
    variables.keys.filter { name in
      isOwn(name) && !Setting.all.contains { $0.environmentName == name }
    }.sorted()
  }
}

extension SettingsLoader {
  private mutating func readFile(_ yaml: String, path: String) throws -> [Override] {
    let root = try YAMLText(text: yaml, path: path).root()
    guard let root, root.null == nil else { return [] }
    guard let mapping = root.mapping else {
      throw SettingsError(origin: .file(path, line: 1), message: "must hold `section: key: value`")
    }
    var overrides: [Override] = []
    for (key, value) in mapping {
      if key.string == "videos", value.mapping != nil || value.null != nil {
        try readVideos(value, path: path)
      } else if key.string == "timelines" {
        places = try PlaceNode(path: path).places(key, value)
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
          in: path, key, "'\(id)' cannot be a video's id: it must be \(Identifier.rule)")
      }
      var entry = VideoEntry()
      for (name, member) in members {
        if name.string == "source" {
          guard member.null == nil, let text = member.string, !text.isEmpty else {
            throw SettingsError(in: path, name, "'source' must be the path of one file")
          }
          entry.source = text
        } else if WishNode.isWish(name.string, member) {
          entry.wishes += try WishNode(path: path).wishes(name, member)
        } else {
          entry.overrides += try Self.overrides(
            of: member, key: name, others: ["source"], path: path)
        }
      }
      for override in entry.overrides where !override.setting.isOfVideos {
        throw SettingsError(
          origin: override.origin,
          message: "'\(override.setting.key)' holds for all videos; write it outside of videos:")
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
        throw SettingsError(origin: origin, message: "'\(name)' is a section; give it keys")
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

  /// Refuses a setting written twice in two ways, as `render.crf: 20` and `render: {crf: 20}`.
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
