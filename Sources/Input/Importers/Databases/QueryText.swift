/// A query of a database whose `:since` became the mark of a bound value.
struct QueryText: Hashable, Sendable {
  /// The query with `?` for each `:since`.
  private(set) var text = ""
  private(set) var marks = 0
  /// Whether the answer itself is cut, by a LIMIT that stands in no brackets.
  let isLimited: Bool

  /// Reads a query.
  ///
  /// - Throws: `ImportOptionError` for what is not one SELECT.
  init(_ query: String) throws(ImportOptionError) {
    // Quotes and comments, passed by as they are up to their end or the query's; a cast of
    // PostgreSQL's; the mark; words; all else a letter at a time.
    let token =
      #/'[^']*'?|"[^"]*"?|`[^`]*`?|--[^\n]*|/\*.*?(?:\*/|\z)|\$\$.*?(?:\$\$|\z)|::|:since(?!\w)|\w+|./#
      .dotMatchesNewlines().matchingSemantics(.unicodeScalar)
    var depth = 0
    // The words that stand in no brackets, in capitals.
    var words: [String] = []
    tokens: for match in query.matches(of: token) {
      switch match.output {
      case ":since":
        text += "?"
        marks += 1
        continue
      case "?":
        throw ImportOptionError("a query has no '?'; write :since for where the last night ended")
      case ";":
        guard query[match.range.upperBound...].allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
          throw ImportOptionError("a query is one SELECT, and nothing follows its ';'")
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
      throw ImportOptionError("a query begins with SELECT or WITH: it only reads")
    }
    isLimited = words.contains { ["LIMIT", "FETCH", "TOP"].contains($0) }
  }
}
