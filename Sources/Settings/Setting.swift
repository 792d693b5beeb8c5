/// One setting: its name, what it means, and how its value is read and written as text.
package struct Setting: Sendable {
  /// Dotted name, as in gazecut.yaml and `--set`.
  package let key: String
  /// The unit or the kind of value.
  package let unit: String
  /// What it does and what moving it does, a sentence or two.
  package let summary: String
  /// Whether a changed value makes videos due again.
  package let matters: Bool
  /// Whether the value is a list, written [a, b] in the file.
  var isList = false
  /// Whether the value is a program and its words, each of which may hold anything.
  var isProgram = false
  let read: @Sendable (Settings) -> String
  let write: @Sendable (inout Settings, String) throws -> Void

  /// Its value as text, as `--set` takes it.
  package func text(in settings: Settings) -> String { read(settings) }

  /// The environment variable: `selection.minimumLength` is `GAZECUT_SELECTION_MINIMUM_LENGTH`.
  var environmentName: String { Self.environmentName(of: key) }

  /// The environment variable of a key.
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
  static func number(
    _ key: String, _ unit: String, _ summary: String, in range: ClosedRange<Double>,
    matters: Bool = true, _ path: any WritableKeyPath<Settings, Double> & Sendable
  ) -> Setting {
    Setting(
      key: key, unit: unit, summary: summary, matters: matters,
      read: { Self.text($0[keyPath: path]) },
      write: { settings, text in
        guard let value = Double(text), range.contains(value) else {
          throw ValueError(
            message: "\(key) must be a number from \(Self.text(range.lowerBound)) to "
              + "\(Self.text(range.upperBound)) (\(unit)), not '\(text)'")
        }
        settings[keyPath: path] = value
      })
  }

  static func whole(
    _ key: String, _ unit: String, _ summary: String, in range: ClosedRange<Int>,
    multipleOf step: Int = 1, matters: Bool = true,
    _ path: any WritableKeyPath<Settings, Int> & Sendable
  ) -> Setting {
    Setting(
      key: key, unit: unit, summary: summary, matters: matters,
      read: { String($0[keyPath: path]) },
      write: { settings, text in
        guard let value = Int(text), range.contains(value), value % step == 0 else {
          throw ValueError(
            message:
              "\(key) must be \(step == 1 ? "a whole number" : "a multiple of \(step)") from "
              + "\(range.lowerBound) to \(range.upperBound) (\(unit)), not '\(text)'")
        }
        settings[keyPath: path] = value
      })
  }

  static func word(
    _ key: String, _ unit: String, _ summary: String, oneOf known: [String]? = nil,
    matters: Bool = true, _ path: any WritableKeyPath<Settings, String> & Sendable
  ) -> Setting {
    Setting(
      key: key, unit: unit, summary: summary, matters: matters,
      read: { $0[keyPath: path] },
      write: { settings, text in
        guard !text.isEmpty, known?.contains(text) ?? true else {
          let choice = known.map { "one of \($0.joined(separator: ", "))" } ?? "given"
          throw ValueError(message: "\(key) must be \(choice), not '\(text)'")
        }
        settings[keyPath: path] = text
      })
  }

  static func toggle(
    _ key: String, _ summary: String, matters: Bool = true,
    _ path: any WritableKeyPath<Settings, Bool> & Sendable
  ) -> Setting {
    Setting(
      key: key, unit: "on or off", summary: summary, matters: matters,
      read: { $0[keyPath: path] ? "on" : "off" },
      write: { settings, text in
        guard ["on", "off", "true", "false"].contains(text) else {
          throw ValueError(message: "\(key) must be on or off, not '\(text)'")
        }
        settings[keyPath: path] = text == "on" || text == "true"
      })
  }

  /// A number without needless decimals, as settings are written.
  package static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
