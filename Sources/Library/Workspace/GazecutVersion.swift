package enum GazecutVersion {
  /// As `--version` prints it.
  package static let text = "0.2.0"

  /// Counts changes of folding, choosing and framing: a higher one makes every video due again.
  package static let judgement = 39
}
