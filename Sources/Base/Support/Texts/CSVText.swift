/// Cells of a table in CSV (RFC 4180).
package enum CSVText {
  /// A cell, in quotation marks if needed; one that a spreadsheet would calculate is made text.
  package static func cell(_ text: String) -> String {
    let isFormula = text.first.map { "=+@-".contains($0) } ?? false && Double(text) == nil
    let safe = isFormula ? "'" + text : text
    guard safe.contains(where: { ",\"\r\n".contains($0) }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }
}
