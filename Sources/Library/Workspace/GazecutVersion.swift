package enum GazecutVersion {
  package static let text = "0.2.0"

  /// Version of the selection algorithm: an increase makes every video pending.
  package static let judgement = 41
}
