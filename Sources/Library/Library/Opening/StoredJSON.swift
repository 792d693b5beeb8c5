import Foundation

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
