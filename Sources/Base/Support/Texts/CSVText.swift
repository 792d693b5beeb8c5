/// Cells of a table in CSV (RFC 4180).
package enum CSVText {
  /// A cell, quoted if needed; a formula gets an apostrophe, so that spreadsheets show it as text.
  package static func cell(_ text: String) -> String {
    let isFormula = text.first.map { "=+@-".contains($0) } ?? false && Double(text) == nil
    let safe = isFormula ? "'" + text : text
    guard safe.contains(where: { ",\"\r\n".contains($0) }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }
}
