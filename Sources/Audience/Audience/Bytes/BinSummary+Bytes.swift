extension BinSummary {
  /// Encodes the figures of one block of time bins, without gaze points.
  static func encoded(_ bins: ArraySlice<BinSummary>) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count: bins.count)
    for bin in bins { bin.write(to: &writer) }
    return writer.withChecksum()
  }

  /// Decodes the figures of one block; `nil` if the bytes are damaged.
  static func decoded(_ bytes: [UInt8]) -> [BinSummary]? {
    guard var reader = ByteReader(withChecksum: bytes), let count = reader.count(each: 65),
      count <= EncodedAudience.bins
    else { return nil }
    var bins: [BinSummary] = []
    for _ in 0..<count {
      guard let bin = BinSummary(&reader) else { return nil }
      bins.append(bin)
    }
    return reader.isAtEnd ? bins : nil
  }

  private func write(to writer: inout ByteWriter) {
    for count in [watching, withGaze, withFace, withBoth] { writer.write(count: count) }
    for sum in [evidence, reacting, held, reactingHeld] { writer.write(sum) }
    for lane in 0..<7 { writer.write(reactingBy.lanes[lane].bitPattern) }
    writer.write(count: clusters.count)
    for cluster in clusters {
      for value in [cluster.share, cluster.center.x, cluster.center.y, cluster.spread] {
        writer.write(value)
      }
    }
  }

  private init?(_ reader: inout ByteReader) {
    self.init()
    guard let watching = reader.count(), let withGaze = reader.count(),
      let withFace = reader.count(), let withBoth = reader.count(), let evidence = reader.double(),
      let reacting = reader.double(), let held = reader.double(),
      let reactingHeld = reader.double(), max(withGaze, withFace, withBoth) <= watching,
      [evidence, reacting, held, reactingHeld].allSatisfy(\.isFinite)
    else { return nil }
    (self.watching, self.withGaze) = (watching, withGaze)
    (self.withFace, self.withBoth) = (withFace, withBoth)
    (self.evidence, self.reacting) = (evidence, reacting)
    (self.held, self.reactingHeld) = (held, reactingHeld)
    for lane in 0..<7 {
      guard let bits = reader.read(UInt32.self) else { return nil }
      reactingBy.lanes[lane] = Float(bitPattern: bits)
    }
    guard let found = reader.count(each: 32) else { return nil }
    for _ in 0..<found {
      guard let share = reader.double(), let x = reader.double(), let y = reader.double(),
        let spread = reader.double()
      else { return nil }
      clusters.append(
        GazeCluster(share: share, center: PicturePoint(x: x, y: y), spread: spread))
    }
  }
}
