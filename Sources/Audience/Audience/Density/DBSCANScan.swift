/// Clusters weighted gaze points with DBSCAN, counting distinct viewers.
///
/// DBSCAN (Ester, Kriegel, Sander & Xu 1996) with one change: each viewer counts once. A point is a
/// core point if the sum of the largest weight of each viewer within the radius is at least
/// `minimumWeight`. So a point of weight w equals w viewers of weight 1 at the same place. A point
/// without weight is never a core point.
///
/// A border point joins its nearest core point; ties go to the leftmost, then the topmost. The
/// result does not depend on the order of the points. Points with non-finite coordinates are noise.
/// If the radius is not positive, there are no clusters.
///
/// With a grid (Gunawan 2013; de Berg et al. 2017) the time is nearly linear: 1,000 points take
/// less than a millisecond.
package func clusterWithDBSCAN(
  _ points: [WeightedGazePoint], _ parameters: DBSCANParameters
) -> ClusteringResult {
  var scan = DBSCANScan(points, parameters)
  scan.findCorePoints()
  scan.joinCorePoints()
  scan.assignBorderPoints()
  return scan.clustering()
}

/// The state and the steps of DBSCAN on a grid.
///
/// Each point has a slot in the order of the grid. So points in one cell, or in neighbouring cells
/// of a row, have consecutive slots.
struct DBSCANScan {
  let points: [WeightedGazePoint]
  let parameters: DBSCANParameters
  let reach: Double
  /// The minimum weight, reduced slightly, so that rounding errors of sums have no effect.
  let minimum: Double
  let grid: DensityGrid
  let surroundings: [SurroundingCells]
  var viewerWeightSum: DistinctViewerWeightSum
  /// Position and weight by slot.
  private let x: [Double]
  private let y: [Double]
  private let weights: [Double]
  /// Sum of the points' weights per cell.
  private let cellWeights: [Double]
  var isCore: [Bool]
  /// The core points, in the order of their slots.
  private var cores: [CorePoint] = []
  /// Start of each cell in `cores`, plus the end of the last cell.
  private var coreStarts: [Int] = []
  var cellSets: DisjointSets
  /// For each point, the cell whose cluster it belongs to; −1 for noise.
  var home: [Int]

  private struct CorePoint {
    let x: Double
    let y: Double
    let cell: Int
  }

  init(_ points: [WeightedGazePoint], _ parameters: DBSCANParameters) {
    self.points = points
    self.parameters = parameters
    let usable = parameters.radius > 0 && parameters.radius.isFinite
    reach = parameters.radius * parameters.radius
    minimum = parameters.minimumWeight - 1e-9 * max(1, abs(parameters.minimumWeight))
    let grid = DensityGrid(usable ? points : [], radius: parameters.radius)
    self.grid = grid
    surroundings = grid.surroundings()
    viewerWeightSum = DistinctViewerWeightSum(points)
    x = grid.order.map { points[$0].x }
    y = grid.order.map { points[$0].y }
    let votes = viewerWeightSum
    let weights = grid.order.map { votes.weight(of: $0) }
    self.weights = weights
    cellWeights = (0..<grid.cellCount).map { cell in
      grid.range(of: cell).reduce(0) { $0 + weights[$1] }
    }
    isCore = Array(repeating: false, count: points.count)
    home = Array(repeating: -1, count: points.count)
    cellSets = DisjointSets(count: grid.cellCount)
  }

  mutating func findCorePoints() {
    for cell in 0..<grid.cellCount {
      let around = surroundings[cell]
      // All points of a cell are within the radius of each other.
      let isDense = weight(ofCell: cell) >= minimum
      guard isDense || weight(of: around) >= minimum else { continue }
      for slot in grid.range(of: cell) {
        let point = grid.order[slot]
        isCore[point] =
          viewerWeightSum.counts(point) && (isDense || self.isDense(slot, within: around))
      }
    }
    collectCores()
  }

  private mutating func collectCores() {
    coreStarts.reserveCapacity(grid.cellCount + 1)
    for cell in 0..<grid.cellCount {
      coreStarts.append(cores.count)
      for slot in grid.range(of: cell) where isCore[grid.order[slot]] {
        cores.append(CorePoint(x: x[slot], y: y[slot], cell: cell))
      }
    }
    coreStarts.append(cores.count)
  }

  /// The slots of consecutive cells in a row.
  @inline(__always)
  private func slots(of cells: Range<Int>) -> Range<Int> {
    grid.starts[cells.lowerBound]..<grid.starts[cells.upperBound]
  }

  /// The indices in `cores` for consecutive cells in a row.
  @inline(__always)
  private func cores(of cells: Range<Int>) -> Range<Int> {
    coreStarts[cells.lowerBound]..<coreStarts[cells.upperBound]
  }

  private mutating func weight(ofCell cell: Int) -> Double {
    if viewerWeightSum.isDistinct { return cellWeights[cell] }
    viewerWeightSum.clear()
    for slot in grid.range(of: cell) { viewerWeightSum.add(grid.order[slot]) }
    return viewerWeightSum.total
  }

  private mutating func weight(of around: SurroundingCells) -> Double {
    viewerWeightSum.clear()
    var total = 0.0
    for row in around.cells.indices {
      let cells = around.cells[row]
      if viewerWeightSum.isDistinct {
        for cell in cells { total += cellWeights[cell] }
      } else {
        for slot in slots(of: cells) { viewerWeightSum.add(grid.order[slot]) }
        total = viewerWeightSum.total
      }
      if total >= minimum { break }
    }
    return total
  }

