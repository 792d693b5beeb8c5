extension TerminalText {
  /// Wraps the lines of an escaped text that are wider than `columns`, unless that is `nil`.
  ///
  /// Lines break at single spaces, so the cells of a table and words stay whole. Commands between
  /// backquotes stay whole too. A continuation is aligned with the last cell of its row, or
  /// indented by four more spaces if that cell begins in the right half.
  package static func fitted(_ text: String, columns: Int?) -> String {
    guard let columns else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { fitted(line: Array($0), max(40, columns)) }.joined(separator: "\n")
  }

  private static func fitted(line: [Character], _ columns: Int) -> [String] {
    guard line.count > columns else { return [String(line)] }
    let lead = line.prefix { $0 == " " }.count
    let cell =
      line.indices.last { index in
        index >= 2 && line[index] != " " && line[index - 1] == " " && line[index - 2] == " "
      } ?? lead
    let indent = String(repeating: " ", count: cell <= columns / 2 ? cell : lead + 4)
    var lines: [String] = []
    var rest = line[...]
    while rest.count + (lines.isEmpty ? 0 : indent.count) > columns {
      let room = columns - (lines.isEmpty ? 0 : indent.count)
      let first = lines.isEmpty ? cell : 0
      let breaks = breaks(in: rest).filter { $0 - rest.startIndex > first }
      guard
        let end = breaks.last(where: { $0 - rest.startIndex <= room }) ?? breaks.first
      else { break }
      lines.append((lines.isEmpty ? "" : indent) + String(rest[..<end]))
      rest = rest[(end + 1)...]
    }
    return lines + [(lines.isEmpty ? "" : indent) + String(rest)]
  }

  /// The positions of single spaces outside backquotes.
  private static func breaks(in line: ArraySlice<Character>) -> [Int] {
    var isQuoted = false
    return line.indices.filter { index in
      if line[index] == "`" { isQuoted.toggle() }
      let isNextToSpace =
        line[max(line.startIndex, index - 1)] == " "
        || line[min(line.endIndex - 1, index + 1)] == " "
      return line[index] == " " && !isQuoted && index > line.startIndex
        && index < line.endIndex - 1 && !isNextToSpace
    }
  }
}
