import Foundation

/// Generates documents from a JSON Schema, and variants with one field set to an extreme value.
package enum HostileValues {
  /// Replacements for numbers: limits of integers and floating point, and other types.
  package static var forNumbers: [Any] {
    [
      Int.max, Int.min, 1 << 62, 1 << 40, 1 << 31, -1, 0, 0.5, 1e300, -1e300, 1e18, "7", NSNull(),
      [Any](),
    ]
  }
  /// Replacements for text: paths, filter options, terminal control sequences, and other types.
  package static var forTexts: [Any] {
    [
      "", "../../x", "/etc/passwd", "a/../b", "x;movie=/etc/passwd", "a\nb", "\u{1B}[31m", "\0",
      "\u{202E}", String(repeating: "x", count: 100_000), 7, NSNull(), [Any](),
    ]
  }

  /// The paths of all numbers and texts in a document, including elements of lists.
  package static func paths(in document: Any) -> [[String]] {
    if let object = document as? [String: Any] {
      return object.keys.sorted().flatMap { key in
        paths(in: object[key] as Any).map { [key] + $0 }
      }
    }
    if let list = document as? [Any] {
      return list.indices.flatMap { index in paths(in: list[index]).map { ["\(index)"] + $0 } }
    }
    return document is NSNumber || document is String ? [[]] : []
  }

  package static func value(in document: Any, at path: ArraySlice<String>) -> Any {
    guard let key = path.first else { return document }
    if let list = document as? [Any], let index = Int(key) {
      return value(in: list[index], at: path.dropFirst())
    }
    return value(in: (document as? [String: Any])?[key] as Any, at: path.dropFirst())
  }

  package static func replacing(in document: Any, at path: ArraySlice<String>, with new: Any) -> Any
  {
    guard let key = path.first else { return new }
    if var list = document as? [Any], let index = Int(key) {
      list[index] = replacing(in: list[index], at: path.dropFirst(), with: new)
      return list
    }
    var object = document as? [String: Any] ?? [:]
    object[key] = replacing(in: object[key] as Any, at: path.dropFirst(), with: new)
    return object
  }

  /// A document with every field of a schema; a list has one element per form.
  package static func document(of schema: [String: Any]) -> Any {
    forms(of: schema).first ?? NSNull()
  }

  /// Values that match a schema, one per form (`oneOf`).
  private static func forms(of schema: [String: Any]) -> [Any] {
    if let choices = schema["oneOf"] as? [[String: Any]] {
      return choices.flatMap { choice in forms(of: merged(schema, choice)) }
    }
    if let word = schema["const"] { return [word] }
    if let words = schema["enum"] as? [Any] { return words.prefix(1).map(\.self) }
    switch schema["type"] as? String {
    case "object":
      let members = schema["properties"] as? [String: Any] ?? [:]
      return [members.compactMapValues { ($0 as? [String: Any]).map(document) }]
    case "array":
      let all = forms(of: schema["items"] as? [String: Any] ?? [:])
      let least = schema["minItems"] as? Int ?? 0
      let more = (0..<max(0, least - all.count)).compactMap { _ in all.first }
      return [all + more]
    case "number", "integer":
      return [NSNumber(value: max(1, (schema["minimum"] as? NSNumber)?.intValue ?? 1))].map { one in
        let most = (schema["maximum"] as? NSNumber)?.intValue ?? .max
        return one.intValue > most ? NSNumber(value: most) : one
      }
    case "boolean": return [true]
    case "string": return [schema["pattern"] == nil ? "word" : "24/1"]
    default: return [NSNull()]
    }
  }

  /// Merges a schema with one of its forms.
  ///
  /// A property that is `false` in the form is not allowed in documents of that form.
  private static func merged(_ schema: [String: Any], _ form: [String: Any]) -> [String: Any] {
    var all = schema
    all["oneOf"] = nil
    let own = form["properties"] as? [String: Any] ?? [:]
    let shared = schema["properties"] as? [String: Any] ?? [:]
    for (rule, value) in form { all[rule] = value }
    all["properties"] = shared.merging(own) { old, new in new as? Bool == true ? old : new }
    return all
  }
}
