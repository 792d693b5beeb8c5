import Foundation

/// Encodes values as lines of JSON with sorted keys and times in ISO 8601: messages, plans, locks.
package enum SingleLineJSON {
  /// Encodes a value without a line feed, on one line or, for people, on several.
  package static func encode(_ value: some Encodable, isPretty: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  package static func decode<Value: Decodable>(
    _ type: Value.Type, from line: some StringProtocol
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(line.utf8))
  }
}
