import Foundation

/// Validates JSON with the part of JSON Schema that gazecut uses; reports any other keyword.
package struct SchemaChecker {
  let schema: [String: Any]

  package init(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    schema = object as? [String: Any] ?? [:]
  }

  /// The violations of the schema; empty for a valid document.
  package func problems(in text: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return Self.problems(value, schema, "")
  }

  private static let known: Set<String> = [
    "$schema", "title", "description", "type", "properties", "required", "additionalProperties",
    "items", "minItems", "maxItems", "minimum", "maximum", "maxLength", "enum", "const", "oneOf",
    "pattern", "deprecated",
  ]

  private static func problems(_ value: Any, _ schema: Any, _ path: String) -> [String] {
    guard let schema = schema as? [String: Any] else {
      return schema as? Bool == true ? [] : ["\(path): may not be"]
    }
    var found = schema.keys.filter { !known.contains($0) }.map { "\(path): unknown rule \($0)" }
    found += kind(value, schema, path) + number(value, schema, path) + text(value, schema, path)
    found += list(value, schema, path) + object(value, schema, path)
    if let choices = schema["oneOf"] as? [Any] {
      let fitting = choices.count(where: { problems(value, $0, path).isEmpty })
      if fitting != 1 { found.append("\(path): fits \(fitting) of \(choices.count)") }
    }
    return found
  }

  private static func kind(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    guard let type = schema["type"] as? String else { return [] }
    let isRight =
      switch type {
      case "object": value is [String: Any]
      case "array": value is [Any]
      case "string": value is String
      case "number": value is Double
      case "boolean": value is Bool
      case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
      default: false
      }
    return isRight ? [] : ["\(path): is no \(type)"]
  }

  private static func number(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    guard let value = value as? Double else { return [] }
    let low = schema["minimum"] as? Double ?? -.infinity
    let high = schema["maximum"] as? Double ?? .infinity
    return (low...high).contains(value) ? [] : ["\(path): \(value) is out of bounds"]
  }

  private static func text(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    guard let value = value as? String else { return [] }
    var found: [String] = []
    if let most = schema["maxLength"] as? Int, value.unicodeScalars.count > most {
      found.append("\(path): too long")
    }
    if let words = schema["enum"] as? [String], !words.contains(value) {
      found.append("\(path): none of \(words)")
    }
    if let word = schema["const"] as? String, word != value { found.append("\(path): not \(word)") }
    if let pattern = schema["pattern"] as? String,
      value.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(path): does not match")
    }
    return found
  }

  private static func list(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    guard let list = value as? [Any] else { return [] }
    let least = schema["minItems"] as? Int ?? 0
    let most = schema["maxItems"] as? Int ?? .max
    var found = (least...most).contains(list.count) ? [] : ["\(path): \(list.count) items"]
    guard let items = schema["items"] else { return found }
    for (index, element) in list.enumerated() {
      found += problems(element, items, "\(path)[\(index)]")
    }
    return found
  }

  private static func object(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    let required = schema["required"] as? [String] ?? []
    var found = required.filter { object[$0] == nil }.map { "\(path).\($0): is missing" }
    for (key, member) in object {
      if let rule = properties[key] {
        found += problems(member, rule, "\(path).\(key)")
      } else if schema["additionalProperties"] as? Bool == false {
        found.append("\(path).\(key): is not known")
      }
    }
    return found
  }
}
