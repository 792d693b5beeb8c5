internal import Glibc

/// Reads what the version before this one kept of an audience (`GZS1`): faces by the strengths of
/// their reactions, in groups.
///
/// Where samples were erased by age nothing else is left of those viewers, so that they cannot be
/// folded anew. Which of them react was decided then and stands: it is taken for certain. Rows are
/// not linked from one half second to the next, so that of the looks which place a frame only the
/// row's own is taken away, and not that viewer's in the half seconds beside.
struct EarlierAudience {
  /// Strength from which a viewer was counted as reacting (`leastStrength` of that version).
  private static let leastStrength: Float = 0.3

  private let model = ModelSettings()
  /// What a face that reacts says of the audience, and one that does not: nats.
  private let (reacts, rests): (Double, Double)

  init() {
    let (amused, other) = (model.reactingAmused, model.reactingElse)
    (reacts, rests) = (log(amused / other), log((1 - amused) / (1 - other)))
  }

  /// The audience of some blocks; `nil` where they are not those of a whole one of that version.
  func decoded(_ blocks: AudienceBlocks) -> FoldedAudience? {
    guard let (head, count, _) = TimelineSummary.decoded(head: blocks.head, isEarlier: true),
      let bins = Self.all(blocks.figures, count, by: decodedBins),
      let rows = Self.all(blocks.rows, count, by: { AudienceRow.decoded($0, withFaces: true) })
    else { return nil }
    var summary = head
    summary.gain = reacts - rests
    summary.bins = holding(bins, rows, aspect: head.aspect)
    return FoldedAudience(summary: summary, rows: rows)
  }

  private static func all<Item: Sendable>(
    _ blocks: [[UInt8]], _ count: Int, by decode: @Sendable ([UInt8]) -> [Item]?
  ) -> [Item]? {
    guard blocks.count == AudienceBlocks.count(forBins: count) else { return nil }
    let found = Parallel.map(blocks.count) { decode(blocks[$0]) }
    let items = found.compactMap(\.self).flatMap(\.self)
    return items.count == count && !found.contains { $0 == nil } ? items : nil
  }

  /// Notes what a frame holds of the looks that were drawn, as a share of all.
  private func holding(
    _ bins: [BinSummary], _ rows: [[AudienceRow]], aspect: Double
  ) -> [BinSummary] {
    let holding = HeldLooks(aspect: aspect, model)
    let reaches = Parallel.map(rows.count) { holding.reaches(rows[$0]) }
    // How many looks a place holds does not depend on whose they are: any row stands beside any.
    let nowhere = HeldLooks.nowhere
    let most = rows.map(\.count).max() ?? 0
    let density = holding.density(
      (0..<most).map { row in reaches.map { row < $0.count ? $0[row] : nowhere } },
      Array(repeating: 1, count: most), in: bins.indices)
    return Parallel.map(bins.count) { index in
      let marks = reaches[index].compactMap { own in
        HeldLooks.holds(
          holding.place(density[index], without: (nowhere, own, nowhere), counting: 1), own)
      }
      var bin = bins[index]
      guard !marks.isEmpty else { return bin }
      let (held, looks) = (Double(marks.count { $0 }), Double(marks.count))
      bin.held = held * Double(bin.withGaze) / looks
      if bin.withFace > 0 {
        bin.reactingHeld =
          bin.reacting * Double(bin.withBoth) / Double(bin.withFace) * held / looks
      }
      return bin
    }
  }

  @Sendable private func decodedBins(_ bytes: [UInt8]) -> [BinSummary]? {
    guard var reader = ByteReader(sealed: bytes), let count = reader.count(each: 5),
      count <= AudienceBlocks.bins
    else { return nil }
    var bins: [BinSummary] = []
    for _ in 0..<count {
      guard let bin = bin(&reader) else { return nil }
      bins.append(bin)
    }
    return reader.isAtEnd ? bins : nil
  }

  private func bin(_ reader: inout ByteReader) -> BinSummary? {
    var bin = BinSummary()
    guard let flags = reader.read(UInt8.self), flags < 8, let watching = reader.count(),
      let withGaze = reader.count(), let kinds = reader.count(each: 11), withGaze <= watching
    else { return nil }
    (bin.watching, bin.withGaze) = (watching, withGaze)
    var (faces, both) = (0, 0)
    for _ in 0..<kinds {
      guard let bits = reader.read(UInt64.self), let viewers = reader.count(),
        let gaze = reader.count(), reader.count() != nil,
        // By what is left: sums of damaged counts could pass the largest number.
        viewers <= watching - faces, gaze <= min(viewers, withGaze - both)
      else { return nil }
      faces += viewers
      both += gaze
      add(SIMD8(key: bits), viewers, withGaze: gaze, to: &bin)
    }
    // Chance by two numbers, agreement by three, the share gathered: nothing asks for them now.
    let numbers = (flags & 1 != 0 ? 2 : 0) + (flags & 2 != 0 ? 3 : 0) + (flags & 4 != 0 ? 1 : 0)
    for _ in 0..<numbers { guard reader.double() != nil else { return nil } }
    return bin.readClusters(&reader) ? bin : nil
  }

  /// Adds the viewers of one group of faces, where these tell what counts.
  private func add(
    _ levels: SIMD8<UInt8>, _ viewers: Int, withGaze: Int, to bin: inout BinSummary
  ) {
    guard levels[7] & (0x80 | model.counted.rawValue) != 0 else { return }
    bin.withFace += viewers
    bin.withBoth += withGaze
    let strengths = SIMD8<Float>(levels) / 255 * model.emotions.lanes
    var strongest = 0
    for lane in 1..<7 where strengths[lane] > strengths[strongest] { strongest = lane }
    let isReacting = strengths[strongest] >= Self.leastStrength
    bin.evidence += Double(viewers) * (isReacting ? reacts : rests)
    guard isReacting else { return }
    bin.reacting += Double(viewers)
    bin.reactingBy.lanes[strongest] += Float(viewers)
  }
}
