/// What an import left out of a file, and how much that is of the whole.
///
///     Losses(["no trackingId": 37], taken: 34).words    "37 of 71 records ignored: no trackingId"
package struct Losses {
  private let reasons: [(cost: SkipReason.Cost, word: String, count: Int)]
  private let taken: Int

  /// Takes the counts by reason, of a file of which so many records were taken.
  package init(_ skipped: [String: Int], taken: Int) {
    // A reason that another gazecut had is a record.
    reasons = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (SkipReason(rawValue: $0.key)?.cost ?? .record, $0.key, $0.value) }
    self.taken = taken
  }

  private func count(_ cost: SkipReason.Cost) -> Int {
    reasons.reduce(0) { $0 + ($1.cost == cost ? $1.count : 0) }
  }

  private func words(_ cost: SkipReason.Cost) -> String {
    let own = reasons.filter { $0.cost == cost }
    if let only = own.first, own.count == 1, cost != .nothing { return only.word }
    return own.map { "\($0.word) \($0.count)" }.joined(separator: ", ")
  }

  /// Whether more than a tenth of the records, or of the values of one kind, was ignored.
  package var areMany: Bool {
    count(.record) * 10 > taken + count(.record)
      || reasons.contains { $0.cost == .value && $0.count * 10 > taken }
  }

  /// How many records, and values of records, were ignored.
  package var count: Int { count(.record) + count(.value) }

  /// What was ignored; `nil` where nothing was.
  package var words: String? {
    let (records, values) = (count(.record), count(.value))
    let parts = [
      records > 0
        ? "\(records) of \(taken + records) records ignored: \(words(.record))" : nil,
      values > 0 ? "\(values) \(values == 1 ? "value" : "values") ignored: \(words(.value))" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// What was left out because it is about something else; `nil` where nothing was.
  package var others: String? {
    let words = words(.nothing)
    return words.isEmpty ? nil : "left out: \(words)"
  }
}
