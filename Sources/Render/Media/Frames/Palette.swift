/// Which colours a picture has and how much of it each covers, wherever they lie in it and however
/// much light is on it: luma counts from its mean.
struct Palette {
  /// Bins of luma and of either chroma; chroma beyond the last bin is rare and counts there.
  private static let bins = 8
  /// Shares of the picture, luma first, each spread over its neighbours.
  private var shares: [Float]

  /// Counts the colours of a picture.
  ///
  /// - Parameters:
  ///   - luma: at some places of it.
  ///   - chroma: at the same places.
  init(luma: [UInt8], chroma: (u: [UInt8], v: [UInt8])) {
    let bins = Self.bins
    var counts = [Float](repeating: 0, count: bins * bins * bins)
    let mean = luma.reduce(0) { $0 + Int($1) } / max(1, luma.count)
    for ((y, u), v) in zip(zip(luma, chroma.u), chroma.v) {
      counts[
        (max(0, min(255, Int(y) - mean + 128)) / 32 * bins + Self.bin(u)) * bins + Self.bin(v)] += 1
    }
    for stride in [1, bins, bins * bins] { counts = Self.spread(counts, along: stride) }
    let total = counts.reduce(0, +)
    shares = counts.map { $0 / max(1, total) }
  }

  /// The share of two pictures that has the same colours: the intersection of their histograms
  /// (Swain & Ballard 1991).
  ///
  /// - Returns: 0, nothing, to 1, all.
  func shared(with other: Palette) -> Double {
    Double(zip(shares, other.shares).reduce(0) { $0 + min($1.0, $1.1) })
  }

  /// Most pictures have little colour: a bin is 8 steps wide around grey.
  private static func bin(_ chroma: UInt8) -> Int {
    max(0, min(bins - 1, (Int(chroma) - 128 + 8 * (bins / 2)) / 8))
  }

  /// Half of a bin's share stays and a quarter goes to either neighbour, so that a little more
  /// light or noise changes little.
  private static func spread(_ counts: [Float], along stride: Int) -> [Float] {
    counts.indices.map { index in
      let place = index / stride % bins
      let before = place > 0 ? counts[index - stride] : counts[index]
      let after = place < bins - 1 ? counts[index + stride] : counts[index]
      return (before + 2 * counts[index] + after) / 4
    }
  }
}
