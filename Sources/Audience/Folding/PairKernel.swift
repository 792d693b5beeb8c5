internal import Density
import Glibc

/// A look for the figures of agreement, in picture heights.
struct Look: Sendable {
  var viewer: Int
  var x: Float
  var y: Float
  var weight: Float
}

/// The looks of one half second side by side, one a viewer at most, in the order of viewers.
struct Looks: Sendable {
  fileprivate var viewers: [Int32] = []
  fileprivate var x: [Float] = []
  fileprivate var y: [Float] = []
  fileprivate var weights: [Float] = []

  /// None, and room for some.
  init(room: Int = 0) {
    viewers.reserveCapacity(room)
    x.reserveCapacity(room)
    y.reserveCapacity(room)
    weights.reserveCapacity(room)
  }

  mutating func append(_ look: Look) {
    viewers.append(Int32(look.viewer))
    x.append(look.x)
    y.append(look.y)
    weights.append(look.weight)
  }
}

extension Looks: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { viewers.count }

  subscript(index: Int) -> Look {
    Look(viewer: Int(viewers[index]), x: x[index], y: y[index], weight: weights[index])
  }
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
  private let table: [Float]
  private let scale: Float

  init(deviation: Double) {
    table = (0...1024).map { Float(exp(-Double($0) / 64)) }
    scale = Float(64 / (2 * deviation * deviation))
  }

  /// What a look gives with others: which look it is, the others, and the kernel with each of them.
  typealias Row = (_ look: Int, _ others: Range<Int>, _ kernel: UnsafePointer<Float>) -> Void

  /// The pairs of one bin's looks; `visit` is told the kernel of every pair, so that it is asked
  /// for once.
  @inline(__always)
  func pairs(within looks: Looks, visit: Row = { _, _, _ in }) -> PairSum {
    var sum = PairSum(looks: looks.count)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: looks.count) { row in
      guard let kernel = row.baseAddress else { return }
      for first in looks.indices {
        let others = first + 1..<looks.count
        fill(kernel, looks[first], looks, others)
        visit(first, others, kernel)
        sum.add(looks[first].weight, Self.sums(kernel, looks.weights, others))
      }
    }
    return sum
  }

  /// The pairs of two bins' looks, but for those of one viewer; `visit` is told the kernel of every
  /// pair, 0 of a viewer with itself.
  @inline(__always)
  func pairs(between looks: Looks, and others: Looks, visit: Row = { _, _, _ in }) -> PairSum {
    var sum = PairSum()
    withUnsafeTemporaryAllocation(of: Float.self, capacity: others.count) { row in
      guard let kernel = row.baseAddress else { return }
      var place = 0
      for first in looks.indices {
        fill(kernel, looks[first], others, others.indices)
        var sums = (value: Float(0), weight: Float(0))
        while place < others.count, others.viewers[place] < looks.viewers[first] { place += 1 }
        if place < others.count, others.viewers[place] == looks.viewers[first] {
          kernel[place] = 0
          sums.weight = -others.weights[place]
        }
        visit(first, others.indices, kernel)
        let all = Self.sums(kernel, others.weights, others.indices)
        sum.add(looks[first].weight, (sums.value + all.value, sums.weight + all.weight))
      }
    }
    return sum
  }

  /// Notes the kernel between a look and each of some others.
  @inline(__always)
  private func fill(
    _ kernel: UnsafeMutablePointer<Float>, _ look: Look, _ others: Looks, _ range: Range<Int>
  ) {
    table.withUnsafeBufferPointer { table in
      others.x.withUnsafeBufferPointer { x in
        others.y.withUnsafeBufferPointer { y in
          // Places in the table first, which are told of several looks at once.
          for place in range {
            let (dx, dy) = (look.x - x[place], look.y - y[place])
            kernel[place] = Self.place(min(1024, (dx * dx + dy * dy) * scale))
          }
          for place in range { kernel[place] = table[Int(kernel[place].bitPattern)] }
        }
      }
    }
  }

  /// The whole part of a number 0 to 1024, as the bits of the result.
  ///
  /// 2²³ takes the fraction off, to the nearest whole number: one too many where that is above. A
  /// conversion asks whether the number fits, and so for one at a time.
  @inline(__always)
  private static func place(_ value: Float) -> Float {
    let whole = value + 8_388_608
    let isAbove: UInt32 = whole - 8_388_608 > value ? 1 : 0
    return Float(bitPattern: (whole.bitPattern & 0x7FF) &- isAbove)
  }

  /// The kernel by weight, and the weights, added up; in four sums, none of which waits for
  /// another.
  @inline(__always)
  private static func sums(
    _ kernel: UnsafePointer<Float>, _ weights: [Float], _ range: Range<Int>
  ) -> (value: Float, weight: Float) {
    var (values, all) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (value, weight) = (Float(0), Float(0))
    weights.withUnsafeBufferPointer { weights in
      var place = range.lowerBound
      while place + 4 <= range.upperBound {
        let some = SIMD4(
          weights[place], weights[place + 1], weights[place + 2], weights[place + 3])
        let near = SIMD4(kernel[place], kernel[place + 1], kernel[place + 2], kernel[place + 3])
        values += near * some
        all += some
        place += 4
      }
      for rest in place..<max(place, range.upperBound) {
        value += kernel[rest] * weights[rest]
        weight += weights[rest]
      }
    }
    return (value + values.sum(), weight + all.sum())
  }
}

extension PairSum {
  @inline(__always)
  fileprivate mutating func add(_ weight: Float, _ others: (value: Float, weight: Float)) {
    sum += Double(others.value * weight)
    self.weight += Double(others.weight * weight)
  }
}
