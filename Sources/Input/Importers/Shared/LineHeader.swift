import struct Foundation.Date

/// The header line of gazecut's own formats, `timeline` and `detections`.
struct LineHeader {
  var schema = ""
  var video: String?
  var session: String?
  var viewer: String?
  var recordedAt: Date?
  var picture: SourceRectangle?
  var player: SourceRectangle?
  var announcesEnd = false
  var source: String?
  var image: SourceRectangle?
  var origin: String?
  var orientation: String?
  var fit: String?

  private typealias Part<Value> = any WritableKeyPath<LineHeader, Value?> & Sendable

  private static let texts: [(StaticString, Part<String>)] = [
    ("video", \.video), ("session", \.session), ("viewer", \.viewer), ("source", \.source),
    ("origin", \.origin), ("orientation", \.orientation), ("fit", \.fit),
  ]
  private static let areas: [(StaticString, Part<SourceRectangle>)] =
    [("picture", \.picture), ("player", \.player), ("image", \.image)]

  /// Reads one member of a line if it belongs to a header.
  ///
  /// The tables are searched by index: copying a key path for each comparison would be slower than
  /// the comparison.
  mutating func take(_ key: Bytes, _ reader: inout JSONReader) throws(ImportError) {
    if key.matches("gazecut") {
      schema = try Self.text(&reader, "gazecut") ?? ""
    } else if key.matches("recordedAt") {
      guard let text = try Self.text(&reader, "recordedAt") else { return }
      recordedAt = ClockDate(text)?.date
      guard recordedAt != nil else {
        throw reader.failure("'recordedAt' is not a time", "write it as 2026-11-19T21:03:00Z")
      }
    } else if let at = Self.texts.indices.first(where: { key.matches(Self.texts[$0].0) }) {
      let (name, part) = Self.texts[at]
      self[keyPath: part] = try Self.text(&reader, "\(name)")
    } else if let at = Self.areas.indices.first(where: { key.matches(Self.areas[$0].0) }) {
      let (name, part) = Self.areas[at]
      self[keyPath: part] = try SourceRectangle(&reader, name: "\(name)")
    }
  }

  func require(_ wanted: String, _ reader: borrowing JSONReader) throws(ImportError) {
    guard schema != wanted else { return }
    let name = schema.prefix { $0 != "/" }
    let problem = "the header says '\(schema.prefix(40))', not '\(wanted)'"
    if !wanted.hasPrefix(name + "/"), ImportFormat.named(String(name)) != nil {
      throw reader.failure(problem, "use gazecut import \(name)")
    }
    throw reader.failure(problem, "this version of gazecut reads \(wanted)")
  }

  /// Reads a text; `nil` for null and for empty text.
  private static func text(
    _ reader: inout JSONReader, _ name: String
  ) throws(ImportError) -> String? {
    let isNull = try reader.peek() == UInt8(ascii: "n")
    let text = try reader.shortText(name)
    // Do not skip a list: the default of the member would give several sessions the same ID.
    guard text != nil || isNull else {
      throw reader.failure("'\(name)' is not text", "write it in quotes")
    }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
