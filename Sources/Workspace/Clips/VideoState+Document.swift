package import EditDecisions
package import Library

extension VideoState {
  /// What was decided last; `nil` before the first success.
  ///
  /// - Throws: `DecisionProblems` for what cannot be read any more.
  package var document: DecisionDocument? {
    get throws { try decisions.map { try DecisionDocument(text: $0) } }
  }
}
