import Foundation

/// Values as lines of JSON, as workers, plans and locks hold them: keys in order, times in ISO
/// 8601.
package enum JSONLine {
  /// A value in one line, without its end; in many where a person is to read it.
  package static func encode(_ value: some Encodable, isPretty: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value that a line holds.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from line: some StringProtocol
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(line.utf8))
  }
}
