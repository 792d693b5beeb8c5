/// A setting that cannot be used: where it was given, what is wrong, what would be right.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Origin: Hashable, Sendable {
    /// `--set` on the command line.
    case flag
    /// An environment variable.
    case environment(String)
    /// A line of a configuration file, with the column where only that says enough.
    case file(String, line: Int, column: Int? = nil)

    /// As messages begin: `gazecut.yaml:12`, `GAZECUT_SELECTION_COUNT` or `--set`.
    package var place: String {
      switch self {
      case .flag: "--set"
      case .environment(let name): name
      case .file(let path, let line, let column):
        "\(path):\(line)" + (column.map { ":\($0)" } ?? "")
      }
    }
  }

  package var origin: Origin
  /// What is wrong and what would be right.
  package var message: String

  package init(origin: Origin, message: String) {
    self.origin = origin
    self.message = message
  }

  /// `gazecut.yaml:12: …`, `GAZECUT_SELECTION_COUNT: …` or `--set: …`.
  package var description: String {
    "\(origin.place): \(message)"
  }
}

/// What is wrong between values, before it is known where they came from.
struct ConflictError: Error {
  /// The settings that do not go together.
  var keys: [String]
  var message: String
}

/// What is wrong with one value, before it is known where it came from.
struct ValueError: Error {
  var message: String
}
