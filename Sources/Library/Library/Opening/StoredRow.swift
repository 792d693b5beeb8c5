package import Foundation
package import GRDB

/// A table row that is decoded by column names; dates are seconds since 1970, collections are JSON.
package protocol StoredRow: Decodable, FetchableRecord {}

extension StoredRow {
  /// Decodes dates from seconds since 1970; values out of range are an error.
  package static func databaseDateDecodingStrategy(
    for column: String
  ) -> DatabaseDateDecodingStrategy {
    .custom { Double.fromDatabaseValue($0).flatMap(Date.init(stored:)) }
  }

  static func byVideo(_ table: String, _ db: Database) throws -> [String: Self] {
    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
    return try rows.reduce(into: [:]) { $0[try $1.decode(forColumn: "video")] = try Self(row: $1) }
  }
}

/// A row that is inserted or replaces the row with the same primary key.
package protocol ReplaceableRow: StoredRow, Encodable, PersistableRecord {}

extension ReplaceableRow {
  static func all(of video: String?) -> QueryInterfaceRequest<Self> {
    video.map { filter(Column("video") == $0) } ?? all()
  }

  package static var persistenceConflictPolicy: PersistenceConflictPolicy {
    PersistenceConflictPolicy(insert: .replace, update: .replace)
  }

  /// Encodes dates as seconds since 1970.
  package static func databaseDateEncodingStrategy(
    for column: String
  ) -> DatabaseDateEncodingStrategy { .custom { $0.stored } }

  /// Encodes JSON with sorted keys, so that equal content gives equal text.
  package static func databaseJSONEncoder(for column: String) -> JSONEncoder { .stored }
}

extension JSONEncoder {
  static var stored: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension Date {
  /// The years 0001 to 9999 (four digits in ISO 8601) as seconds since 1970.
  private static let validSeconds = -62_135_596_800.0...253_402_300_799

  /// A date from a clock that may be wrong, clamped to the years 1 to 9999; `nil` beyond 64 bits.
  init?(stored seconds: Double) {
    guard abs(seconds) < 0x1p63 else { return nil }
    self.init(
      timeIntervalSince1970: min(
        max(seconds, Self.validSeconds.lowerBound), Self.validSeconds.upperBound))
  }

  /// Seconds since 1970, clamped to the years 1 to 9999.
  var stored: Double {
    min(max(timeIntervalSince1970, Self.validSeconds.lowerBound), Self.validSeconds.upperBound)
  }
}

/// Encodes dictionaries as JSON text with sorted keys, so that equal content gives equal text.
enum StoredJSON {
  static func text(_ value: [String: some Encodable]) -> String {
    // Encoding strings and whole numbers cannot fail.
    let data = (try? JSONEncoder.stored.encode(value)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String) -> [String: Value] {
    (try? JSONDecoder().decode([String: Value].self, from: Data(text.utf8))) ?? [:]
  }
}
