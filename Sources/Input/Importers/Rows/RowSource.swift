/// A source of rows with named cells; only one row is in memory at a time.
protocol RowSource: AnyObject {
  var file: String { get }
  var names: [String] { get }
  /// The cells of the current row, one per name, valid until the next row.
  var cells: [Bytes] { get }
  /// Number of the current row's first line (or of a query's row), starting at 1.
  var line: Int { get }

  /// Values between the rows that were skipped; complete after the last row.
  var skippedValues: SkipCounts { get }

  /// Moves to the next row; returns `false` at the end.
  func next() throws(ImportError) -> Bool

  /// The text of a cell; `nil` if it is not UTF-8.
  func text(of cell: Bytes) -> String?
}

extension RowSource {
  var skippedValues: SkipCounts { SkipCounts() }

  func text(of cell: Bytes) -> String? { cell.text }

  func failure(_ problem: String, _ remedy: String, line: Int? = nil) -> ImportError {
    ImportError(of: file, line: line ?? self.line, problem, remedy)
  }

  /// The index of a column; ignores case, spaces and kinds of brackets, which tools change.
  func index(of name: String) throws(ImportError) -> Int? {
    let wanted = ColumnName.canonical(name)
    let found = names.indices.filter { ColumnName.canonical(names[$0]) == wanted }
    guard found.count < 2 else {
      throw failure("two columns are called '\(name)'", "give every column its own name", line: 1)
    }
    return found.first
  }

  func column(_ name: String, orSay remedy: @autoclosure () -> String) throws(ImportError) -> Int {
    if let index = try index(of: name) { return index }
    throw failure("there is no column '\(name)'", remedy(), line: 1)
  }

  func columns(_ names: [String]) throws(ImportError) -> [Int] {
    try names.map { name throws(ImportError) in
      try column(name, orSay: "the columns must be \(names.joined(separator: ","))")
    }
  }

  func first(of names: [String]?) throws(ImportError) -> Int? {
    for name in names ?? [] {
      if let index = try index(of: name) { return index }
    }
    return nil
  }
}

/// Compares column names in a canonical form, and finds time units in them.
enum ColumnName {
  static func canonical(_ name: String) -> String {
    var plain = ""
    for scalar in name.lowercased().unicodeScalars {
      switch scalar {
      case " ", "\t", "\u{A0}": continue
      case "[", "{": plain.append("(")
      case "]", "}": plain.append(")")
      case "µ", "μ": plain.append("u")
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  /// The time unit at the end of a column name, for example `t_us` or `timestamp [ns]`.
  static func unit(in name: String) -> TimeUnit? {
    let words = canonical(name).split { "()_.-".contains($0) }
    guard words.count > 1, let last = words.last else { return nil }
    return TimeUnit(word: String(last))
  }
}
