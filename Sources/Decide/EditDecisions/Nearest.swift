/// Finds what somebody may have meant.
package enum Nearest {
  /// The candidate nearest to `word` by edit distance, where one is near enough to be meant.
  ///
  /// - Parameters:
  ///   - word: what somebody wrote.
  ///   - candidates: what there is.
  ///   - limit: the greatest distance; without one 2, and a third of a longer word.
  /// - Returns: the nearest; `nil` where none is near enough.
  package static func match(
    for word: String, among candidates: [String], within limit: Int? = nil
  ) -> String? {
    let scored = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = scored.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
    return best.1 <= limit ?? max(2, word.count / 3) ? best.0 : nil
  }

  /// `; did you mean 'walk'?`; `otherwise` where nothing is near enough.
  package static func hint(
    for word: String, among candidates: [String], otherwise: String = ""
  ) -> String {
    match(for: word, among: candidates).map { "; did you mean '\($0)'?" } ?? otherwise
  }

  /// Edit distance of two words: insertions, deletions and substitutions (Levenshtein 1966).
  static func distance(_ a: String, _ b: String) -> Int {
    let (left, right) = (Array(a), Array(b))
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let substituted = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, min(row[j], row[j + 1]) + 1)
      }
    }
    return row[right.count]
  }
}
