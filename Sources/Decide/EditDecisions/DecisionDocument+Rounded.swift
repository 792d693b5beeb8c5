extension DecisionDocument {
  /// A copy with all numbers rounded to the written precision.
  package func rounded() -> DecisionDocument { Self.object.form.rounded(self) }
}

extension Moment {
  /// A copy with all numbers rounded to the written precision.
  package func rounded() -> Moment { Self.object.form.rounded(self) }
}
