/// A graph laid out for the search: rows of values by position, and the ways that lead to each.
///
/// A row holds the values of one node, or of the best of a pool of nodes, with room on either side
/// for the longest shift, where nothing ever is: so no way looks at the ends of the picture, and
/// its loop is a plain one over all positions.
struct MotionTable: Sendable {
  /// Number of window positions.
  let positions: Int
  /// Rows of a lane: the nodes, then the pools.
  let rows: Int
  /// Numbers from row to row.
  let pitch: Int
  private let nodes: Int
  private let pools: [[Int]]
  private let margin: Int
  private let groups: [Group]
  private let ways: [Way]
  private let masks: [Float]

  /// Ways to one node that share where they may end.
  private struct Group {
    let node: Int
    /// Positions moved.
    let shift: Int
    /// Whether the window turns back.
    let isTurn: Bool
    /// Where the group's mask begins in `masks`; `nil` for ways that may end anywhere.
    let mask: Int?
    /// Which of `ways`.
    let ways: Range<Int>
  }

  /// One way: the row it comes from, and its price in steps of full coverage.
  private struct Way {
    let row: Int
    let price: Float
  }

  /// What ways share.
  private struct Key: Hashable {
    let shift: Int
    let isTurn: Bool
    let mask: Int?
  }

  /// Lays out a graph over a number of positions.
  init(_ graph: MotionGraph, positions: Int) {
    self.positions = positions
    nodes = graph.nodes.count
    pools = graph.pools
    rows = nodes + pools.count
    masks = graph.masks.flatMap { $0 }
    margin = graph.limits.speeds.max() ?? 0
    pitch = positions + 2 * margin
    var groups: [Group] = []
    var ways: [Way] = []
    for (node, edges) in graph.leading.enumerated() {
      var keys: [Key] = []
      var byKey: [Key: [Way]] = [:]
      for edge in edges {
        let key = Key(shift: edge.shift, isTurn: edge.isTurn, mask: edge.mask)
        if byKey[key] == nil { keys.append(key) }
        byKey[key, default: []].append(Way(row: edge.from, price: edge.price))
      }
      for key in keys {
        let first = ways.count
        ways += byKey[key] ?? []
        groups.append(
          Group(
            node: node, shift: key.shift, isTurn: key.isTurn, mask: key.mask.map { $0 * positions },
            ways: first..<ways.count))
      }
    }
    self.groups = groups
    self.ways = ways
  }

  /// The index of the value of a node in a lane at position 0.
  func base(_ lane: Int, _ node: Int) -> Int { (lane * rows + node) * pitch + margin }
}

extension MotionTable {
  /// The values of all nodes in all lanes at one step.
  struct Values: Sendable {
    /// By lane, row and position; minus infinity where no path leads.
    fileprivate(set) var numbers: [Float]
    /// By lane and row, whether a path that may be the best leads there.
    fileprivate var isLive: [Bool]

    /// A value by the index that `base` and a position give.
    subscript(index: Int) -> Float {
      get { numbers[index] }
      set { numbers[index] = newValue }
    }
  }

  /// Values of which none leads anywhere.
  func nowhere(lanes: Int) -> Values {
    Values(
      numbers: [Float](repeating: -.infinity, count: lanes * rows * pitch),
      isLive: [Bool](repeating: false, count: lanes * rows))
  }

  /// Follows every way by a step, without its coverage; deliberate cuts are no ways.
  ///
  /// - Parameters:
  ///   - values: as `settle` left them.
  ///   - lanes: how many there are.
  ///   - countsTurns: whether a turn leads to the next lane.
  /// - Returns: the values a step later, not settled.
  func following(_ values: Values, lanes: Int, countsTurns: Bool) -> Values {
    var next = nowhere(lanes: lanes)
    var scratch = [Float](repeating: 0, count: positions)
    values.numbers.withUnsafeBufferPointer { from in
      next.numbers.withUnsafeMutableBufferPointer { to in
        scratch.withUnsafeMutableBufferPointer { scratch in
          for lane in 0..<lanes {
            for group in groups {
              let own = group.isTurn && countsTurns ? lane - 1 : lane
              guard own >= 0 else { continue }
              let low = base(lane, group.node)
              let target = UnsafeMutableBufferPointer(rebasing: to[low..<low + positions])
              follow(group, from: own, in: from, values.isLive, to: target, scratch)
            }
          }
        }
      }
    }
    return next
  }

