/// What a frame would hold of a new viewer's looks, half second by half second.
///
/// For each look: does the window of a short's shape, of full height, that holds most of the
/// others' looks of this half second and both beside, hold it?
package enum HeldLooks {
  /// Share of the picture's width that a 9:16 window of a 16:9 picture has.
  package static let width = 0.316
  /// Places at which the window is tried.
  private static let places = 41

  /// For each half second the share of the looks that the others' window holds.
  ///
  /// - Parameter looks: by viewer and half second, share of the width; `nil` without a look.
  /// - Returns: one entry a half second; `nil` where nobody looks.
  package static func shares(_ looks: [[Double?]]) -> [Double?] {
    let count = looks.map(\.count).max() ?? 0
    let near = 1 - width
    let centres = (0..<places).map { width / 2 + near * Double($0) / Double(places - 1) }
    /// Whether the window at each place holds a viewer's look of a half second, as 1 or 0.
    func held(_ viewer: Int, _ bin: Int) -> [Double] {
      guard looks[viewer].indices.contains(bin), let x = looks[viewer][bin] else {
        return [Double](repeating: 0, count: places)
      }
      return centres.map { abs(x - $0) <= width / 2 ? 1 : 0 }
    }
    return (0..<count).map { bin in
      let own = looks.indices.map { viewer in
        added([bin - 1, bin, bin + 1].map { held(viewer, $0) })
      }
      let all = added(own)
      var found: [Double] = []
      for viewer in looks.indices where bin < looks[viewer].count && looks[viewer][bin] != nil {
        // Of windows that hold as many, the one nearest to the middle.
        let others = centres.indices.map { place -> Double in
          all[place] - own[viewer][place] - 1e-3 * abs(centres[place] - 0.5)
        }
        found.append(held(viewer, bin)[best(others)])
      }
      return found.isEmpty ? nil : found.reduce(0, +) / Double(found.count)
    }
  }

  /// The place of the greatest value; the middle of several, the even one of two.
  private static func best(_ values: [Double]) -> Int {
    let most = values.max() ?? 0
    let tied = values.indices.filter { values[$0] >= most - 1e-6 }
    let mean = Double(tied.reduce(0, +)) / Double(max(1, tied.count))
    return Int(mean.rounded(.toNearestOrEven))
  }

  private static func added(_ rows: [[Double]]) -> [Double] {
    var sum = [Double](repeating: 0, count: places)
    for row in rows { for place in sum.indices { sum[place] += row[place] } }
    return sum
  }
}
