import Glibc

/// One viewer's reaction levels and gaze points for selection, two bytes per time bin.
struct ViewerSeries: Sendable {
  /// Standardised reaction level per time bin (`ReactionSeries.values`).
  let values: [Int8]
  /// The code of the gaze point per time bin (`CoverageWindow.Code`), plus the bit `reacting`.
  let gaze: [UInt8]
  let digest: UInt64

  init(_ bins: ViewerBins, leastBins: Int) {
    let reaction = ReactionSeries(bins.levels, leastBins: leastBins)
    values = reaction.values
    gaze = zip(bins.along, reaction.isReacting).map {
      CoverageWindow.code($0) | ($1 ? Self.reacting : 0)
    }
    digest = bins.digest
  }

  /// Bit of `gaze` that is set if the viewer reacts.
  static let reacting: UInt8 = 0x80

  /// The code of a gaze point, without the bit `reacting`.
  @inline(__always)
  static func code(_ gaze: UInt8) -> CoverageWindow.Code { gaze & ~reacting }

  func reacts(_ bin: Int) -> Bool { gaze[bin] & Self.reacting != 0 }
}

/// Sums reactions and gaze points of all viewers per time bin (the manual's page *Specification*).
///
/// All sums are integers, so the result does not depend on the order of viewers.
struct AudienceBinSums {
  /// Factor from weight × (level − baseline) to evidence.
  static let scale = 0.6
  /// Level that is expected without a reaction; a lower level counts against a moment.
  static let baseline = 0.05
  /// Maximum weight of a viewer; the mean is 1.
  static let largestWeight = 2.0
  /// Number of time bins with a known face that a viewer must exceed to have a weight.
  static let minimumKnownBins = 20

  /// Evidence in nats of one more reacting viewer (weight 1, two standard deviations above the
  /// mean).
  static let gain = scale * (tanh(1) - baseline)

  private let viewers: [ViewerSeries]
  private let counts: [Int32]
  private let binCount: Int

  /// `counts` is how many times each viewer counts.
  init(_ viewers: [ViewerSeries], counts: [Int32], binCount: Int) {
    (self.viewers, self.counts, self.binCount) = (viewers, counts, binCount)
  }

  /// Computes the sums of each time bin for the viewers `summed`.
  ///
  /// The other viewers affect only the weights and the position of the 9:16 window. Numbers of
  /// watching viewers, emotions and clusters are not set.
  func bins(of summed: Range<Int>? = nil) -> [BinSummary] {
    let chunks = (binCount + Self.chunk - 1) / Self.chunk
    let densities = Parallel.map(chunks) { density(range($0)) }
    let weights = weights(densities.flatMap(\.total), densities.flatMap(\.known))
    return Parallel.map(chunks) {
      sums(range($0), densities[$0], weights, of: summed ?? viewers.indices)
    }.flatMap(\.self)
  }

  /// Time bins that one core sums at a time, few enough for its cache.
  private static let chunk = 240

  private func range(_ chunk: Int) -> Range<Int> {
    chunk * Self.chunk..<min(binCount, (chunk + 1) * Self.chunk)
  }

  private struct Density {
    var total: [Int32], known: [Int32]
    /// Gaze points that a window covers, per time bin (with both neighbours) and window position.
    var positions: [Int32]
  }

