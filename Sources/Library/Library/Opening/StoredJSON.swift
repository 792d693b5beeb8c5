import Foundation

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