  private mutating func isDense(_ slot: Int, within around: SurroundingCells) -> Bool {
    if viewerWeightSum.isDistinct { return isDenseByWeight(slot, within: around) }
    viewerWeightSum.clear()
    for row in around.cells.indices {
      for other in slots(of: around.cells[row]) where squaredDistance(slot, other) <= reach {
        viewerWeightSum.add(grid.order[other])
        if viewerWeightSum.total >= minimum { return true }
      }
    }
    return viewerWeightSum.total >= minimum
  }

  @inline(__always)
  private func squaredDistance(_ a: Int, _ b: Int) -> Double {
    let (dx, dy) = (x[a] - x[b], y[a] - y[b])
    return dx * dx + dy * dy
  }

  private func isDenseByWeight(_ slot: Int, within around: SurroundingCells) -> Bool {
    var total = 0.0
    for row in around.cells.indices {
      total += weight(inReachOf: slot, among: slots(of: around.cells[row]))
      if total >= minimum { return true }
    }
    return total >= minimum
  }

  /// Sums the weights of the slots within the radius of `slot`, with SIMD and two independent sums.
  private func weight(inReachOf slot: Int, among others: Range<Int>) -> Double {
    let (left, top) = (SIMD2(repeating: x[slot]), SIMD2(repeating: y[slot]))
    let reach = SIMD2(repeating: reach)
    // Unchecked access is safe: `others` is between two starts of the grid.
    return x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        weights.withUnsafeBufferPointer { weights in
          /// Points outside the radius add 0, without a branch that could be mispredicted.
          @inline(__always)
          func weightsInReach(_ a: Int, _ b: Int) -> SIMD2<Double> {
            let (dx, dy) = (SIMD2(x[a], x[b]) - left, SIMD2(y[a], y[b]) - top)
            return SIMD2(weights[a], weights[b])
              .replacing(with: 0, where: dx * dx + dy * dy .> reach)
          }
          var (first, second) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
          var place = others.lowerBound
          while place + 4 <= others.upperBound {
            first += weightsInReach(place, place + 1)
            second += weightsInReach(place + 2, place + 3)
            place += 4
          }
          while place < others.upperBound {
            first[0] += weightsInReach(place, place)[0]
            place += 1
          }
          return (first + second).sum()
        }
      }
    }
  }

  mutating func joinCorePoints() {
    for cell in 0..<grid.cellCount where !cores(of: cell..<cell + 1).isEmpty {
      for slot in grid.range(of: cell) where isCore[grid.order[slot]] {
        home[grid.order[slot]] = cell
      }
      let around = surroundings[cell]
      for row in around.cells.indices {
        for other in around.cells[row] where other > cell && !cores(of: other..<other + 1).isEmpty {
          guard cellSets.find(cell) != cellSets.find(other) else { continue }
          if coresTouch(cell, other) { cellSets.join(cell, other) }
        }
      }
    }
  }

  private func coresTouch(_ a: Int, _ b: Int) -> Bool {
    let others = cores[cores(of: b..<b + 1)]
    var box = Bounds()
    for core in others { box.include(core.x, core.y) }
    return cores[cores(of: a..<a + 1)].contains { core in
      box.squaredDistance(to: core.x, core.y) <= reach
        && others.contains {
          let (dx, dy) = (core.x - $0.x, core.y - $0.y)
          return dx * dx + dy * dy <= reach
        }
    }
  }

  mutating func assignBorderPoints() {
    for cell in 0..<grid.cellCount {
      let range = grid.range(of: cell)
      guard cores(of: cell..<cell + 1).count < range.count else { continue }
      for slot in range where !isCore[grid.order[slot]] {
        home[grid.order[slot]] = nearestCoreCell(to: slot, within: surroundings[cell])
      }
    }
  }

  private func nearestCoreCell(to slot: Int, within around: SurroundingCells) -> Int {
    var best = (distance: reach, x: Double.infinity, y: Double.infinity)
    var winner = -1
    for row in around.cells.indices {
      for place in cores(of: around.cells[row]) {
        let core = cores[place]
        let (dx, dy) = (x[slot] - core.x, y[slot] - core.y)
        let distance = dx * dx + dy * dy
        guard distance <= best.distance else { continue }
        guard distance < best.distance || (core.x, core.y) <= (best.x, best.y) else { continue }
        best = (distance, core.x, core.y)
        winner = core.cell
      }
    }
    return winner
  }
}

private struct Bounds {
  var left = Double.infinity
  var top = Double.infinity
  var right = -Double.infinity
  var bottom = -Double.infinity

  mutating func include(_ x: Double, _ y: Double) {
    left = min(left, x)
    right = max(right, x)
    top = min(top, y)
    bottom = max(bottom, y)
  }

  func squaredDistance(to x: Double, _ y: Double) -> Double {
    let dx = max(0, left - x, x - right)
    let dy = max(0, top - y, y - bottom)
    return dx * dx + dy * dy
  }
}

/// Disjoint sets (union-find) with path halving; the smaller root wins, so results are stable.
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func find(_ element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  mutating func join(_ a: Int, _ b: Int) {
    let first = find(a)
    let second = find(b)
    parents[max(first, second)] = min(first, second)
  }
}
