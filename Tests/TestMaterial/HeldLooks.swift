/// Computes the gaze coverage of a new viewer per 0.5 s bin, leave-one-out.
///
/// For each gaze point, a vertical crop of full height is placed over most gaze points of the other
/// viewers in this bin and its neighbours. The result is whether the crop contains the gaze point.
package enum HeldLooks {
  /// Width of a 9:16 crop in a 16:9 frame, as a share of the frame width.
  package static let width = 0.316
  /// Number of tested crop positions.
  private static let places = 41

  /// Returns the gaze coverage per bin.
  ///
  /// - Parameter looks: by viewer and bin, the horizontal position as a share of the width; `nil`
  ///   without gaze.
  /// - Returns: one value per bin; `nil` if no viewer has gaze in it.
  package static func shares(_ looks: [[Double?]]) -> [Double?] {
    let count = looks.map(\.count).max() ?? 0
    let near = 1 - width
    let centres = (0..<places).map { width / 2 + near * Double($0) / Double(places - 1) }
    /// Whether the crop at each position contains a viewer's gaze point in a bin, as 1 or 0.
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
        // Among crops with equal coverage, the one nearest to the centre.
        let others = centres.indices.map { place -> Double in
          all[place] - own[viewer][place] - 1e-3 * abs(centres[place] - 0.5)
        }
        found.append(held(viewer, bin)[best(others)])
      }
      return found.isEmpty ? nil : found.reduce(0, +) / Double(found.count)
    }
  }

  /// The index of the maximum; the middle one of several, the even one of two.
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
