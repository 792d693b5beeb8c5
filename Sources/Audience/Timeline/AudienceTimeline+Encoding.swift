extension AudienceTimeline {
  private static let magic: [UInt8] = Array("GZT3".utf8)

  /// The timeline in bytes, 13 a row and a quarter of one a viewer and bin: what the library keeps,
  /// so as not to fold again.
  ///
  /// Numbers are little-endian. `init(encoded:)` gives back an equal timeline.
  public func encoded() -> [UInt8] {
    var bytes = ByteWriter()
    bytes.bytes.append(contentsOf: Self.magic)
    bytes.write(duration)
    bytes.write(aspect)
    bytes.write(gazeNoise)
    bytes.write(UInt32(clamping: viewers))
    bytes.write(UInt32(clamping: excluded.count))
    for exclusion in excluded {
      bytes.write(UInt32(clamping: exclusion.viewers))
      let text = Array(exclusion.reason.utf8)
      bytes.write(UInt32(clamping: text.count))
      bytes.bytes.append(contentsOf: text)
    }
    bytes.write(UInt32(clamping: bins.count))
    for bin in bins { bytes.write(bin) }
    bytes.write(eyeLag)
    bytes.write(faceLag)
    bytes.write(UInt32(clamping: presences.count))
    for presence in presences { bytes.write(presence, words: (bins.count + 63) / 64) }
    return bytes.bytes
  }

  /// Takes a timeline back from bytes; `nil` when they are not a whole one.
  public init?(encoded: [UInt8]) {
    var bytes = ByteReader(bytes: encoded)
    guard bytes.take(4).map(Array.init) == Self.magic, let duration = bytes.double(),
      let aspect = bytes.double(), let gazeNoise = bytes.double(), let viewers = bytes.count(),
      let kinds = bytes.count()
    else { return nil }
    var excluded: [Exclusion] = []
    for _ in 0..<kinds {
      guard let viewers = bytes.count(), let length = bytes.count(), let text = bytes.take(length)
      else { return nil }
      excluded.append(Exclusion(viewers: viewers, reason: String(decoding: text, as: UTF8.self)))
    }
    guard let count = bytes.count() else { return nil }
    var bins: [AudienceBin] = []
    for _ in 0..<count {
      guard let bin = bytes.bin() else { return nil }
      bins.append(bin)
    }
    guard let eyeLag = bytes.double(), let faceLag = bytes.double(), let known = bytes.count()
    else { return nil }
    var presences: [ViewerPresence] = []
    for _ in 0..<known {
      guard let presence = bytes.presence(words: (count + 63) / 64) else { return nil }
      presences.append(presence)
    }
    guard bytes.isAtEnd else { return nil }
    self.init(
      duration: duration, aspect: aspect, gazeNoise: gazeNoise, bins: bins, viewers: viewers,
      excluded: excluded)
    self.presences = presences
    self.eyeLag = eyeLag
    self.faceLag = faceLag
  }
}

private struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func write(_ value: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func write(_ value: Double) {
    write(UInt32(truncatingIfNeeded: value.bitPattern))
    write(UInt32(truncatingIfNeeded: value.bitPattern >> 32))
  }

  mutating func write(_ value: Int16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func write(_ presence: ViewerPresence, words: Int) {
    bytes.append(presence.toldBits)
    for side in [presence.gaze, presence.face] {
      for index in 0..<words {
        let word = index < side.count ? side[index] : 0
        write(UInt32(truncatingIfNeeded: word))
        write(UInt32(truncatingIfNeeded: word >> 32))
      }
    }
  }

  mutating func write(_ bin: AudienceBin) {
    bytes.append((bin.chance == nil ? 0 : 1) | (bin.agreement == nil ? 0 : 2))
    if let chance = bin.chance {
      write(chance.share)
      write(chance.deviation)
    }
    if let agreement = bin.agreement {
      write(agreement.value)
      write(agreement.byChance)
      write(agreement.deviation)
    }
    write(UInt32(clamping: bin.rows.count))
    for row in bin.rows {
      write(row.x)
      write(row.y)
      bytes.append(row.weightLevel)
      for lane in 0..<8 { bytes.append(row.levels[lane]) }
    }
    // One bit a row: which half of the audience it is in.
    for first in stride(from: 0, to: bin.rows.count, by: 8) {
      let rows = bin.rows[first..<min(bin.rows.count, first + 8)]
      bytes.append(rows.reversed().reduce(0) { $0 << 1 | ($1.isInSecondHalf ? 1 : 0) })
    }
  }
}

private struct ByteReader {
  let bytes: [UInt8]
  var offset = 0

  var isAtEnd: Bool { offset == bytes.count }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func count() -> Int? { take(4).map { Int(number($0)) } }

  mutating func double() -> Double? { take(8).map { Double(bitPattern: number($0)) } }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func presence(words: Int) -> ViewerPresence? {
    guard let told = take(1)?.first, words * 16 <= bytes.count - offset else { return nil }
    let gaze = (0..<words).compactMap { _ in take(8).map(number) }
    let face = (0..<words).compactMap { _ in take(8).map(number) }
    return ViewerPresence(gaze: gaze, face: face, toldBits: told)
  }

  mutating func bin() -> AudienceBin? {
    guard let flags = take(1)?.first, flags < 4 else { return nil }
    var bin = AudienceBin(rows: [], chance: nil)
    if flags & 1 != 0 {
      guard let share = double(), let deviation = double() else { return nil }
      bin.chance = GatheringByChance(share: share, deviation: deviation)
    }
    if flags & 2 != 0 {
      guard let value = double(), let chance = double(), let deviation = double() else {
        return nil
      }
      bin.agreement = LookAgreement(value: value, byChance: chance, deviation: deviation)
    }
    guard let count = count(), count <= (bytes.count - offset) / 13 else { return nil }
    bin.rows.reserveCapacity(count)
    for _ in 0..<count { bin.rows.append(row()) }
    guard let halves = take((count + 7) / 8).map(Array.init) else { return nil }
    for row in 0..<count { bin.rows[row].isInSecondHalf = halves[row / 8] >> (row % 8) & 1 != 0 }
    return bin
  }

  /// One row; the caller has checked that it is there.
  private mutating func row() -> AudienceRow {
    func short(_ at: Int) -> Int16 {
      Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)
    }
    defer { offset += 13 }
    var levels = SIMD8<UInt8>.zero
    for lane in 0..<8 { levels[lane] = bytes[offset + 5 + lane] }
    return AudienceRow(
      x: short(offset), y: short(offset + 2), weightLevel: bytes[offset + 4], levels: levels)
  }
}