  private func density(_ bins: Range<Int>) -> Density {
    var total = [Int32](repeating: 0, count: bins.count)
    var known = total
    let width = CoverageWindow.positions + 1
    // Include one more time bin on each side.
    var steps = [Int32](repeating: 0, count: (bins.count + 2) * width)
    let ranges = CoverageWindow.ranges
    let near = max(0, bins.lowerBound - 1)..<min(binCount, bins.upperBound + 1)
    ranges.withUnsafeBufferPointer { ranges in
      steps.withUnsafeMutableBufferPointer { steps in
        for (index, viewer) in viewers.enumerated() where counts[index] > 0 {
          let count = counts[index]
          viewer.values.withUnsafeBufferPointer { values in
            for place in 0..<bins.count {
              let value = values[bins.lowerBound + place]
              let isKnown: Int32 = value == ReactionSeries.unknown ? 0 : count
              total[place] &+= isKnown &* Int32(value)
              known[place] &+= isKnown
            }
          }
          viewer.gaze.withUnsafeBufferPointer { gaze in
            for bin in near {
              let code = ViewerSeries.code(gaze[bin])
              guard code != 0 else { continue }
              let range = ranges[Int(code)]
              let start = (bin &+ 1 &- bins.lowerBound) &* width
              steps[start &+ Int(range.first)] &+= count
              steps[start &+ Int(range.last) &+ 1] &-= count
            }
          }
        }
        for row in 0..<bins.count + 2 {
          for place in 1..<width { steps[row * width + place] &+= steps[row * width + place - 1] }
        }
      }
    }
    var positions = [Int32](repeating: 0, count: bins.count * CoverageWindow.positions)
    for bin in 0..<bins.count {
      for place in 0..<CoverageWindow.positions {
        let start = bin * width + place
        positions[bin * CoverageWindow.positions + place] =
          steps[start] + steps[start + width] + steps[start + 2 * width]
      }
    }
    return Density(total: total, known: known, positions: positions)
  }

  /// The weight of each viewer, times the number of times that the viewer counts.
  ///
  /// Weights are proportional to the agreement with the other viewers. Their mean is 1, and they
  /// are in units of 1/1024.
  private func weights(_ total: [Int32], _ known: [Int32]) -> [Double] {
    let fixed = 1_048_576.0
    let agreements = Parallel.map(viewers.count) { index in
      counts[index] > 0 ? (agreement(index, total, known) * fixed).rounded() : 0
    }
    var (sum, count) = (0.0, 0.0)
    for (agreement, times) in zip(agreements, counts) where times > 0 {
      sum += agreement * Double(times)
      count += Double(times)
    }
    guard sum > 0 else { return Array(repeating: 0, count: viewers.count) }
    return zip(agreements, counts).map { agreement, times in
      (min(Self.largestWeight, agreement * count / sum) * 1024).rounded() * Double(times)
    }
  }

  /// Pearson correlation of a viewer's level with the mean of the others, 0…1.
  private func agreement(_ index: Int, _ total: [Int32], _ known: [Int32]) -> Double {
    let count = counts[index]
    var (n, y, o, yy, oo, yo) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    viewers[index].values.withUnsafeBufferPointer { values in
      for bin in 0..<binCount where values[bin] != ReactionSeries.unknown {
        let own = Double(values[bin])
        let others =
          Double(total[bin] - count * Int32(values[bin])) / Double(max(1, known[bin] - count))
        n += 1
        y += own
        o += others
        yy += own * own
        oo += others * others
        yo += own * others
      }
    }
    guard n > Double(Self.minimumKnownBins) else { return 0 }
    let (own, others) = (yy - y * y / n, oo - o * o / n)
    guard own > 1e-9, others > 1e-9 else { return 0 }
    return max(0, (yo - y * o / n) / (own * others).squareRoot())
  }

  private func sums(
    _ bins: Range<Int>, _ density: Density, _ weights: [Double], of summed: Range<Int>
  ) -> [BinSummary] {
    var counted = [BinCounts](repeating: BinCounts(), count: bins.count)
    let search = WindowSearch(density.positions, bins: bins.count, most: counts.max() ?? 0)
    counted.withUnsafeMutableBufferPointer { counted in
      for index in summed where counts[index] > 0 {
        let (viewer, count, weight) = (viewers[index], counts[index], weights[index])
        viewer.values.withUnsafeBufferPointer { values in
          viewer.gaze.withUnsafeBufferPointer { gaze in
            for place in 0..<bins.count {
              let bin = bins.lowerBound + place
              let value = values[bin]
              let code = gaze[bin]
              let hasFace = value != ReactionSeries.unknown
              let reacts = code & ViewerSeries.reacting != 0
              if hasFace {
                counted[place].evidence += weight * Double(value)
                counted[place].weight += weight
                counted[place].faces &+= count
                if reacts { counted[place].reacting &+= count }
              }
              let own = ViewerSeries.code(code)
              guard own != 0 else { continue }
              let before = bin > 0 ? ViewerSeries.code(gaze[bin - 1]) : 0
              let after = bin + 1 < gaze.count ? ViewerSeries.code(gaze[bin + 1]) : 0
              counted[place].gaze &+= count
              if hasFace { counted[place].both &+= count }
              if search.holds(own, before, after, in: place, counting: count) {
                counted[place].held &+= count
                if hasFace, reacts { counted[place].reactingHeld &+= count }
              }
            }
          }
        }
      }
    }
    return counted.map(\.summary)
  }
}

