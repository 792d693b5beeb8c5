import Foundation

struct XDFStream {
  enum Format: String {
    case string, float32, double64, int8, int16, int32, int64

    /// Bytes per value; 0 for text, which has its own length.
    var size: Int {
      switch self {
      case .string: 0
      case .int8: 1
      case .int16: 2
      case .float32, .int32: 4
      case .double64, .int64: 8
      }
    }
  }

  struct Channel {
    var label = ""
    /// The channel type of the XDF specification, for example `ScreenX` or `Confidence`.
    var type = ""
    var unit = ""
  }

  let id: UInt32
  let name: String
  let type: String
  /// Samples per second; 0 for an irregular rate.
  let rate: Double
  let format: Format
  let channels: [Channel]
  /// Whether the device may drop samples, so that they are not evenly spaced.
  let mayDropSamples: Bool

  init(_ chunk: XDFChunk) throws(ImportError) {
    func failure(_ problem: String) -> ImportError {
      chunk.failure("a stream's header: \(problem)")
    }
    guard let facts = XMLFacts(String(decoding: chunk.body, as: UTF8.self)) else {
      throw failure("the XML is not valid")
    }
    guard let count = facts["info/channel_count"].flatMap({ Int($0) }), (1...1 << 16) ~= count
    else { throw failure("there is no number of channels") }
    guard let format = facts["info/channel_format"].flatMap({ Format(rawValue: $0) }) else {
      throw failure("the format of values is unknown")
    }
    id = chunk.stream
    name = facts["info/name"] ?? ""
    type = facts["info/type"] ?? ""
    let rate = facts["info/nominal_srate"].flatMap { Double($0) } ?? 0
    self.rate = rate.isFinite && rate > 0 ? rate : 0
    self.format = format
    let drops = facts["info/desc/synchronization/can_drop_samples"]
    mayDropSamples = drops?.lowercased() == "true"
    let described = Self.channels(facts)
    channels = described.count == count ? described : Array(repeating: Channel(), count: count)
  }

  private static func channels(_ facts: XMLFacts) -> [Channel] {
    var channels: [Channel] = []
    for (path, text) in facts.all {
      switch path {
      case "info/desc/channels/channel": channels.append(Channel())
      case "info/desc/channels/channel/label":
        channels.indices.last.map { channels[$0].label = text }
      case "info/desc/channels/channel/type": channels.indices.last.map { channels[$0].type = text }
      case "info/desc/channels/channel/unit": channels.indices.last.map { channels[$0].unit = text }
      default: continue
      }
    }
    return channels
  }

  /// Column names: the channels' labels, made unique; for example `channel 3` without a label.
  var names: [String] {
    var taken: Set<String> = []
    return channels.enumerated().map { index, channel in
      let own = channel.label.isEmpty ? "channel \(index + 1)" : channel.label
      let isTaken = taken.contains(ColumnName.canonical(own))
      let name = isTaken ? "\(own) (\(index + 1))" : own
      taken.insert(ColumnName.canonical(name))
      return name
    }
  }

  func isNamed(_ word: String) -> Bool { name == word || type == word || "\(id)" == word }

  var words: String { "'\(name.prefix(40))' (\(type.isEmpty ? "no type" : type.prefix(20) + ""))" }
}

/// The texts of a small XML document by element path; an element comes before its children.
struct XMLFacts {
  private(set) var all: [(path: String, text: String)] = []

  /// Parses a document, ignoring attributes; fails if elements are not closed properly.
  init?(_ xml: String) {
    var rest = xml[...]
    var open: [(name: String, entry: Int)] = []
    while let mark = rest.firstIndex(of: "<") {
      if let entry = open.last?.entry { all[entry].text += Self.plain(rest[..<mark]) }
      rest = rest[mark...]
      let marks = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<", ">")]
      guard let (begin, closing) = marks.first(where: { rest.hasPrefix($0.0) }),
        let end = rest.firstRange(of: closing)
      else { return nil }
      let tag = rest[..<end.lowerBound].dropFirst(begin.count)
      rest = rest[end.upperBound...]
      if begin == "<![CDATA[", let entry = open.last?.entry { all[entry].text += tag }
      if begin != "<" || tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), Self.trimmed(tag.dropFirst()) == last.name else {
          return nil
        }
        all[last.entry].text = Self.trimmed(all[last.entry].text[...])
        continue
      }
      let name = String(tag.prefix { !$0.isWhitespace && $0 != "/" })
      guard open.count < 64, all.count < 1 << 17 else { return nil }
      all.append(((open.map(\.name) + [name]).joined(separator: "/"), ""))
      if !tag.hasSuffix("/") { open.append((name, all.count - 1)) }
    }
    guard open.isEmpty, !all.isEmpty else { return nil }
  }

  /// The text of the first element at a path; `nil` if there is none or it is empty.
  subscript(path: String) -> String? { all.first { $0.path == path && !$0.text.isEmpty }?.text }

  private static func trimmed(_ text: Substring) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func plain(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
