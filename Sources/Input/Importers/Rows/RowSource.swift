/// A source of rows with named cells.
///
/// Only one row is in memory at a time.
protocol RowSource: AnyObject {
  /// The path as the user typed it.
  var file: String { get }
  /// The column names as written in the file.
  var names: [String] { get }
  /// The cells of the current row, one per name.
  ///
  /// Valid until the next row.
  var cells: [Bytes] { get }
  /// Number of the current row's first line, or of a query's row, from 1.
  var line: Int { get }

  /// Values between the rows that were skipped.
  ///
  /// Complete after the last row.
  var passedOver: SkipCounts { get }

  /// Moves to the next row.
  ///
  /// Returns `false` at the end.
  func next() throws(ImportError) -> Bool

  /// Returns the text of a cell.
  ///
  /// `nil` if it is not UTF-8.
  func text(of cell: Bytes) -> String?
}

extension RowSource {
  var passedOver: SkipCounts { SkipCounts() }

  func text(of cell: Bytes) -> String? { cell.text }

  /// Creates an error, by default for the current row.
  func failure(_ problem: String, _ remedy: String, line: Int? = nil) -> ImportError {
    ImportError(of: file, line: line ?? self.line, problem, remedy)
  }

  /// Returns the index of a column.
  ///
  /// `nil` if there is none with this name.
  ///
  /// Names are compared without case and spaces, and any kind of bracket may surround a unit,
  /// because tools change these between versions.
  func index(of name: String) throws(ImportError) -> Int? {
    let wanted = ColumnName.canonical(name)
    let found = names.indices.filter { ColumnName.canonical(names[$0]) == wanted }
    guard found.count < 2 else {
      throw failure("two columns are called '\(name)'", "give every column its own name", line: 1)
    }
    return found.first
  }

  /// Returns the index of a required column.
  func column(_ name: String, orSay remedy: @autoclosure () -> String) throws(ImportError) -> Int {
    if let index = try index(of: name) { return index }
    throw failure("there is no column '\(name)'", remedy(), line: 1)
  }

  /// Returns the indices of required columns.
  func columns(_ names: [String]) throws(ImportError) -> [Int] {
    try names.map { name throws(ImportError) in
      try column(name, orSay: "the columns must be \(names.joined(separator: ","))")
    }
  }

  /// Returns the index of the first of several alternative columns that exists.
  func first(of names: [String]?) throws(ImportError) -> Int? {
    for name in names ?? [] {
      if let index = try index(of: name) { return index }
    }
    return nil
  }
}

/// Canonical forms of column names, and the time units in them.
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

  /// Returns the time unit at the end of a column name.
  ///
  /// `nil` if there is none.
  ///
  /// Examples: `t_us`, `timestamp [ns]`, `Timestamp (milliseconds)`.
  static func unit(in name: String) -> TimeUnit? {
    let words = canonical(name).split { "()_.-".contains($0) }
    guard words.count > 1, let last = words.last else { return nil }
    return TimeUnit(word: String(last))
  }
}
