import CODBC
import Foundation

/// Converts ODBC diagnostics to errors, and removes text that may be personal data.
///
/// Drivers quote cell values and names in their messages. Only quotes that occur in the user's own
/// query or connection string are kept.
struct ODBCDiagnostics: Sendable {
  /// The query and the connection string, in lower case.
  private let known: String
  private static let longest = 240

  init(known: String) { self.known = known.lowercased() }

  func connectionError(_ type: SQLSMALLINT, _ handle: SQLHANDLE?, _ file: String) -> ImportError {
    let (state, words) = unsafe first(type, handle)
    guard ["IM002", "IM003", "01000"].contains(state) else {
      return ImportError(
        .readFailed, of: file, "cannot connect to the database: \(words)",
        "try isql -v NAME with the data source's name, as the user that runs gazecut")
    }
    return ImportError(
      .notFound, of: file, "ODBC cannot use this data source: \(words)",
      "define the data source in odbc.ini and its driver in odbcinst.ini; odbcinst -j prints "
        + "where they are")
  }

  func queryError(_ type: SQLSMALLINT, _ handle: SQLHANDLE?, _ file: String) -> ImportError {
    let (state, words) = unsafe first(type, handle)
    guard state.hasPrefix("08") else {
      return ImportError(
        of: file, "the query failed: \(words)",
        "try it in isql -v, as the user that runs gazecut")
    }
    return ImportError(
      .readFailed, of: file, "the connection to the database was lost: \(words)",
      "nothing to do: what was read is kept, and the next run continues there")
  }

  private func first(_ type: SQLSMALLINT, _ handle: SQLHANDLE?) -> (state: String, words: String) {
    var state = [SQLWCHAR](repeating: 0, count: 6)
    var text = [SQLWCHAR](repeating: 0, count: 2048)
    var native: SQLINTEGER = 0
    var length: SQLSMALLINT = 0
    let code = unsafe SQLGetDiagRecW(
      type, handle, 1, &state, &native, &text, SQLSMALLINT(text.count), &length)
    guard code == SQLRETURN(SQL_SUCCESS) || code == SQLRETURN(SQL_SUCCESS_WITH_INFO) else {
      return ("", "the driver reports no reason")
    }
    let count = min(Int(length), text.count - 1)
    return (
      String(decoding: state.prefix(5), as: UTF16.self),
      withoutPersonalData(String(decoding: text.prefix(count), as: UTF16.self))
    )
  }

  /// The first line of a message, without quoted text that may be personal data.
  func withoutPersonalData(_ message: String) -> String {
    var line = Substring(message.split(whereSeparator: \.isNewline).first ?? "")
    // Remove prefixes such as [unixODBC][Driver Manager].
    while line.first == "[", let end = line.firstIndex(of: "]") {
      line = line[line.index(after: end)...]
    }
    var text = hidingUnknownQuotes(String(line))
    if let equals = text.firstIndex(of: "=") { text = text[..<equals] + "=…" }
    return text.prefix(Self.longest).trimmingCharacters(in: CharacterSet(charactersIn: " ;."))
  }

  /// Replaces everything from the first unknown quoted word to the last quotation mark by `…`.
  private func hidingUnknownQuotes(_ line: String) -> String {
    let letters = Array(line)
    let quotes: Set<Character> = ["'", "\"", "`", "\u{201C}", "\u{201D}", "«", "»"]
    // An apostrophe inside a word is not a quotation mark.
    let marks = letters.indices.filter { index in
      guard quotes.contains(letters[index]) else { return false }
      let isInWord =
        index > 0 && index + 1 < letters.count
        && letters[index - 1].isLetter && letters[index + 1].isLetter
      return !isInWord
    }
    guard let last = marks.last else { return line }
    for place in stride(from: 0, to: marks.count, by: 2) {
      let end = place + 1 < marks.count ? marks[place + 1] : letters.count
      let word = String(letters[(marks[place] + 1)..<end]).lowercased()
      if place + 1 < marks.count, !word.isEmpty, known.contains(word) { continue }
      let rest = place + 1 < marks.count ? String(letters[last...]) : ""
      return String(letters[...marks[place]]) + "…" + rest
    }
    return line
  }
}
