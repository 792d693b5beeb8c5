package import Foundation
package import GRDB

/// A row by the names of its columns: times in seconds since 1970, what has members as JSON.
package protocol StoredRow: Decodable, FetchableRecord {}

extension StoredRow {
  /// Times are seconds since 1970; one that no calendar holds is damage.
  package static func databaseDateDecodingStrategy(
    for column: String
  ) -> DatabaseDateDecodingStrategy {
    .custom { Double.fromDatabaseValue($0).flatMap(Date.init(stored:)) }
  }

  /// All rows of a table, by the video that each is of.
  static func byVideo(_ table: String, _ db: Database) throws -> [String: Self] {
    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
    return try rows.reduce(into: [:]) { $0[try $1.decode(forColumn: "video")] = try Self(row: $1) }
  }
}

/// A row that is written whole, in the place of one with its key.
package protocol KeptRow: StoredRow, Encodable, PersistableRecord {}

extension KeptRow {
  /// The rows of a video, or of all; those of one are found without a look at the others.
  static func all(of video: String?) -> QueryInterfaceRequest<Self> {
    video.map { filter(Column("video") == $0) } ?? all()
  }

  /// It takes the place of what is there.
  package static var persistenceConflictPolicy: PersistenceConflictPolicy {
    PersistenceConflictPolicy(insert: .replace, update: .replace)
  }

  /// Times are seconds since 1970.
  package static func databaseDateEncodingStrategy(
    for column: String
  ) -> DatabaseDateEncodingStrategy { .custom { $0.stored } }

  /// Keys are sorted: equal content is equal text.
  package static func databaseJSONEncoder(for column: String) -> JSONEncoder { .stored }
}

extension JSONEncoder {
  /// Of small values in text columns.
  static var stored: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension Date {
  /// Seconds since 1970 of the years that ISO 8601 writes with four digits, 0001 to 9999.
  private static let years = -62_135_596_800.0...253_402_300_799

  /// A time of so many seconds since 1970; `nil` for what no clock of 64 bits can give.
  ///
  /// A clock that was wrong by centuries is no damage: its time is bounded to the years 1 to 9999.
  init?(stored seconds: Double) {
    guard abs(seconds) < 0x1p63 else { return nil }
    self.init(
      timeIntervalSince1970: min(max(seconds, Self.years.lowerBound), Self.years.upperBound))
  }

  /// Seconds since 1970, of the years 1 to 9999.
  var stored: Double {
    min(max(timeIntervalSince1970, Self.years.lowerBound), Self.years.upperBound)
  }
}
