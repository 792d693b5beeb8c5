/// A value of a preset's JSON, or of a sidecar's, with the line it stands on: small, so a tree will
/// do.
struct PresetValue {
  enum Content {
    case text(String)
    case flag(Bool)
    case list([PresetValue])
    case object([(key: String, value: PresetValue)])
  }

  let line: Int
  let content: Content

  /// Reads the value that comes next.
  ///
  /// - Parameters:
  ///   - reader: stands before the value.
  ///   - allowsNull: whether `null` is an empty text, and not refused.
  /// - Throws: `ImportError` with the line of what is no such value.
  init(_ reader: inout JSONReader, allowsNull: Bool = false) throws(ImportError) {
    let first = try reader.peek()
    line = reader.line
    switch first {
    case UInt8(ascii: "{"):
      var members: [(key: String, value: PresetValue)] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard let name = key.text else {
          throw reader.failure("a key is not UTF-8", "save as UTF-8")
        }
        guard !members.contains(where: { $0.key == name }) else {
          throw reader.failure("two keys '\(name)'", "give every key once")
        }
        members.append((name, try PresetValue(&reader, allowsNull: allowsNull)))
      }
      content = .object(members)
    case UInt8(ascii: "["):
      var elements: [PresetValue] = []
      try reader.beginList()
      while try reader.nextElement() {
        elements.append(try PresetValue(&reader, allowsNull: allowsNull))
      }
      content = .list(elements)
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      try reader.skip()
      content = .flag(first == UInt8(ascii: "t"))
    default:
      let read = try reader.text()
      guard let text = read?.text ?? (read == nil && allowsNull ? "" : nil) else {
        throw reader.failure("a value that a preset cannot have", "give text, a number or a list")
      }
      content = .text(text)
    }
  }

  /// The text; `nil` for anything else.
  var text: String? {
    if case .text(let text) = content { return text }
    return nil
  }

  /// Yes or no; `nil` for anything else.
  var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }

  /// A member of an object; `nil` for anything else.
  subscript(key: String) -> PresetValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The number that the text is.
  var number: Double? { text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

  var texts: [String]? {
    switch content {
    case .text(let text): return [text]
    case .list(let values):
      let texts = values.compactMap(\.text)
      return texts.count == values.count ? texts : nil
    default: return nil
    }
  }

  var values: [PresetValue] {
    if case .list(let values) = content { return values }
    return [self]
  }
}
