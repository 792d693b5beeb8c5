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
    // Heads once told of each viewer when that one was there: of none any more.
    writer.write(count: 0)
    return writer.sealed()
  }

  /// A head, of this version or the one before, without what it may tell of single viewers.
  ///
  /// - Parameter head: its bytes.
  /// - Returns: as many bytes, or fewer; `nil` where they are damaged.
  package static func withoutViewers(head: [UInt8]) -> [UInt8]? {
    guard let known = decoded(head: head) ?? decoded(head: head, isEarlier: true) else {
      return nil
    }
    var writer = ByteWriter()
    for byte in head[..<known.length] { writer.write(byte) }
    writer.write(count: 0)
    return writer.sealed()
  }

  /// The settings that a head tells of; `nil` where it is damaged.
  package static func foldSettings(inHead head: [UInt8]) -> FoldSettings? {
    (decoded(head: head) ?? decoded(head: head, isEarlier: true))?.summary.fold
  }

  /// The summary without bins, how many there are, and how many bytes tell so.
  ///
  /// - Parameters:
  ///   - head: its bytes.
  ///   - isEarlier: whether they are those of the version before (`EarlierAudience`), which knew no
  ///     gain, no certainty and no settings of the model.
  /// - Returns: `nil` where they are damaged or another version's.
  static func decoded(
    head: [UInt8], isEarlier: Bool = false
  ) -> (summary: TimelineSummary, binCount: Int, length: Int)? {
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
    guard let told = reader.read(UInt8.self), let count = reader.count(), count <= HalfSeconds.most
    else { return nil }
    let length = reader.position
    guard let present = reader.count(each: 1) else { return nil }
    summary.toldClasses = EmotionSet(rawValue: told)
    // When each was there, with gaze and with a face: passed over.
    for _ in 0..<present {
      guard reader.read(UInt8.self) != nil,
        reader.column(UInt64.self, count: (count + 63) / 64) != nil,
        reader.column(UInt64.self, count: (count + 63) / 64) != nil
      else { return nil }
    }
    return reader.isAtEnd ? (summary, count, length) : nil
  }
}

extension ByteReader {
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
