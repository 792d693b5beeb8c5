extension Int {
  /// The number with its noun in singular or plural: `1 clip`, `3 clips`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }

  /// `is` for 1, otherwise `are`.
  package var are: String { self == 1 ? "is" : "are" }
}
