package import Support

/// An error in a setting: where it was given, what is wrong, and what is valid.
package struct SettingsError: UserFacingError, Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    case flag
    case environment(String)
    /// A line of a configuration file; the column is given only for YAML syntax errors.
    case file(String, line: Int, column: Int? = nil)

    /// The beginning of a message: `gazecut.yaml:12`, `GAZECUT_SELECTION_COUNT` or `--set`.
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
  package var message: String

  package init(origin: Origin, message: String) {
    (self.origin, self.message) = (origin, message)
  }

  package var status: ExitStatus { origin == .flag ? .usage : .configuration }

  package var description: String { "\(origin.place): \(message)" }
}

/// A contradiction between settings, before it is known where they were given.
struct ConflictError: Error {
  var keys: [String]
  var message: String
}

/// An invalid value, before it is known where it was given.
struct ValueError: Error { var message: String }
