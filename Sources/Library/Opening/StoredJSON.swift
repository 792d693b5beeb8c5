import Foundation
import GRDB

/// Small values as text columns: sorted keys, so that equal content is equal text.
enum StoredJSON {
  static func text(_ value: [String: some Encodable]) -> String {
    // Strings and whole numbers always encode.
    let data = (try? JSONEncoder.stored.encode(value)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String) -> [String: Value] {
    (try? JSONDecoder().decode([String: Value].self, from: Data(text.utf8))) ?? [:]
  }
}

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
    guard let date = Date(stored: seconds) else { throw LibraryError.damaged("read a time") }
    return date
  }
}
