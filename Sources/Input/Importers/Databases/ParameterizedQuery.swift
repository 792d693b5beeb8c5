/// The SQL text of a query, with each `:since` replaced by the parameter mark `?`.
struct ParameterizedQuery: Hashable, Sendable {
  private(set) var text = ""
  private(set) var marks = 0
  /// Whether the query has a LIMIT, FETCH or TOP outside brackets.
  let hasLimit: Bool

  /// Throws `ImportOptionError` if the query is not exactly one SELECT.
  init(_ query: String) throws(ImportOptionError) {
    // Tokens: quoted text and comments, also unterminated ones; PostgreSQL's cast `::`; the mark
    // `:since`; words; any other single character.
    let token =
      #/'[^']*'?|"[^"]*"?|`[^`]*`?|--[^\n]*|/\*.*?(?:\*/|\z)|\$\$.*?(?:\$\$|\z)|::|:since(?!\w)|\w+|./#
      .dotMatchesNewlines().matchingSemantics(.unicodeScalar)
    var depth = 0
    // The words outside brackets, in upper case.
    var words: [String] = []
    tokens: for match in query.matches(of: token) {
      switch match.output {
      case ":since":
        text += "?"
        marks += 1
        continue
      case "?":
        throw ImportOptionError(
          "a query cannot contain '?'; write :since for the last value that was read")
      case ";":
        guard query[match.range.upperBound...].allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
          throw ImportOptionError("a query is one SELECT; remove what follows its ';'")
        }
        break tokens
      case "(": depth += 1
      case ")": depth -= 1
      case let word where depth == 0 && word.wholeMatch(of: /\w+/) != nil:
        words.append(word.uppercased())
      default: break
      }
      text += match.output
    }
    guard let first = words.first, ["SELECT", "WITH"].contains(first) else {
      throw ImportOptionError("a query must begin with SELECT or WITH, because it only reads")
    }
    hasLimit = words.contains { ["LIMIT", "FETCH", "TOP"].contains($0) }
  }
}
