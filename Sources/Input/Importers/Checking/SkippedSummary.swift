import Support

/// Counts the records and values that an import ignored, and describes them in words.
///
///     SkippedSummary(["no trackingId": 37], taken: 34).words
///     // "37 of 71 records ignored: no trackingId"
package struct SkippedSummary {
  private let reasons: [(cost: SkipReason.DataLoss, word: String, count: Int)]
  private let taken: Int

  /// `skipped` has counts per reason; `taken` is the number of imported records.
  package init(_ skipped: [String: Int], taken: Int) {
    // A reason that this version does not know counts as a record.
    reasons = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (SkipReason(rawValue: $0.key)?.cost ?? .record, $0.key, $0.value) }
    self.taken = taken
  }

  private func count(_ cost: SkipReason.DataLoss) -> Int {
    reasons.reduce(0) { $0 + ($1.cost == cost ? $1.count : 0) }
  }

  private func words(_ cost: SkipReason.DataLoss) -> String {
    let own = reasons.filter { $0.cost == cost }
    if let only = own.first, own.count == 1, cost != .nothing { return only.word }
    return own.map { "\($0.word) \($0.count)" }.joined(separator: ", ")
  }

  /// Whether more than 10 % of the records, or of the values for one reason, were ignored.
  package var exceedTenPercent: Bool {
    count(.record) * 10 > taken + count(.record)
      || reasons.contains { $0.cost == .value && $0.count * 10 > taken }
  }

  package var count: Int { count(.record) + count(.value) }

  /// The ignored records and values with their reasons; `nil` if there are none.
  package var words: String? {
    let (records, values) = (count(.record), count(.value))
    let parts = [
      records > 0 ? "\(records) of \(taken + records) records ignored: \(words(.record))" : nil,
      values > 0 ? "\(values.counted("value")) ignored: \(words(.value))" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The records left out because they concern something else (other videos), if there are any.
  package var others: String? {
    let words = words(.nothing)
    return words.isEmpty ? nil : "left out: \(words)"
  }
}
