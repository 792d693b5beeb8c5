import struct Foundation.Date

/// What the first line of gazecut's own files says; `timeline` and `detections` share its form.
struct LineHeader {
  var schema = ""
  var video: String?
  var session: String?
  var viewer: String?
  var recordedAt: Date?
  var picture: ImageArea?
  var player: ImageArea?
  /// Whether the header says that its session ends with a line of its own.
  var announcesEnd = false
  var source: String?
  var image: ImageArea?
  var origin: String?
  var orientation: String?
  var fit: String?

  private typealias Part<Value> = any WritableKeyPath<LineHeader, Value?> & Sendable

  private static let texts: [(StaticString, Part<String>)] = [
    ("video", \.video), ("session", \.session), ("viewer", \.viewer), ("source", \.source),
    ("origin", \.origin), ("orientation", \.orientation), ("fit", \.fit),
  ]
  private static let areas: [(StaticString, Part<ImageArea>)] =
    [("picture", \.picture), ("player", \.player), ("image", \.image)]

  /// Takes one member of a line, where it is one of a header.
  ///
  /// By place: a file may have a member of its own in each line, and a key path copied out for
  /// every comparison takes longer than the comparison.
  mutating func take(_ key: Bytes, _ reader: inout JSONReader) throws(ImportError) {
    if key.matches("gazecut") {
      schema = try Self.text(&reader, "gazecut") ?? ""
    } else if key.matches("recordedAt") {
      guard let text = try Self.text(&reader, "recordedAt") else { return }
      recordedAt = WallClock(text)?.date
      guard recordedAt != nil else {
        throw reader.failure("'recordedAt' is no time", "write it like 2026-11-19T21:03:00Z")
      }
    } else if let at = Self.texts.indices.first(where: { key.matches(Self.texts[$0].0) }) {
      let (name, part) = Self.texts[at]
      self[keyPath: part] = try Self.text(&reader, "\(name)")
    } else if let at = Self.areas.indices.first(where: { key.matches(Self.areas[$0].0) }) {
      let (name, part) = Self.areas[at]
      self[keyPath: part] = try ImageArea(&reader, name: "\(name)")
    }
  }

  /// Refuses a header of another kind or version.
  func require(_ wanted: String, _ reader: borrowing JSONReader) throws(ImportError) {
    guard schema != wanted else { return }
    let name = schema.prefix { $0 != "/" }
    let problem = "the header says '\(schema.prefix(40))', not '\(wanted)'"
    if !wanted.hasPrefix(name + "/"), ImportFormat.named(String(name)) != nil {
      throw reader.failure(problem, "use gazecut import \(name)")
    }
    throw reader.failure(problem, "this gazecut reads \(wanted)")
  }

  /// A text; `nil` for null.
  private static func text(
    _ reader: inout JSONReader, _ name: String
  ) throws(ImportError) -> String? {
    let isNull = try reader.peek() == UInt8(ascii: "n")
    let text = try reader.shortText(name)
    // Were a list passed over, an option or the file's name would stand for it: one id for all.
    guard text != nil || isNull else {
      throw reader.failure("'\(name)' is no text", "write it in quotes")
    }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
