/// A pattern for the paths in a watched folder, for example `{video}/{date}/{viewer}`.
///
/// It contains names of folders and, last, of the file. `{…}` and `*` match any text within one
/// name. Other text matches itself. If the last name has an extension, other files are ignored.
struct PathPattern: Sendable, Hashable {
  enum Field: String, CaseIterable, Sendable {
    case video, viewer, session, date
  }

  enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
    case any
  }

  let text: String
  let names: [[Part]]
  /// The extension of the file in the pattern, with its dot; empty without one.
  let ending: String

  init(_ text: String) throws(InputSourceError) {
    self.text = text
    var names: [[Part]] = []
    for name in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard name != ".", name != ".." else {
        throw InputSourceError("'\(text)' leads out of the watched folder: remove '.' and '..'")
      }
      guard !name.isEmpty else {
        throw InputSourceError("'\(text)' has an empty name; write it as {video}/{viewer}")
      }
      names.append(try Self.parts(of: String(name)))
    }
    let fields = names.joined().compactMap { part in
      if case .field(let field) = part { field } else { nil }
    }
    for field in Field.allCases where fields.count(where: { $0 == field }) > 1 {
      throw InputSourceError("'\(text)' has {\(field.rawValue)} twice")
    }
    ending = Self.takeEnding(of: &names)
    self.names = names
  }

  /// Matches a path below the folder, with `/` between names; `nil` if it does not match.
  func match(_ path: String) -> PathMatch? {
    var parts = path.split(separator: "/").map(String.init)
    guard parts.count == names.count, let file = parts.popLast(), !excludesByExtension(file) else {
      return nil
    }
    return match(parts + [FileEnding.split(file).stem], ending: ending)
  }

  /// Matches the path of a folder above files; `nil` if it does not match.
  func matchFolder(_ path: String) -> PathMatch? {
    let parts = path.split(separator: "/").map(String.init)
    return parts.count < names.count ? match(parts, ending: "") : nil
  }

  private func match(_ parts: [String], ending: String) -> PathMatch? {
    var match = PathMatch(ending: ending)
    for (name, pattern) in zip(parts, names) {
      guard let found = Self.texts(of: pattern, in: name) else { return nil }
      match.add(pattern, found)
    }
    return match
  }

  func excludesByExtension(_ file: String) -> Bool {
    guard !ending.isEmpty else { return false }
    let extensions = FileEnding.split(file).extensions
    return extensions != ending && extensions != ending + ".gz"
  }

  /// Number of folders above a file.
  var depth: Int { names.count - 1 }

  /// The pattern with one more folder, of any name, above the file.
  var patternWithParentFolder: String {
    let names = text.split(separator: "/")
    return (names.dropLast() + ["*"] + names.suffix(1)).joined(separator: "/")
  }

  private static func parts(of name: String) throws(InputSourceError) -> [Part] {
    var parts: [Part] = []
    var rest = name[...]
    while let first = rest.first {
      if first == "*" {
        parts.append(.any)
        rest.removeFirst()
      } else if first == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          throw InputSourceError("'\(name)' has a { without a }")
        }
        let word = String(rest[rest.index(after: rest.startIndex)..<end])
        guard let field = Field(rawValue: word) else {
          let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
          throw InputSourceError("'{\(word)}' is unknown: use one of \(known), or *")
        }
        parts.append(.field(field))
        rest = rest[rest.index(after: end)...]
      } else {
        let text = rest.prefix { $0 != "*" && $0 != "{" }
        parts.append(.text(String(text)))
        rest = rest.dropFirst(text.count)
      }
      let hasText = parts.suffix(2).contains { if case .text = $0 { true } else { false } }
      guard parts.count < 2 || hasText else {
        throw InputSourceError(
          "'\(name)' has two fields without a character between them; add one, such as _")
      }
    }
    return parts
  }

  /// Removes the extension from the last name, if it is plain text.
  private static func takeEnding(of names: inout [[Part]]) -> String {
    guard var last = names.last, case .text(let text)? = last.last,
      let dot = text.firstIndex(of: ".")
    else { return "" }
    let (kept, taken) = (String(text[..<dot]), String(text[dot...]))
    guard last.count > 1 || !kept.isEmpty else { return "" }
    last.removeLast()
    if !kept.isEmpty { last.append(.text(kept)) }
    names[names.count - 1] = last
    return taken.hasSuffix(".gz") && taken.count > 3 ? String(taken.dropLast(3)) : taken
  }

  /// The texts that parts match in a name, each as short as possible; `nil` if it does not match.
  ///
  /// Between two parts there is a fixed text, and its first occurrence is as good as any later one.
  /// So one pass over the name is enough.
  private static func texts(of parts: [Part], in name: String) -> [Substring]? {
    var found: [Substring] = []
    var rest = name[...]
    for (index, part) in parts.enumerated() {
      let after = parts.dropFirst(index + 1)
      var end: String.Index?
      if case .text(let text) = part {
        end = rest.hasPrefix(text) ? rest.index(rest.startIndex, offsetBy: text.count) : nil
      } else if case .text(let text)? = after.first {
        let later = rest.dropFirst()
        end = later.firstRange(of: text)?.lowerBound
        if after.count == 1, later.hasSuffix(text) {
          end = later.index(later.endIndex, offsetBy: -text.count)
        }
      } else {
        end = rest.isEmpty ? nil : rest.endIndex
      }
      guard let end else { return nil }
      found.append(rest[..<end])
      rest = rest[end...]
    }
    return rest.isEmpty ? found : nil
  }
}

private enum FileEnding {
  /// Splits a file name before its extension: `.csv`, or `.jsonl.gz` for a compressed file.
  static func split(_ file: String) -> (stem: String, extensions: String) {
    var stem = file[...]
    if stem.lowercased().hasSuffix(".gz") { stem = stem.dropLast(3) }
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = stem[..<dot] }
    return (String(stem), String(file[stem.endIndex...]))
  }
}