private struct BinCounts {
  var evidence = 0.0, weight = 0.0
  var faces: Int32 = 0, reacting: Int32 = 0
  var gaze: Int32 = 0, both: Int32 = 0, held: Int32 = 0, reactingHeld: Int32 = 0

  var summary: BinSummary {
    var bin = BinSummary()
    (bin.withFace, bin.withGaze, bin.withBoth) = (Int(faces), Int(gaze), Int(both))
    bin.reacting = Double(reacting)
    (bin.held, bin.reactingHeld) = (Double(held), Double(reactingHeld))
    let level = evidence / ReactionSeries.steps - AudienceBinSums.baseline * weight
    bin.evidence = AudienceBinSums.scale * level / 1024
    return bin
  }
}

/// Finds the window position that covers most gaze points of the other viewers.
private struct WindowSearch {
  /// The positions that can still win in each time bin, those nearest to the middle first.
  ///
  /// A viewer has at most three gaze points here, so it lowers a count by at most three times
  /// `most`.
  private let candidates: [CoverageWindow.Candidate]
  private let starts: [Int32]
  private let ranges = CoverageWindow.ranges

  /// `positions` is `AudienceBinSums.Density.positions`, `most` the largest count of a viewer.
  init(_ positions: [Int32], bins: Int, most: Int32) {
    var candidates: [CoverageWindow.Candidate] = []
    var starts: [Int32] = [0]
    for bin in 0..<bins {
      let start = bin * CoverageWindow.positions
      let limit = (positions[start..<start + CoverageWindow.positions].max() ?? 0) - 3 * most
      for var candidate in CoverageWindow.all {
        candidate.count = positions[start + Int(candidate.position)]
        if candidate.count >= limit { candidates.append(candidate) }
      }
      starts.append(Int32(candidates.count))
    }
    (self.candidates, self.starts) = (candidates, starts)
  }

  /// Whether the window that covers most of the other viewers' gaze also covers the viewer's own.
  ///
  /// `own`, `before` and `after` are codes of the viewer in a time bin and both neighbours.
  @inline(__always)
  func holds(
    _ own: CoverageWindow.Code, _ before: CoverageWindow.Code, _ after: CoverageWindow.Code,
    in bin: Int,
    counting count: Int32
  ) -> Bool {
    candidates.withUnsafeBufferPointer { candidates in
      ranges.withUnsafeBufferPointer { ranges in
        let (own, before, after) = (ranges[Int(own)], ranges[Int(before)], ranges[Int(after)])
        let middle = Int8(CoverageWindow.positions / 2)
        var (place, most, distance) = (middle, Int32.min, Int8(0))
        for index in Int(starts[bin])..<Int(starts[bin + 1]) {
          let candidate = candidates[index]
          let at = candidate.position
          var others = candidate.count
          if own.holds(at) { others &-= count }
          if before.holds(at) { others &-= count }
          if after.holds(at) { others &-= count }
          if others > most {
            (place, most, distance) = (at, others, candidate.distance)
          } else if others == most, candidate.distance == distance {
            // If two positions are equally far from the middle, use the middle itself.
            place = middle
          }
        }
        return own.holds(place)
      }
    }
  }
}
