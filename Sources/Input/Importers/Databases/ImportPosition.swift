import Foundation

/// The latest value that was read of the `since` column, in the database's own format.
package struct ImportPosition: Hashable, Sendable {
  /// An integer, a decimal number, a date and time, or another text that sorts by its bytes.
  package let text: String

  package init(_ text: String) { self.text = text }

  func isLater(than other: ImportPosition) -> Bool {
    if let own = Int64(text), let others = Int64(other.text) { return own > others }
    if let own = Double(text), let others = Double(other.text) { return own > others }
    return other.text.utf8.lexicographicallyPrecedes(text.utf8)
  }

  /// The value `distance` before this one, in the same format.
  ///
  /// The distance is in seconds for a date and time, otherwise in the unit of the number. Other
  /// text does not change.
  func moved(back distance: Double) -> ImportPosition {
    if let number = Int64(text) {
      let (moved, isOver) = number.subtractingReportingOverflow(Self.whole(distance))
      return ImportPosition(String(isOver ? Int64.min : moved))
    }
    if let number = Double(text) { return ImportPosition(String(number - distance)) }
    guard let time = seconds else { return self }
    var moved = time - Int(Self.whole(distance))
    // Round a date without a time down to a whole day, so that no row is missed.
    if text.utf8.count == 10 { moved -= ((moved % 86_400) + 86_400) % 86_400 }
    return ImportPosition(Self.formatted(moved, like: text))
  }

  /// Rounds up to an integer, with a limit so that the subtraction does not overflow.
  private static func whole(_ distance: Double) -> Int64 { Int64(min(9e18, distance).rounded(.up)) }

  /// Whether this is more than a day ahead: a row of 2099 must not stop all further imports.
  func isInFuture(after now: Date) -> Bool {
    seconds.map { Double($0) > now.timeIntervalSince1970 + 86_400 } ?? false
  }

  /// Seconds since 1970 in UTC of a text like `2026-11-19` or `2026-11-19 21:03:00`.
  private var seconds: Int? {
    let isDay = text.utf8.count == 10
    guard isDay || text.utf8.count >= 19, text.dropFirst(4).first == "-" else { return nil }
    return ClockDate(isDay ? text + " 00:00:00" : String(text.prefix(19))).map { Int($0.seconds) }
  }

  /// Formats a time in the format of another one, digit by digit.
  private static func formatted(_ seconds: Int, like text: String) -> String {
    let date = Date(timeIntervalSince1970: Double(max(seconds, 0)))
    let plain = Array(date.ISO8601Format().utf8)
    var marks = Array(text.utf8)
    for place in 0..<min(19, marks.count) where marks[place] &- 48 < 10 {
      marks[place] = plain[place]
    }
    return String(decoding: marks, as: UTF8.self)
  }
}

/// Passes rows through, and records the latest value of one column.
final class WatermarkTrackingRows: RowSource {
  private let rows: any RowSource
  private let column: Int
  private var latestCell: [UInt8] = []
  private let now = Date()
  private(set) var latest: ImportPosition?

  init(_ rows: any RowSource, column name: String) throws(ImportError) {
    guard let column = try rows.index(of: name) else {
      throw ImportError(
        of: rows.file, "the query result has no column '\(name)', which the key since: names",
        "it has \(TableColumns.list(rows.names)); add the column to the query")
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
    guard cell.count > 0, !cell.equals(latestCell), let text = cell.text else { return true }
    let value = ImportPosition(text)
    if latest.map(value.isLater) ?? true, !value.isInFuture(after: now) {
      latest = value
      latestCell = cell.array
    }
    return true
  }
}
