extension TimelineSummary {
  private static let magic: UInt32 = 0x3353_5A47

  func encodedHead() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(duration)
    writer.write(aspect)
    let numbers = fold.numbers
    writer.write(count: numbers.count)
    for (name, value) in numbers {
      writer.write(text: name)
      writer.write(value)
    }
    writer.write(count: viewers)
    writer.write(count: excluded.count)
    for exclusion in excluded {
      writer.write(count: exclusion.viewers)
      writer.write(text: exclusion.reason)
    }
    writer.write(reportedEmotions.rawValue)
    writer.write(count: bins.count)
    return writer.withChecksum()
  }

  /// The aggregation settings in an encoded head; `nil` if it is damaged.
  package static func foldSettings(inHead head: [UInt8]) -> AggregationSettings? {
    decoded(head: head)?.summary.fold
  }

  /// Decodes the summary without its time bins, and their number; `nil` if another version wrote
  /// it.
  static func decoded(head: [UInt8]) -> (summary: TimelineSummary, binCount: Int)? {
    guard var reader = ByteReader(withChecksum: head), reader.read(UInt32.self) == magic,
      let duration = reader.double(), let aspect = reader.double(), let fold = reader.settings(),
      let viewers = reader.count(), let kinds = reader.count(each: 2)
    else { return nil }
    var summary = TimelineSummary(duration: duration, aspect: aspect, fold: fold)
    summary.viewers = viewers
    for _ in 0..<kinds {
      guard let viewers = reader.count(), let reason = reader.text() else { return nil }
      summary.excluded.append(.init(viewers: viewers, reason: reason))
    }
    guard let emotions = reader.read(UInt8.self), let count = reader.count(),
      count <= TimeBins.most, reader.isAtEnd
    else { return nil }
    summary.reportedEmotions = EmotionSet(rawValue: emotions)
    return (summary, count)
  }
}

extension ByteReader {
  fileprivate mutating func settings() -> AggregationSettings? {
    guard let count = count(each: 9) else { return nil }
    var numbers: [(name: String, value: Double)] = []
    for _ in 0..<count {
      guard let name = text(), let value = double() else { return nil }
      numbers.append((name, value))
    }
    return AggregationSettings(numbers: numbers)
  }
}
