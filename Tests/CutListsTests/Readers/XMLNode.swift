import Foundation
import FoundationXML

/// An element of a document, read by Foundation's XML parser.
final class XMLNode: NSObject, XMLParserDelegate {
  var name = ""
  var attributes: [String: String] = [:]
  var children: [XMLNode] = []
  var text = ""
  private var open: [XMLNode] = []

  static func read(_ text: String) throws -> XMLNode {
    let root = XMLNode()
    root.open = [root]
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = root
    guard parser.parse(), let first = root.children.first else {
      throw Unreadable(description: "no XML: \(parser.parserError.map { "\($0)" } ?? "empty")")
    }
    return first
  }

  func all(_ name: String) -> [XMLNode] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }

  func properties() -> [String: String] {
    var found: [String: String] = [:]
    for child in children where child.name == "property" {
      found[child.attributes["name"] ?? ""] = child.text
    }
    return found
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let node = XMLNode()
    (node.name, node.attributes) = (name, attributes)
    open.last?.children.append(node)
    open.append(node)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }
}
