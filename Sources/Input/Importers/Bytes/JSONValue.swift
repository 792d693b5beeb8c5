/// A value of a small JSON file, for example of a preset or a sidecar, with its line number.
struct JSONValue {
  enum Content {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([JSONValue])
    case object([(key: String, value: JSONValue)])
  }

  private let file: String
  private let line: Int
  let content: Content

  /// Maximum number of values in a file; a curve of 24 h with a point per second has 345,601.
  private static let most = 1 << 19

  /// Parses the next value; if `isMended`, `null` is empty text, and invalid UTF-8 is repaired.
  init(_ reader: inout JSONReader, isMended: Bool = false) throws(ImportError) {
    var count = 0
    try self.init(&reader, isMended, &count)
  }

  private init(
    _ reader: inout JSONReader, _ isMended: Bool, _ count: inout Int
  ) throws(ImportError) {
    let first = try reader.peek()
    count += 1
    guard count <= Self.most else {
      throw reader.failure("more than \(Self.most) values", "give a file of this format")
    }
    file = reader.file
    line = reader.line
    switch first {
    case UInt8(ascii: "{"):
      var members: [(key: String, value: JSONValue)] = []
      var names: Set<String> = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = try Self.plain(key, isMended, reader)
        guard names.insert(name).inserted else {
          throw reader.failure("two keys '\(name)'", "give every key once")
        }
        members.append((name, try JSONValue(&reader, isMended, &count)))
      }
      content = .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try reader.beginList()
      while try reader.nextElement() { elements.append(try JSONValue(&reader, isMended, &count)) }
      content = .list(elements)
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      try reader.skip()
      content = .flag(first == UInt8(ascii: "t"))
    default:
      let read = try reader.text()
      guard let read = read ?? (isMended ? .empty : nil) else {
        throw reader.failure("a value is missing", "give text, a number, a list or an object")
      }
      let isBare = read.count > 0 && first != UInt8(ascii: "\"")
      content =
        isBare
        ? .number(read.number ?? .nan) : .text(try Self.plain(read, isMended, reader))
    }
  }

  private static func plain(
    _ bytes: Bytes, _ isMended: Bool, _ reader: borrowing JSONReader
  ) throws(ImportError) -> String {
    if isMended { return String(decoding: bytes.array, as: UTF8.self) }
    guard let text = bytes.text else {
      throw reader.failure("a key or a text is not UTF-8", "save as UTF-8")
    }
    return text
  }

  var text: String? { if case .text(let text) = content { text } else { nil } }

  var isObject: Bool { if case .object = content { true } else { false } }

  /// The number, if it is finite; it may be written as text.
  var number: Double? {
    let number: Double? =
      switch content {
      case .number(let number): number
      case .text(let text): Double(text)
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The texts of a list, or this text as a list of one; `nil` if any element is not text.
  var texts: [String]? {
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }

  var values: [JSONValue] { if case .list(let values) = content { values } else { [self] } }

  var members: [(key: String, value: JSONValue)] {
    if case .object(let members) = content { members } else { [] }
  }

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  // MARK: - Typed access to members, with an error if a value has the wrong type

  func failure(_ problem: String, _ remedy: String) -> ImportError {
    ImportError(of: file, line: line, problem, remedy)
  }

  func allow(_ keys: [String]) throws(ImportError) {
    guard let odd = members.first(where: { !keys.contains($0.key) }) else { return }
    throw odd.value.failure(
      "an unknown key '\(odd.key)'", "keys here are \(keys.joined(separator: ", "))")
  }

  func text(_ key: String) throws(ImportError) -> String? { try one(key, "a text", \.text) }

  func number(_ key: String) throws(ImportError) -> Double? { try one(key, "a number", \.number) }

  func flag(_ key: String) throws(ImportError) -> Bool? {
    try one(key, "true or false") { if case .flag(let flag) = $0.content { flag } else { nil } }
  }

  func texts(_ key: String) throws(ImportError) -> [String]? {
    guard self[key] != nil else { return nil }
    return try each(key, "a text, or a list of texts", \.text)
  }

  func objects(_ key: String) throws(ImportError) -> [JSONValue] {
    try each(key, "an object {…}, or a list of them") { $0.isObject ? $0 : nil }
  }

  private func one<T>(
    _ key: String, _ wanted: String, _ read: (JSONValue) -> T?
  ) throws(ImportError) -> T? {
    guard let value = self[key] else { return nil }
    return try value.require(key, wanted, read)
  }

  private func each<T>(
    _ key: String, _ wanted: String, _ read: (JSONValue) -> T?
  ) throws(ImportError) -> [T] {
    try (self[key]?.values ?? []).map { value throws(ImportError) in
      try value.require(key, wanted, read)
    }
  }

  private func require<T>(
    _ key: String, _ wanted: String, _ read: (JSONValue) -> T?
  ) throws(ImportError) -> T {
    if let read = read(self) { return read }
    let kind =
      switch content {
      case .text: "a text"
      case .number(let number): number.isFinite ? "a number" : "NaN or infinite"
      case .flag: "true or false"
      case .list: "a list"
      case .object: "an object"
      }
    throw failure("'\(key)' cannot be \(kind)", "it must be \(wanted)")
  }
}
