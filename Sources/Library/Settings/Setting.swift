/// One setting: its name, its description, and how its value is converted from and to text.
package struct Setting: Sendable {
  /// The name with a dot, as in gazecut.yaml and `--set`.
  package let key: String
  /// The unit, or the kind of value.
  package let unit: String
  /// One or two sentences on what the setting does, and on the effect of changing it.
  package let summary: String
  /// Whether a change of the value makes videos out of date.
  package let matters: Bool
  /// Whether the value is a list, written [a, b] in the file.
  var isList = false
  var isProgram = false
  /// The value as text, in the form of `--set`.
  package let read: @Sendable (Settings) -> String
  let write: @Sendable (inout Settings, String) throws -> Void

  /// Whether the setting describes the library itself, so that it is the same for all videos.
  var isForLibraryOnly: Bool { key.hasPrefix("library.") && key != "library.output" }

  /// Whether the value can differ between videos; other settings apply to a whole command.
  var canDifferPerVideo: Bool {
    if key.hasPrefix("run.notify") { return true }
    return !["run.", "intake.", "library.networkDisk"].contains(where: key.hasPrefix)
  }

  /// Whether a plan contains the setting, because it changes moments or the look of clips.
  var isStoredInPlans: Bool {
    ["selection.", "fold.", "framing.", "render."].contains(where: key.hasPrefix)
      && key != "selection.minimumViewers"
  }

  /// The environment variable, for example `GAZECUT_RENDER_CRF`.
  var environmentName: String { Self.environmentName(of: key) }

  static func environmentName(of key: String) -> String {
    key.reduce(into: "GAZECUT_") { name, character in
      if character == "." {
        name += "_"
      } else if character.isUppercase {
        name += "_\(character)"
      } else {
        name += character.uppercased()
      }
    }
  }
}

extension Setting {
  /// Creates a setting whose text is parsed to a value; invalid text throws an error with `must`.
  init<Value>(
    _ key: String, _ unit: String, _ summary: String, matters: Bool = true, isList: Bool = false,
    _ path: any WritableKeyPath<Settings, Value> & Sendable, must: String,
    text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?
  ) {
    self.init(
      key: key, unit: unit, summary: summary, matters: matters, isList: isList,
      read: { text($0[keyPath: path]) },
      write: { settings, text in
        guard let value = parse(text) else {
          throw ValueError(message: "\(key) must be \(must), not '\(text)'")
        }
        settings[keyPath: path] = value
      })
  }

  /// Returns a parser for a value, or for a word that means no value.
  static func optionalParser<Value>(
    _ words: [String] = ["off", "false"], _ parse: @escaping @Sendable (String) -> Value?
  ) -> @Sendable (String) -> Value?? {
    { words.contains($0) ? .some(nil) : parse($0).map(Optional.some) }
  }

  /// Returns a parser for words separated by commas, all of which must be valid.
  static func listed<Value>(
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> @Sendable (String) -> [Value]? {
    { text in
      let names = text.split { ", ".contains($0) }.map(String.init)
      let values = names.compactMap(parse)
      return values.count == names.count ? values : nil
    }
  }

  static func number(
    _ key: String, _ unit: String, _ summary: String, in range: ClosedRange<Double>,
    matters: Bool = true, _ path: any WritableKeyPath<Settings, Double> & Sendable
  ) -> Setting {
    Setting(
      key, unit, summary, matters: matters, path,
      must: "a number from \(text(range.lowerBound)) to \(text(range.upperBound)) (\(unit))",
      text: text
    ) { Double($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  static func whole(
    _ key: String, _ unit: String, _ summary: String, in range: ClosedRange<Int>,
    multipleOf step: Int = 1, matters: Bool = true,
    _ path: any WritableKeyPath<Settings, Int> & Sendable
  ) -> Setting {
    Setting(
      key, unit, summary, matters: matters, path,
      must: "\(step == 1 ? "a whole number" : "a multiple of \(step)") from "
        + "\(range.lowerBound) to \(range.upperBound) (\(unit))", text: { String($0) }
    ) { Int($0).flatMap { range.contains($0) && $0 % step == 0 ? $0 : nil } }
  }

  static func word(
    _ key: String, _ unit: String, _ summary: String, oneOf known: [String]? = nil,
    matters: Bool = true, _ path: any WritableKeyPath<Settings, String> & Sendable
  ) -> Setting {
    Setting(
      key, unit, summary, matters: matters, path,
      must: known.map { "one of \($0.joined(separator: ", "))" } ?? "given", text: { $0 }
    ) { !$0.isEmpty && known?.contains($0) ?? true ? $0 : nil }
  }

  static func toggle(
    _ key: String, _ summary: String, matters: Bool = true,
    _ path: any WritableKeyPath<Settings, Bool> & Sendable
  ) -> Setting {
    Setting(
      key, "on or off", summary, matters: matters, path, must: "on or off",
      text: { $0 ? "on" : "off" }
    ) { ["on": true, "off": false, "true": true, "false": false][$0] }
  }

  /// Creates a setting with one of a few words as value.
  static func choice<Value: RawRepresentable<String> & Sendable>(
    _ key: String, _ words: String, _ summary: String,
    _ path: any WritableKeyPath<Settings, Value> & Sendable
  ) -> Setting {
    Setting(
      key, words, summary, path, must: words, text: { $0.rawValue }, parse: { Value(rawValue: $0) })
  }

  /// Returns a number without unnecessary decimals.
  package static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
