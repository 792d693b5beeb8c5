import Foundation
import GRDB

/// Small values as text columns: sorted keys, so that equal content is equal text.
enum StoredJSON {
  static func text(_ value: [String: some Encodable]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and whole numbers always encode.
    let data = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  /// A value of several members; `nil` for one with a number that is none.
  static func text(of value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value that a text holds; `nil` where it holds none.
  static func value<Value: Decodable>(of text: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
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
    let date = Date(timeIntervalSince1970: seconds)
    guard seconds.isFinite, date > .distantPast, date < .distantFuture else {
      throw LibraryError(
        .corrupt, operation: "read a time",
        reason: "gazecut.sqlite is damaged; restore it from a copy, or import again")
    }
    return date
  }
}
