import Yams

/// The text of a configuration file, taken apart; what is wrong with it is told in one line.
struct YAMLText {
  let text: String
  let path: String

  /// The file's root; `nil` where it says nothing.
  ///
  /// - Throws: `SettingsError` naming the line, and the column of what cannot be read.
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
    default:
      return unreadable(1, 1, ["\(error)"])
    }
  }

  private func unreadable(_ line: Int, _ column: Int, _ reasons: [String?]) -> SettingsError {
    let reason = reasons.compactMap { $0?.split(whereSeparator: \.isWhitespace) }
      .joined().joined(separator: " ")
    return SettingsError(
      origin: .file(path, line: line, column: column),
      message: "this is not YAML: \(reason)")
  }

  private func place(at offset: Int) -> (line: Int, column: Int) {
    let before = text.utf8.prefix(offset)
    let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last
    let column = line.map { String(decoding: $0, as: UTF8.self).unicodeScalars.count } ?? 0
    return (before.count { $0 == UInt8(ascii: "\n") } + 1, column + 1)
  }
}

extension YAMLText {
  /// A key that one mapping holds twice: both lines are named.
  ///
  /// The parser tells the place of the first only. The first is given another name, and the text
  /// read again: then the second stands in the same mapping, or is itself the first of two.
  private func repeated(_ key: String, at first: Mark) -> SettingsError {
    SettingsError(
      origin: .file(path, line: first.line),
      message: SettingsError.twice(key, again: line(ofSecond: key, first: first)))
  }

  private func line(ofSecond key: String, first: Mark) -> Int? {
    var copy = text.inserting("first ", at: first)
    // Yams names one repeated key a reading: it is renamed, and the text read again.
    for _ in 0..<50 {
      guard let yaml = copy else { return nil }
      do {
        return try Yams.compose(yaml: yaml)?.line(of: key, beside: "first \(key)")
      } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
        if keys.first == key { return context.mark.line }
        copy = yaml.inserting("first ", at: context.mark)
      } catch {
        return nil
      }
    }
    return nil
  }
}

extension SettingsError {
  /// What is said of a name that stands in two places.
  static func twice(_ key: String, again line: Int?) -> String {
    "'\(key)' stands here and " + (line.map { "in line \($0)" } ?? "once more") + "; join them"
  }
}

extension Node {
  /// The line of a key in the mapping that also holds another key.
  fileprivate func line(of key: String, beside other: String) -> Int? {
    if let sequence { return sequence.lazy.compactMap { $0.line(of: key, beside: other) }.first }
    guard let mapping else { return nil }
    if mapping.keys.contains(where: { $0.string == other }) {
      return mapping.keys.first { $0.string == key }?.mark?.line
    }
    return mapping.values.lazy.compactMap { $0.line(of: key, beside: other) }.first
  }
}

extension String {
  /// The text with a word put before the key at a place, inside its quotation marks.
  fileprivate func inserting(_ word: String, at mark: Mark) -> String? {
    let scalars = unicodeScalars
    var index = scalars.startIndex
    for _ in 1..<max(mark.line, 1) {
      guard let end = scalars[index...].firstIndex(of: "\n") else { return nil }
      index = scalars.index(after: end)
    }
    guard
      var place = scalars.index(index, offsetBy: mark.column - 1, limitedBy: scalars.endIndex),
      place < scalars.endIndex
    else { return nil }
    if scalars[place] == "\"" || scalars[place] == "'" { place = scalars.index(after: place) }
    var copy = self
    copy.insert(contentsOf: word, at: place)
    return copy
  }
}
