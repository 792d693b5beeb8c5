/// What the paths of a place say: `{video}/{date}/{viewer}`.
///
/// A pattern names folders and, last, the file. `{…}` and `*` stand for any text of one name, all
/// else for itself. A pattern whose last name has an extension is of such files only.
struct PathPattern: Sendable, Hashable {
  /// What a part of a path may say.
  enum Field: String, CaseIterable, Sendable {
    case video, viewer, session, date
  }

  enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
    case any
  }

  let text: String
  /// The names of folders, and last that of the file.
  let names: [[Part]]
  /// The extension that the pattern gives the file, with its dot; empty where it gives none.
  let ending: String

  init(_ text: String) throws(InputSourceError) {
    self.text = text
    var names: [[Part]] = []
    for name in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard name != ".", name != ".." else {
        throw InputSourceError("'\(text)' leaves its place: a pattern has names of what lies below")
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

  /// What a path says, where it fits.
  ///
  /// - Parameter path: the path below the place's folder, with `/` between names.
  /// - Returns: what it says; `nil` for a path that does not fit.
  func match(_ path: String) -> PathMatch? {
    var parts = path.split(separator: "/").map(String.init)
    guard parts.count == names.count, let file = parts.popLast() else { return nil }
    guard !leavesOut(file) else { return nil }
    parts.append(FileEnding.split(file).stem)
    var match = PathMatch(ending: ending)
    for (name, pattern) in zip(parts, names) {
      guard let found = Self.texts(of: pattern, in: name) else { return nil }
      match.add(pattern, found)
    }
    return match
  }

  /// Whether files of another extension are none of this place's.
  func leavesOut(_ file: String) -> Bool {
    guard !ending.isEmpty else { return false }
    let extensions = FileEnding.split(file).extensions
    return extensions != ending && extensions != ending + ".gz"
  }

  /// How many folders lie above a file.
  var depth: Int { names.count - 1 }

  /// The same pattern with a folder more, of any name, above the file.
  var deeper: String {
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
          throw InputSourceError("'\(name)' has a { without its }")
        }
        let word = String(rest[rest.index(after: rest.startIndex)..<end])
        guard let field = Field(rawValue: word) else {
          let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
          throw InputSourceError(
            "'{\(word)}' is nothing that a path can say: write one of \(known), or *")
        }
        parts.append(.field(field))
        rest = rest[rest.index(after: end)...]
      } else {
        let text = rest.prefix { $0 != "*" && $0 != "{" }
        parts.append(.text(String(text)))
        rest = rest.dropFirst(text.count)
      }
      guard parts.count < 2 || parts.suffix(2).contains(where: \.isText) else {
        throw InputSourceError(
          "'\(name)' has nothing between two parts, so that nobody can tell where one ends")
      }
    }
    return parts
  }

  /// Takes the extension off the last name, where it is plain text.
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

  /// The texts that parts stand for in a name, each as short as it can be; `nil` where the name
  /// does not fit.
  ///
  /// Between two parts stands a text, and where that stands first is as good as anywhere later: a
  /// name is passed through once, however often it holds the text.
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

extension PathPattern.Part {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

/// The extension of a file's name.
private enum FileEnding {
  /// The name without it, and the extension: `.jsonl.gz`, `.csv`; what is packed has two.
  static func split(_ file: String) -> (stem: String, extensions: String) {
    var stem = file[...]
    if stem.lowercased().hasSuffix(".gz") { stem = stem.dropLast(3) }
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = stem[..<dot] }
    return (String(stem), String(file[stem.endIndex...]))
  }
}