  /// Raises a row by what the ways of a group bring.
  private func follow(
    _ group: Group, from lane: Int, in values: UnsafeBufferPointer<Float>, _ isLive: [Bool],
    to target: UnsafeMutableBufferPointer<Float>, _ scratch: UnsafeMutableBufferPointer<Float>
  ) {
    // Where they may not end everywhere, they are gathered first and held against the mask once.
    let gathered = group.mask == nil ? target : scratch
    var isEmpty = true
    for way in ways[group.ways] where isLive[lane * rows + way.row] {
      let low = base(lane, way.row) - group.shift
      let source = UnsafeBufferPointer(rebasing: values[low..<low + positions])
      if isEmpty, group.mask != nil {
        Self.set(gathered, to: source, way.price)
      } else {
        Self.raise(gathered, by: source, way.price)
      }
      isEmpty = false
    }
    guard let mask = group.mask, !isEmpty else { return }
    masks.withUnsafeBufferPointer { masks in
      Self.raise(
        target, by: UnsafeBufferPointer(scratch),
        less: UnsafeBufferPointer(rebasing: masks[mask..<mask + positions]))
    }
  }

  /// Takes what is greater: a loop without branches, which the compiler lays out four at a time.
  private static func raise(
    _ targets: UnsafeMutableBufferPointer<Float>, by sources: UnsafeBufferPointer<Float>,
    _ price: Float
  ) {
    for index in 0..<targets.count {
      let value = sources[index] - price
      targets[index] = value > targets[index] ? value : targets[index]
    }
  }

  private static func raise(
    _ targets: UnsafeMutableBufferPointer<Float>, by sources: UnsafeBufferPointer<Float>,
    less mask: UnsafeBufferPointer<Float>
  ) {
    for index in 0..<targets.count {
      let value = sources[index] - mask[index]
      targets[index] = value > targets[index] ? value : targets[index]
    }
  }

  private static func set(
    _ targets: UnsafeMutableBufferPointer<Float>, to sources: UnsafeBufferPointer<Float>,
    _ price: Float
  ) {
    for index in 0..<targets.count { targets[index] = sources[index] - price }
  }
}

extension MotionTable {
  /// Adds the step's coverage, finds out which rows still count, and fills in the pools.
  ///
  /// A lane may do whatever the one after it may, and turn once more: where it is worth as much at
  /// every position, the later one is let go of.
  ///
  /// - Parameters:
  ///   - values: as `following` gives them.
  ///   - coverage: of the step, by position.
  ///   - lanes: how many there are.
  func settle(_ values: inout Values, adding coverage: [Float], lanes: Int) {
    values.isLive.withUnsafeMutableBufferPointer { isLive in
      values.numbers.withUnsafeMutableBufferPointer { numbers in
        for lane in (0..<lanes).reversed() {
          for node in 0..<nodes {
            let row = base(lane, node)
            let isWorth =
              lane == 0
              ? isAnywhere(numbers, row) : isMore(numbers, row, than: base(lane - 1, node))
            isLive[lane * rows + node] = isWorth
            if !isWorth { for position in 0..<positions { numbers[row + position] = -.infinity } }
          }
        }
        for lane in 0..<lanes {
          for node in 0..<nodes where isLive[lane * rows + node] {
            let row = base(lane, node)
            for position in 0..<positions { numbers[row + position] += coverage[position] }
          }
          for (pool, members) in pools.enumerated() {
            let to = base(lane, nodes + pool)
            for node in members where isLive[lane * rows + node] {
              isLive[lane * rows + nodes + pool] = true
              let from = base(lane, node)
              for position in 0..<positions {
                let value = numbers[from + position]
                numbers[to + position] = max(numbers[to + position], value)
              }
            }
          }
        }
      }
    }
  }

  /// Whether any path leads to a row.
  private func isAnywhere(_ numbers: UnsafeMutableBufferPointer<Float>, _ row: Int) -> Bool {
    for position in 0..<positions where numbers[row + position] > -.infinity { return true }
    return false
  }

  /// Whether a row is worth more than another at any position.
  private func isMore(
    _ numbers: UnsafeMutableBufferPointer<Float>, _ row: Int, than other: Int
  ) -> Bool {
    var places: Int32 = 0
    for position in 0..<positions {
      places &+= numbers[row + position] > numbers[other + position] ? 1 : 0
    }
    return places > 0
  }
}
