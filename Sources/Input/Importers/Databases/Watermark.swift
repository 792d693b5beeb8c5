import Foundation

/// How far a query's answers went: the latest value of the column that `since` names, as the
/// database writes it.
package struct Watermark: Hashable, Sendable {
  /// The value: a whole or decimal number, a date and time, or another text whose order is that of
  /// its bytes.
  package let text: String

  /// Takes a value as the database wrote it.
  package init(_ text: String) { self.text = text }

  func isLater(than other: Watermark) -> Bool {
    if let own = Int64(text), let others = Int64(other.text) { return own > others }
    if let own = Double(text), let others = Double(other.text) { return own > others }
    return other.text.utf8.lexicographicallyPrecedes(text.utf8)
  }

  /// The value that lies so far before this one; a text that is neither number nor time stays.
  ///
  /// - Parameter distance: seconds for a date and time, else what the number counts; not below 0.
  /// - Returns: the value, written as this one.
  func moved(back distance: Double) -> Watermark {
    if let number = Int64(text) {
      let (moved, isOver) = number.subtractingReportingOverflow(Self.whole(distance))
      return Watermark(String(isOver ? Int64.min : moved))
    }
    if let number = Double(text) { return Watermark(String(number - distance)) }
    guard let time = seconds else { return self }
    var moved = time - Int(Self.whole(distance))
    // Of a day alone the next day before is the first that surely lies so far back.
    if text.utf8.count == 10 { moved -= ((moved % 86_400) + 86_400) % 86_400 }
    return Watermark(Self.written(moved, like: text))
  }

  /// A whole number; the bound is more than any column counts, and no time overflows by it.
  private static func whole(_ distance: Double) -> Int64 {
    Int64(min(9e18, distance).rounded(.up))
  }

  /// Whether it is a time that nobody's clock shows yet, wherever they live: a row of the year 2099
  /// must not end all reading.
  func isToCome(after now: Date) -> Bool {
    seconds.map { Double($0) > now.timeIntervalSince1970 + 86_400 } ?? false
  }

  /// Seconds from 1970, read as UTC; `nil` for what is not written `2026-11-19` or
  /// `2026-11-19 21:03:00`, with whatever follows.
  private var seconds: Int? {
    let isDay = text.utf8.count == 10
    guard isDay || text.utf8.count >= 19, text.dropFirst(4).first == "-" else { return nil }
    return WallClock(isDay ? text + " 00:00:00" : String(text.prefix(19))).map { Int($0.seconds) }
  }

  /// Writes a time in the marks of another.
  private static func written(_ seconds: Int, like text: String) -> String {
    let date = Date(timeIntervalSince1970: Double(max(seconds, 0)))
    let plain = Array(date.ISO8601Format().utf8)
    var marks = Array(text.utf8)
    for place in 0..<min(19, marks.count) where marks[place] &- 48 < 10 {
      marks[place] = plain[place]
    }
    return String(decoding: marks, as: UTF8.self)
  }
}

/// Rows whose latest value of one column is kept.
final class WatchedRows: RowSource {
  private let rows: any RowSource
  private let column: Int
  private var latestCell: [UInt8] = []
  private let now = Date()
  /// The latest value; `nil` before the first.
  private(set) var latest: Watermark?

  init(_ rows: any RowSource, column name: String) throws(ImportError) {
    guard let column = try rows.index(of: name) else {
      throw ImportError(
        of: rows.file, "the answer has no column '\(name)', which since names",
        "it has \(TableColumns.list(rows.names)); let the query give it")
    }
    self.rows = rows
    self.column = column
  }

  var file: String { rows.file }
  var names: [String] { rows.names }
  var cells: [Bytes] { rows.cells }
  var line: Int { rows.line }

  func next() throws(ImportError) -> Bool {
    guard try rows.next() else { return false }
    let cell = cells[column]
    guard cell.count > 0, !cell.equal(latestCell), let text = cell.text else { return true }
    let value = Watermark(text)
    if latest.map(value.isLater) ?? true, !value.isToCome(after: now) {
      latest = value
      latestCell = cell.array
    }
    return true
  }
}
