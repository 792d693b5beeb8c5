extension BinSummary {
  /// The figures of some bins, without their looks.
  static func encoded(_ bins: ArraySlice<BinSummary>) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count: bins.count)
    for bin in bins { bin.write(to: &writer) }
    return writer.sealed()
  }

  /// The bins of a block; `nil` when it is damaged.
  static func decoded(_ bytes: [UInt8]) -> [BinSummary]? {
    guard var reader = ByteReader(sealed: bytes), let count = reader.count(each: 5),
      count <= AudienceBlocks.bins
    else { return nil }
    var bins: [BinSummary] = []
    for _ in 0..<count {
      guard let bin = BinSummary(&reader) else { return nil }
      bins.append(bin)
    }
    return reader.isAtEnd ? bins : nil
  }

  private func write(to writer: inout ByteWriter) {
    let flags: [Bool] = [chance != nil, agreement != nil, gatheredShare != nil]
    writer.write(flags.reversed().reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) })
    writer.write(count: watching)
    writer.write(count: withGaze)
    writer.write(count: faces.count)
    for face in faces {
      writer.write(face.levels.key)
      writer.write(count: face.viewers)
      writer.write(count: face.withGaze)
      writer.write(count: face.weightSteps)
    }
    for value in [chance?.share, chance?.deviation] { writer.write(known: value) }
    for value in [agreement?.value, agreement?.byChance, agreement?.deviation, gatheredShare] {
      writer.write(known: value)
    }
    writer.write(count: clusters.count)
    for cluster in clusters {
      for value in [cluster.share, cluster.center.x, cluster.center.y, cluster.spread] {
        writer.write(value)
      }
    }
  }

  private init?(_ reader: inout ByteReader) {
    self.init()
    guard let flags = reader.read(UInt8.self), flags < 8, let watching = reader.count(),
      let withGaze = reader.count(), let kinds = reader.count(each: 11)
    else { return nil }
    self.watching = watching
    self.withGaze = withGaze
    faces.reserveCapacity(kinds)
    for _ in 0..<kinds {
      guard let face = FaceGroup(&reader) else { return nil }
      faces.append(face)
    }
    if flags & 1 != 0 {
      guard let share = reader.double(), let deviation = reader.double() else { return nil }
      chance = GatheringByChance(share: share, deviation: deviation)
    }
    if flags & 2 != 0 {
      guard let value = reader.double(), let chance = reader.double(),
        let deviation = reader.double()
      else { return nil }
      agreement = LookAgreement(value: value, byChance: chance, deviation: deviation)
    }
    if flags & 4 != 0 {
      guard let share = reader.double() else { return nil }
      gatheredShare = share
    }
    guard let found = reader.count(each: 32) else { return nil }
    for _ in 0..<found {
      guard let cluster = LookCluster(&reader) else { return nil }
      clusters.append(cluster)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func write(known value: Double?) {
    if let value { write(value) }
  }
}

extension FaceGroup {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let levels = reader.read(UInt64.self), let viewers = reader.count(),
      let withGaze = reader.count(), let steps = reader.count(), withGaze <= viewers
    else { return nil }
    self.init(levels: SIMD8(key: levels), viewers: viewers, withGaze: withGaze, weightSteps: steps)
  }
}

extension LookCluster {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let share = reader.double(), let x = reader.double(), let y = reader.double(),
      let spread = reader.double()
    else { return nil }
    self.init(share: share, center: PicturePoint(x: x, y: y), spread: spread)
  }
}
