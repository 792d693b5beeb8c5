extension Int {
  /// So many of something: `1 clip`, `3 clips`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }

  /// What so many do: `is`, `are`.
  package var are: String { self == 1 ? "is" : "are" }
}
