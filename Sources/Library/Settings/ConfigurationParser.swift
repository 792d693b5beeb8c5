import Foundation
import Yams

/// A configuration file as YAML; errors take one line.
struct ConfigurationParser {
  let text: String
  let path: String

  /// The root node of the file; `nil` if it is empty.
  func root() throws -> Node? {
    do {
      return try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw refusal(for: error)
    }
  }

  private func refusal(for error: YamlError) -> SettingsError {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      return unreadable(mark.line, mark.column, [context?.text, problem])
    case .reader(let problem, let offset, _, _):
      let place = offset.map(place(at:)) ?? (line: 1, column: 1)
      return unreadable(place.line, place.column, [problem])
    case .duplicatedKeysInMapping(let keys, let context):
      return repeated(keys.first ?? "", at: context.mark)
    default: return unreadable(1, 1, ["\(error)"])
    }
  }

  private func unreadable(_ line: Int, _ column: Int, _ reasons: [String?]) -> SettingsError {
    let reason = reasons.compactMap { $0?.split(whereSeparator: \.isWhitespace) }
      .joined().joined(separator: " ")
    return SettingsError(
      origin: .file(path, line: line, column: column), message: "this is not YAML: \(reason)")
  }

  private func place(at offset: Int) -> (line: Int, column: Int) {
    let before = text.utf8.prefix(offset)
    let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last
    let column = line.map { String(decoding: $0, as: UTF8.self).unicodeScalars.count } ?? 0
    return (before.count { $0 == UInt8(ascii: "\n") } + 1, column + 1)
  }
}

extension ConfigurationParser {
  private func repeated(_ key: String, at first: Mark) -> SettingsError {
    SettingsError(
      origin: .file(path, line: first.line),
      message: SettingsError.twice(key, again: line(ofSecond: key, first: first)))
  }

  /// The line of the second occurrence of a key, because the parser reports only the first.
  ///
  /// In block style, the keys of a mapping are in the same column.
  private func line(ofSecond key: String, first: Mark) -> Int? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(first.line - 1) else { return nil }
    let line = lines[first.line - 1]
    let isBlock = line.prefix(first.column - 1).allSatisfy { " -".contains($0) }
    let place = isBlock ? "^ {\(first.column - 1)}" : "(^|[{,])\\s*"
    let pattern = place + "[\"']?\(NSRegularExpression.escapedPattern(for: key))[\"']?\\s*:"
    let rest = [line.dropFirst(first.column)] + lines[first.line...]
    return rest.firstIndex { $0.range(of: pattern, options: .regularExpression) != nil }
      .map { first.line + $0 }
  }
}

extension SettingsError {
  static func twice(_ key: String, again line: Int?) -> String {
    "'\(key)' is set here and " + (line.map { "in line \($0)" } ?? "a second time") + "; remove one"
  }
}
