import Foundation
import GRDB

extension Row {
  /// A time that was stored as seconds since 1970.
  ///
  /// - Throws: `LibraryError` for one that no calendar holds: the page is damaged.
  func date(forColumn column: String) throws -> Date {
    try Self.date(try decode(Double.self, forColumn: column))
  }

  /// A time that may be absent.
  func dateIfPresent(forColumn column: String) throws -> Date? {
    try decode(Double?.self, forColumn: column).map(Self.date)
  }

  private static func date(_ seconds: Double) throws -> Date {
    let date = Date(timeIntervalSince1970: seconds)
    guard seconds.isFinite, date > .distantPast, date < .distantFuture else {
      throw LibraryError(
        .corrupt, operation: "read a time",
        reason: "gazecut.sqlite is damaged; restore it from a copy, or import again")
    }
    return date
  }
}
