extension TimelineSummary {
  private static let magic: UInt32 = 0x3253_5A47
  private static let earlierMagic: UInt32 = 0x3153_5A47

  /// All but the figures of the bins.
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
    writer.write(gain)
    writer.write(certainty)
    writer.write(toldClasses.rawValue)
    writer.write(count: bins.count)
    writer.write(count: presences.count)
    for presence in presences {
      writer.write(presence.toldBits)
      for side in [presence.gaze, presence.face] {
        writer.write(column: (0..<(bins.count + 63) / 64).map { $0 < side.count ? side[$0] : 0 })
      }
    }
    return writer.sealed()
  }

  /// The settings that a head tells of; `nil` where it is damaged.
  package static func foldSettings(inHead head: [UInt8]) -> FoldSettings? {
    (decoded(head: head) ?? decoded(head: head, isEarlier: true))?.summary.fold
  }

  /// The summary without bins, and how many there are.
  ///
  /// - Parameters:
  ///   - head: its bytes.
  ///   - isEarlier: whether they are those of the version before (`EarlierAudience`), which knew no
  ///     gain, no certainty and no settings of the model.
  /// - Returns: `nil` where they are damaged or another version's.
  static func decoded(
    head: [UInt8], isEarlier: Bool = false
  ) -> (summary: TimelineSummary, binCount: Int)? {
    guard var reader = ByteReader(sealed: head),
      reader.read(UInt32.self) == (isEarlier ? earlierMagic : magic),
      let duration = reader.double(), let aspect = reader.double(), let fold = reader.settings(),
      let viewers = reader.count(), let kinds = reader.count(each: 2)
    else { return nil }
    // `leastDeviation` was another number then, of a class and not of a level.
    var summary = TimelineSummary(
      duration: duration, aspect: aspect, fold: isEarlier ? fold.ofRows : fold)
    summary.viewers = viewers
    for _ in 0..<kinds {
      guard let viewers = reader.count(), let reason = reader.text() else { return nil }
      summary.excluded.append(.init(viewers: viewers, reason: reason))
    }
    if !isEarlier {
      guard let gain = reader.double(), let certainty = reader.double() else { return nil }
      (summary.gain, summary.certainty) = (gain, certainty)
    }
    guard let told = reader.read(UInt8.self), let count = reader.count(), count <= HalfSeconds.most,
      let present = reader.count(each: 1)
    else { return nil }
    summary.toldClasses = EmotionSet(rawValue: told)
    let words = (count + 63) / 64
    for _ in 0..<present {
      guard let told = reader.read(UInt8.self),
        let gaze = reader.column(UInt64.self, count: words),
        let face = reader.column(UInt64.self, count: words)
      else { return nil }
      summary.presences.append(ViewerPresence(gaze: gaze, face: face, toldBits: told))
    }
    return reader.isAtEnd ? (summary, count) : nil
  }
}

extension ByteReader {
  /// The settings of a fold.
  fileprivate mutating func settings() -> FoldSettings? {
    guard let count = count(each: 9) else { return nil }
    var numbers: [(name: String, value: Double)] = []
    for _ in 0..<count {
      guard let name = text(), let value = double() else { return nil }
      numbers.append((name, value))
    }
    return FoldSettings(numbers: numbers)
  }
}
