import Foundation

/// Where somebody's database is: `sqlite:/srv/app.sqlite`, or `odbc:` and a connection string that
/// holds no secret.
package struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible {
  /// The path of the SQLite file; `nil` for what ODBC reaches.
  package let file: String?
  /// What ODBC's driver manager is told; nothing of a file.
  let connection: String

  /// The address as it was given; it holds no secret.
  package var description: String { file.map { "sqlite:\($0)" } ?? "odbc:\(connection)" }

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: as gazecut.yaml has it.
  ///   - folder: where the path of a file begins that does not begin with `/`.
  /// - Throws: `ImportOptionError` for another kind, and for one that holds a password; no message
  ///   repeats what was given.
  package init(_ text: String, below folder: String = ".") throws(ImportOptionError) {
    guard !Self.holdsSecret(text) else {
      throw ImportOptionError(
        "a password does not belong here: put it into odbc.ini (of the user that runs gazecut, "
          + "chmod 600), under the name of a data source, and write odbc:DSN=NAME")
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    switch parts[0] {
    case "sqlite" where !rest.isEmpty:
      (file, connection) = (rest.hasPrefix("/") ? rest : "\(folder)/\(rest)", "")
    case "odbc" where rest.contains("="): (file, connection) = (nil, rest)
    default:
      throw ImportOptionError(
        "a database is sqlite:PATH, or odbc:DSN=NAME with NAME a data source of odbc.ini")
    }
  }

  /// Ends of the names of what stays secret.
  private static let secrets = [
    "pwd", "pass", "passwd", "password", "passphrase", "secret", "token", "credential",
  ]

  /// Whether anything in a text is called a password, or stands where an address of the web has
  /// one.
  private static func holdsSecret(_ text: String) -> Bool {
    let pieces = text.lowercased().split { ";{}".contains($0) }
    let isNamed = pieces.contains { piece in
      // Every name before an equals sign, for options may stand inside an option.
      piece.split(separator: "=", omittingEmptySubsequences: false).dropLast().contains { name in
        let letters = name.split(whereSeparator: \.isWhitespace).last ?? ""
        return secrets.contains { letters.filter(\.isLetter).hasSuffix($0) }
      }
    }
    return isNamed || (text.contains("://") && text.contains("@"))
  }
}
