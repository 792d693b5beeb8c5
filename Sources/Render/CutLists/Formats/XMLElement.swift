/// An XML element, which can be written as indented text.
struct XMLElement {
  var name: String
  var attributes: [(name: String, value: String)]
  var children: [XMLElement]
  var content: String?

  init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [XMLElement] = []
  ) {
    self.name = name
    self.attributes = attributes.map { (name: $0.key, value: $0.value) }
    self.children = children
  }

  init(_ name: String, _ children: [XMLElement]) { self.init(name, [:], children) }

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
    self.init(name, attributes)
    content = text
  }

  /// Adds an attribute if the value is not `nil`.
  func with(_ name: String, _ value: String?) -> XMLElement {
    guard let value else { return self }
    var copy = self
    copy.attributes.append((name: name, value: value))
    return copy
  }

  /// The element and its children as text, one line per element.
  func text(indent: String = "") -> String {
    let head = attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    let start = indent + "<" + name + head
    if let content { return "\(start)>\(Self.escaped(content))</\(name)>\n" }
    guard !children.isEmpty else { return start + "/>\n" }
    return start + ">\n" + children.map { $0.text(indent: indent + " ") }.joined()
      + indent + "</\(name)>\n"
  }

  /// One XML comment per line of text; `--`, which is not allowed there, becomes `- -`.
  static func comment(_ lines: [String]) -> String {
    lines.map { "<!-- " + plain($0).replacing("--", with: "- -") + " -->\n" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    String(
      text.unicodeScalars.flatMap { scalar -> [Character] in
        switch scalar {
        case "&": Array("&amp;")
        case "<": Array("&lt;")
        case ">": Array("&gt;")
        case "\"": Array("&quot;")
        // Unescaped, XML parsers would normalise these to spaces or other line breaks.
        case "\t", "\n", "\r": Array("&#\(scalar.value);")
        default: [Character(plain(scalar))]
        }
      })
  }

  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map(plain)))
  }

  /// Replaces control characters by spaces, because XML 1.0 does not allow most of them.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
  }
}
