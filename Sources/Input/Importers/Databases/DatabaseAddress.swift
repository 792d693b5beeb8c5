import Foundation

/// The address of a database: `sqlite:/srv/app.sqlite`, or `odbc:` and a connection string.
///
/// It contains no password.
package struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible {
  /// Path of the SQLite file; `nil` for an ODBC database.
  package let file: String?
  /// The ODBC connection string; empty for an SQLite file.
  let connection: String

  package var description: String { file.map { "sqlite:\($0)" } ?? "odbc:\(connection)" }

  /// Parses an address of gazecut.yaml; relative paths start at `folder`.
  ///
  /// Throws `ImportOptionError` if the kind is unknown or the text contains a password. The message
  /// does not repeat the text.
  package init(_ text: String, below folder: String = ".") throws(ImportOptionError) {
    guard !Self.containsSecret(text) else {
      throw ImportOptionError(
        "a database address must not contain a password: put it into odbc.ini (of the user that "
          + "runs gazecut, chmod 600), under a data source name, and write odbc:DSN=NAME")
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    switch parts[0] {
    case "sqlite" where !rest.isEmpty:
      (file, connection) = (rest.hasPrefix("/") ? rest : "\(folder)/\(rest)", "")
    case "odbc" where rest.contains("="): (file, connection) = (nil, rest)
    default:
      throw ImportOptionError(
        "a database address is sqlite:PATH, or odbc:DSN=NAME (NAME: a data source of odbc.ini)")
    }
  }

  private static let secretKeyEndings = [
    "pwd", "pass", "passwd", "password", "passphrase", "secret", "token", "credential",
  ]

  /// Whether the text has a key named like a password, or a URL with a user and a password.
  private static func containsSecret(_ text: String) -> Bool {
    let pieces = text.lowercased().split { ";{}".contains($0) }
    let isNamed = pieces.contains { piece in
      // Check each name before an equals sign, because one option can contain further options.
      piece.split(separator: "=", omittingEmptySubsequences: false).dropLast().contains { name in
        let letters = name.split(whereSeparator: \.isWhitespace).last ?? ""
        return secretKeyEndings.contains { letters.filter(\.isLetter).hasSuffix($0) }
      }
    }
    return isNamed || (text.contains("://") && text.contains("@"))
  }
}
