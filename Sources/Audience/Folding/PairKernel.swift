internal import Density
import Glibc

/// A look for the figures of agreement, in picture heights.
struct Look: Sendable {
  var viewer: Int
  var x: Float
  var y: Float
  var weight: Float
}

/// A weighted mean over pairs in the making.
struct PairSum: Sendable {
  var sum = 0.0
  var weight = 0.0
  /// How many looks of the bin itself went in.
  var looks = 0

  var mean: Double { weight > 0 ? sum / weight : 0 }

  mutating func add(_ other: PairSum) {
    sum += other.sum
    weight += other.weight
  }
}

/// Means of exp(−d² / 2s²) over pairs of different viewers, from a table.
struct PairKernel: Sendable {
  /// The kernel by d² in steps of s² / 32, and how many of them a squared height is.
  let table: [Float]
  let scale: Float

  init(deviation: Double) {
    table = (0...1024).map { Float(exp(-Double($0) / 64)) }
    scale = Float(64 / (2 * deviation * deviation))
  }

  func pairs(within looks: [Look]) -> PairSum {
    var sum = PairSum(looks: looks.count)
    for first in looks.indices {
      add(looks[first], looks[(first + 1)...], to: &sum)
    }
    return sum
  }

  func pairs(between looks: [Look], and others: [Look]) -> PairSum {
    var sum = PairSum()
    for look in looks { add(look, others[...], to: &sum) }
    return sum
  }

  private func add(_ look: Look, _ others: ArraySlice<Look>, to sum: inout PairSum) {
    var value: Float = 0
    var weight: Float = 0
    for other in others where other.viewer != look.viewer {
      let dx = look.x - other.x
      let dy = look.y - other.y
      let place = min(1024, (dx * dx + dy * dy) * scale)
      value += other.weight * table[Int(place)]
      weight += other.weight
    }
    sum.sum += Double(value * look.weight)
    sum.weight += Double(weight * look.weight)
  }
}

/// The looks of at most so many viewers, to be read with each viewer shifted in time.
struct LookTable: Sendable {
  private let rows: [[AudienceRow?]]
  private let aspect: Float

  var viewerCount: Int { rows.count }

  init(_ viewers: [[AudienceRow?]], most: Int, aspect: Double) {
    rows = evenDraw(of: viewers.count, atMost: most).map { viewers[$0] }
    self.aspect = Float(aspect)
  }

  /// The looks of a bin, each viewer's read so many bins later; with `single` a single look of each
  /// in place of the median position.
  func looks(in bin: Int, shifts: [Int], binCount: Int, single: Bool = true) -> [Look] {
    var looks: [Look] = []
    looks.reserveCapacity(rows.count)
    for viewer in rows.indices {
      guard let row = rows[viewer][(bin + shifts[viewer]) % binCount], row.hasGaze else {
        continue
      }
      var x = Float(row.x) / Float(PictureGrid.steps)
      var y = Float(row.y) / Float(PictureGrid.steps)
      if single {
        x += Float(row.glance.x) / Float(AudienceRow.glanceSteps)
        y += Float(row.glance.y) / Float(AudienceRow.glanceSteps)
      }
      looks.append(
        Look(viewer: viewer, x: x * aspect, y: y, weight: Float(row.weightLevel) / 255))
    }
    return looks
  }

  /// A shift in bins for each viewer: at least `least` of the video from where it was, and spread
  /// over what is left by SplitMix64 of the viewer's and the shift's numbers.
  func shifts(number: Int, binCount: Int, least: Double) -> [Int] {
    let margin = Int((least * Double(binCount)).rounded(.up))
    let room = UInt64(max(1, binCount - 2 * margin))
    return rows.indices.map { viewer in
      let state = (UInt64(number) << 32 | UInt64(viewer)) &+ 1
      return margin + Int(SplitMix64.mixed(state &* SplitMix64.step) % room)
    }
  }
}
