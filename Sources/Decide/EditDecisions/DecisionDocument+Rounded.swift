extension DecisionDocument {
  /// A copy in which every number is rounded as it is written.
  package func rounded() -> DecisionDocument { Self.object.form.rounded(self) }
}

extension Moment {
  /// A copy in which every number is rounded as it is written.
  package func rounded() -> Moment { Self.object.form.rounded(self) }
}
