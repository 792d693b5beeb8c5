/// Rows of named cells, from whatever holds them; one row is in memory at a time.
protocol RowSource: AnyObject {
  /// The file as the user named it.
  var file: String { get }
  /// The names of the columns, as the file has them.
  var names: [String] { get }
  /// The cells of the last row, one a name; valid until the next row.
  var cells: [Bytes] { get }
  /// Where the last row began, from 1: a line, or the row of a query's result.
  var line: Int { get }

  /// What was passed over between the rows, counted once all were read.
  var passedOver: SkipCounts { get }

  /// Goes to the next row; `false` at the end.
  func next() throws(ImportError) -> Bool

  /// The text of a cell of the last row; `nil` when it is not UTF-8.
  func text(of cell: Bytes) -> String?
}

extension RowSource {
  var passedOver: SkipCounts { SkipCounts() }

  func text(of cell: Bytes) -> String? { cell.text }

  /// A refusal, at the last row where no other line is given.
  func failure(_ problem: String, _ remedy: String, line: Int? = nil) -> ImportError {
    ImportError(of: file, line: line ?? self.line, problem, remedy)
  }

  /// Where a column is; `nil` when there is none of that name.
  ///
  /// Names agree whatever their case and spaces, and whichever brackets hold a unit: tools change
  /// these from version to version.
  func index(of name: String) throws(ImportError) -> Int? {
    let wanted = ColumnName.canonical(name)
    let found = names.indices.filter { ColumnName.canonical(names[$0]) == wanted }
    guard found.count < 2 else {
      throw failure("two columns '\(name)'", "name every column once", line: 1)
    }
    return found.first
  }

  /// Where a column is that must be there.
  func column(_ name: String, orSay remedy: @autoclosure () -> String) throws(ImportError) -> Int {
    if let index = try index(of: name) { return index }
    throw failure("no column '\(name)'", remedy(), line: 1)
  }

  /// Where columns are that must all be there.
  func columns(_ names: [String]) throws(ImportError) -> [Int] {
    try names.map { name throws(ImportError) in
      try column(name, orSay: "the columns are \(names.joined(separator: ","))")
    }
  }

  /// Where the first of several columns is that there are.
  func first(of names: [String]?) throws(ImportError) -> Int? {
    for name in names ?? [] {
      if let index = try index(of: name) { return index }
    }
    return nil
  }
}

/// How names of columns are compared, and what they say of units.
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

  /// The unit that a column of times names in its own name: `t_us`, `timestamp [ns]`,
  /// `Timestamp (milliseconds)`; `nil` when it names none.
  static func unit(in name: String) -> TimeUnit? {
    let words = canonical(name).split { "()_.-".contains($0) }
    guard words.count > 1, let last = words.last else { return nil }
    return TimeUnit(word: String(last))
  }
}
