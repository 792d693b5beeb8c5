/// A colour histogram of a frame, without positions and overall brightness: luma is relative to its
/// mean.
struct ColorHistogram {
  /// Bins per component; strong chroma is rare and falls into the outermost ones.
  private static let bins = 8
  /// Share of the frame per bin, smoothed over neighbouring bins.
  private var shares: [Float]

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

  /// Similarity of two colour histograms, from 0 (no common colours) to 1 (equal): their
  /// intersection (Swain & Ballard 1991).
  func shared(with other: ColorHistogram) -> Double {
    Double(zip(shares, other.shares).reduce(0) { $0 + min($1.0, $1.1) })
  }

  /// The bin of a chroma value, 8 steps wide around grey because most frames have little colour.
  private static func bin(_ chroma: UInt8) -> Int {
    max(0, min(bins - 1, (Int(chroma) - 128 + 8 * (bins / 2)) / 8))
  }

  /// Smooths counts along one axis: a bin keeps half and gives a quarter to each neighbour, so that
  /// a little noise or light changes little.
  private static func spread(_ counts: [Float], along stride: Int) -> [Float] {
    counts.indices.map { index in
      let place = index / stride % bins
      let before = place > 0 ? counts[index - stride] : counts[index]
      let after = place < bins - 1 ? counts[index + stride] : counts[index]
      return (before + 2 * counts[index] + after) / 4
    }
  }
}
