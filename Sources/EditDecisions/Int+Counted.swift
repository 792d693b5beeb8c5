extension Int {
  /// So many of something: `1 clip`, `3 clips`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
