package enum SpellingSuggestion {
  /// Returns the candidate with the smallest edit distance to `word`, if it is at most `limit`.
  ///
  /// By default the limit is a third of the length of the word's last part, at most 3, so that
  /// `selection.foo` does not match another setting of the section. Without `limit`, the shortest
  /// candidate that begins with a word of 3 or more letters is next: `sintel_trailer` for `sintel`.
  package static func match(
    for word: String, among candidates: [String], within limit: Int? = nil
  ) -> String? {
    let distances = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = distances.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
    let part = word.split(separator: ".").last?.count ?? 0
    guard best.1 > limit ?? (part < 4 ? 1 : max(2, min(3, part / 3))) else { return best.0 }
    guard limit == nil, word.count >= 3 else { return nil }
    return candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
      .min { ($0.count, $0) < ($1.count, $1) }
  }

  /// A suggestion for an error message, for example `; did you mean 'walk'?`, or `otherwise`.
  package static func hint(
    for word: String, among candidates: [String], otherwise: String = ""
  ) -> String {
    match(for: word, among: candidates).map { "; did you mean '\($0)'?" } ?? otherwise
  }

  /// The Levenshtein distance of two words: the number of insertions, deletions and substitutions.
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
