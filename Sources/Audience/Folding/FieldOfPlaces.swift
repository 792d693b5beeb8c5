import Glibc

/// How much looks agree with all looks of a video, wherever in time: what the places alone give.
///
/// Eyes come to rest on the middle of the picture, or on the one thing that is always there;
/// looks that meet at such a place agree by habit, and a shift in time, which gives one figure for
/// the whole video, does not see it. The field is the mean of the pair kernel between a place and
/// the looks of the video (an even draw of its bins), on a grid of a quarter of the kernel.
struct FieldOfPlaces: Sendable {
  /// The mean of the field over the looks it was made of.
  let mean: Double
  private let values: [Float]
  private let columns: Int
  private let rows: Int
  private let step: Float

  /// Most looks that the field is made of; an even draw of more.
  private static let most = 40_000

  init(_ looks: LookTable, binCount: Int, deviation: Double, aspect: Double) {
    let step = Float(deviation / 4)
    let columns = Int((Float(aspect) / step).rounded(.up)) + 2
    let rows = Int((1 / step).rounded(.up)) + 2
    var counts = [Float](repeating: 0, count: columns * rows)
    let stride = max(1, binCount * looks.viewerCount / Self.most)
    let still = [Int](repeating: 0, count: looks.viewerCount)
    var total: Float = 0
    for bin in Swift.stride(from: 0, to: binCount, by: stride) {
      for look in looks.looks(in: bin, shifts: still, binCount: binCount) {
        let column = min(columns - 1, max(0, Int(look.x / step + 0.5)))
        let row = min(rows - 1, max(0, Int(look.y / step + 0.5)))
        counts[row * columns + column] += look.weight
        total += look.weight
      }
    }
    self.step = step
    self.columns = columns
    self.rows = rows
    guard total > 0 else {
      values = counts
      mean = 0
      return
    }
    values = Self.blurred(counts, columns: columns, rows: rows).map { $0 / total }
    let sum = zip(values, counts).reduce(0.0) { $0 + Double($1.0 * $1.1) }
    mean = sum / Double(total)
  }

  /// The sum of exp(−d² / 2s²) over a grid of steps of s / 4, one axis after the other.
  private static func blurred(_ counts: [Float], columns: Int, rows: Int) -> [Float] {
    let reach = 14
    let kernel = (-reach...reach).map { Float(exp(-Double($0 * $0) / 32)) }
    func along(_ values: [Float], length: Int, count: Int, _ place: (Int, Int) -> Int) -> [Float] {
      var result = values
      for line in 0..<count {
        for at in 0..<length {
          var sum: Float = 0
          for near in max(0, at - reach)...min(length - 1, at + reach) {
            sum += kernel[near - at + reach] * values[place(line, near)]
          }
          result[place(line, at)] = sum
        }
      }
      return result
    }
    let wide = along(counts, length: columns, count: rows) { $0 * columns + $1 }
    return along(wide, length: rows, count: columns) { $1 * columns + $0 }
  }

  /// The weighted mean of the field over some looks; the field's own mean of none.
  func mean(over looks: Looks) -> Double {
    var sum: Float = 0
    var weight: Float = 0
    for look in looks {
      sum += look.weight * value(at: look)
      weight += look.weight
    }
    return weight > 0 ? Double(sum / weight) : mean
  }

  /// The field where a look is.
  func value(at look: Look) -> Float {
    let column = min(columns - 1, max(0, Int(look.x / step + 0.5)))
    let row = min(rows - 1, max(0, Int(look.y / step + 0.5)))
    return values[row * columns + column]
  }
}
