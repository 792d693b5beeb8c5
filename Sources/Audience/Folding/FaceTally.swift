/// Faces in groups of nearly equal strengths, each with its sums: the cost of many faces is that
/// of a few groups.
///
/// Faces are alike that tell the same classes, whose strongest class is the same within 1/32 and
/// whose next is the same within 1/8.
struct FaceTally: Sendable {
  private struct Group: Sendable {
    var viewers = 0
    var withGaze = 0
    var weightSteps = 0
    /// Levels multiplied by weights, added up.
    var sums = SIMD8<UInt64>(repeating: 0)
  }

  /// The keys of the groups, side by side: each face of a crowd is looked for among them.
  private var keys: [UInt32] = []
  private var groups: [Group] = []

  init(_ rows: [AudienceRow]) { for row in rows { add(row) } }

  /// Tallies groups that were tallied before.
  init(_ groups: [FaceGroup]) { for group in groups { add(group) } }

  mutating func add(_ row: AudienceRow) {
    guard row.hasFace else { return }
    // Without weight a face still shows something: it counts as the least.
    add(
      FaceGroup(
        levels: row.levels, viewers: 1, withGaze: row.hasGaze ? 1 : 0,
        weightSteps: Int(row.weightLevel)))
  }

  private mutating func add(_ group: FaceGroup) {
    let key = Self.key(group.levels)
    // The idle come first and are most; the others are some dozens.
    let place = keys.firstIndex(of: key) ?? keys.count
    if place == keys.count {
      keys.append(key)
      groups.append(Group())
    }
    let weight = UInt64(max(1, group.weightSteps))
    groups.withUnsafeMutableBufferPointer { groups in
      groups[place].viewers += group.viewers
      groups[place].withGaze += group.withGaze
      groups[place].weightSteps += group.weightSteps
      guard group.levels != SIMD8(0, 0, 0, 0, 0, 0, 0, group.levels[7]) else { return }
      groups[place].sums &+= SIMD8<UInt64>(truncatingIfNeeded: group.levels) &* weight
    }
  }

  /// What was added, with the mean strengths of each group.
  var found: [FaceGroup] {
    zip(keys, groups).map { key, group in
      var levels = SIMD8<UInt8>.zero
      let weight = UInt64(max(1, group.weightSteps))
      for lane in 0..<7 {
        levels[lane] = UInt8(clamping: (group.sums[lane] + weight / 2) / weight)
      }
      levels[7] = UInt8(truncatingIfNeeded: key)
      return FaceGroup(
        levels: levels, viewers: group.viewers, withGaze: group.withGaze,
        weightSteps: group.weightSteps)
    }.sorted()
  }

  static func key(_ levels: SIMD8<UInt8>) -> UInt32 {
    var shown = levels
    shown[7] = 0
    guard shown.max() > 0 else { return UInt32(levels[7]) }
    let first = lane(ofMost: shown)
    let most = shown[first]
    shown[first] = 0
    let second = shown.max() > 0 ? lane(ofMost: shown) : 7
    let next = second < 7 ? shown[second] : 0
    let place = UInt32(first) << 3 | UInt32(second)
    let steps = UInt32(most >> 3) << 3 | UInt32(next >> 5)
    return place << 16 | steps << 8 | UInt32(levels[7]) | 1 << 31
  }

  private static func lane(ofMost levels: SIMD8<UInt8>) -> Int {
    let most = levels.max()
    for lane in 0..<7 where levels[lane] == most { return lane }
    return 0
  }
}
