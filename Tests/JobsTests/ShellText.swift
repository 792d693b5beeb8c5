/// A parser that finds the programs that a shell script starts.
///
/// These are the first word of each command, and the word after launchers such as `xargs`.
struct ShellText {
  /// Names of the programs, without shell builtins, functions and scripts of the project.
  private(set) var programs: Set<String> = []
  private var functions: Set<String> = []
  private var rest: Substring

  init(_ text: String) {
    rest = text.replacing("\\\n", with: " ")[...]
    read(until: nil)
    programs.subtract(functions)
  }

  /// Builtins and keywords of the shell.
  private static let builtins: Set<String> = [
    "[", "[[", ":", ".", "break", "case", "cd", "continue", "declare", "done", "echo",
    "esac", "eval", "exit", "export", "false", "fi", "for", "function", "hash", "in", "local",
    "kill", "mapfile", "printf", "pwd", "read", "return", "set", "shift", "source", "test", "trap",
    "true",
    "type", "ulimit", "umask", "unset", "wait", "}",
  ]
  /// Words that are followed by a command.
  private static let leading: Set<String> = [
    "!", "do", "elif", "else", "if", "then", "until", "while", "{", "exec", "time",
  ]
  /// Characters that end a word.
  private static let ends: Set<Character> = [
    " ", "\t", "\n", ";", "|", "&", "(", ")", "`", "<", ">",
  ]
  /// Programs that start others.
  static let launchers: Set<String> = [
    "env", "flock", "ionice", "nice", "nohup", "prlimit", "setsid", "stdbuf", "strace", "sudo",
    "timeout", "unshare", "xargs",
  ]

  private mutating func read(until end: Character?) {
    var isCommandNext = true
    var documents: [String] = []
    while let next = rest.first {
      switch next {
      case " ", "\t": rest.removeFirst()
      case "#":
        rest = rest.drop { $0 != "\n" }
      case "\n", ";", "|", "&", "(", ")", "`":
        rest.removeFirst()
        if next == end { return }
        if next == "\n" { skip(&documents) }
        isCommandNext = true
      case "<" where rest.hasPrefix("<<") && !rest.hasPrefix("<<<"):
        rest.removeFirst(2)
        documents.append(word().filter { $0 != "-" })
      case "<" where rest.hasPrefix("<("): rest.removeFirst()
      case "<", ">":
        rest = rest.drop { "<>&|".contains($0) }.drop { $0 == " " }
        _ = word()
      default:
        let found = word()
        if isCommandNext { isCommandNext = record(found) }
      }
    }
  }

  /// Records the first word of a command.
  ///
  /// - Returns: Whether a command follows the word.
  private mutating func record(_ word: String) -> Bool {
    if rest.hasPrefix("()") {
      functions.insert(word)
      rest.removeFirst(2)
      return true
    }
    if word == "case" || word == "for" || word == "[[" {
      rest = rest.drop { $0 != "\n" && $0 != ";" }
      return false
    }
    if Self.leading.contains(word) || word.hasPrefix("-") || word.contains("=") { return true }
    // An array of words, for example `sudo` with its options.
    if word.hasSuffix("[@]}") { return true }
    if word.contains("/") || word.contains("$") || word.contains("*") { return false }
    guard word.first?.isLetter == true, !Self.builtins.contains(word) else { return word.isNumber }
    programs.insert(word)
    return Self.launchers.contains(word)
  }

  /// Reads the next word without its quotation marks, and the commands inside it.
  private mutating func word() -> String {
    var word = ""
    let begin = rest.startIndex
    while let next = rest.first, !Self.ends.contains(next) {
      rest.removeFirst()
      switch next {
      case "\\": if !rest.isEmpty { word.append(rest.removeFirst()) }
      case "'": word += quoted()
      case "\"": word += doublyQuoted()
      case "$": word += expansion()
      default: word.append(next)
      }
    }
    // The list in `name=(…)` contains no command.
    if word.hasSuffix("="), rest.first == "(" {
      rest = rest.drop { $0 != ")" }.dropFirst()
    }
    if rest.startIndex == begin { rest = rest.dropFirst() }
    return word
  }

  private mutating func quoted() -> String {
    defer { rest = rest.dropFirst() }
    let text = rest.prefix { $0 != "'" }
    rest = rest[text.endIndex...]
    return "'\(text)"
  }

  private mutating func doublyQuoted() -> String {
    var text = ""
    while let next = rest.popFirst(), next != "\"" {
      switch next {
      case "\\": _ = rest.popFirst()
      case "$": text += expansion()
      default: text.append(next)
      }
    }
    return text
  }

  /// Reads an expansion after its dollar sign.
  private mutating func expansion() -> String {
    if rest.hasPrefix("((") {
      rest = rest.drop { $0 != ")" }.dropFirst(2)
    } else if rest.hasPrefix("(") {
      rest.removeFirst()
      read(until: ")")
    } else if rest.hasPrefix("{") {
      let name = rest.prefix { $0 != "}" }
      rest = rest[name.endIndex...].dropFirst()
      return "$\(name)}"
    }
    return "$"
  }

  /// Skips the text of here-documents.
  private mutating func skip(_ documents: inout [String]) {
    for document in documents {
      let end = document.filter { $0 != "'" }
      while !rest.isEmpty, rest.prefix(while: { $0 != "\n" }) != end {
        rest = rest.drop { $0 != "\n" }.dropFirst()
      }
      rest = rest.drop { $0 != "\n" }
    }
    documents = []
  }
}

extension String {
  fileprivate var isNumber: Bool { !isEmpty && allSatisfy(\.isNumber) }
}
