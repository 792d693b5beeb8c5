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
  /// Faces at rest, most of all, that tell the same classes: no array is asked for them.
  private var idleKey = UInt32.max
  private var idle = (viewers: 0, withGaze: 0, weightSteps: 0)

  init(_ rows: [AudienceRow]) { for row in rows { add(row) } }

  /// Tallies groups that were tallied before.
  init(_ groups: [FaceGroup]) { for group in groups { add(group) } }

  /// Adds the face of a row; nothing where it has none.
  @inline(__always)
  mutating func add(_ row: AudienceRow) {
    guard row.hasFace else { return }
    add(
      FaceGroup(
        levels: row.levels, viewers: 1, withGaze: row.hasGaze ? 1 : 0,
        weightSteps: Int(row.weightLevel)))
  }

  @inline(__always)
  private mutating func add(_ group: FaceGroup) {
    if !Self.shows(group.levels) {
      let key = UInt32(group.levels.key >> 56)
      if idleKey == .max { idleKey = key }
      if key == idleKey {
        idle.viewers += group.viewers
        idle.withGaze += group.withGaze
        idle.weightSteps += group.weightSteps
        return
      }
    }
    addToGroups(group)
  }

  private mutating func addToGroups(_ group: FaceGroup) {
    let key = Self.key(group.levels)
    let place = keys.firstIndex(of: key) ?? keys.count
    if place == keys.count {
      keys.append(key)
      groups.append(Group())
    }
    // Without weight a face still shows something: it counts as the least.
    let weight = UInt64(max(1, group.weightSteps))
    groups.withUnsafeMutableBufferPointer { groups in
      groups[place].viewers += group.viewers
      groups[place].withGaze += group.withGaze
      groups[place].weightSteps += group.weightSteps
      guard Self.shows(group.levels) else { return }
      groups[place].sums &+= SIMD8<UInt64>(truncatingIfNeeded: group.levels) &* weight
    }
  }

  /// Whether any class is above rest.
  @inline(__always)
  private static func shows(_ levels: SIMD8<UInt8>) -> Bool { levels.key << 8 != 0 }

  /// What was added, with the mean strengths of each group.
  var found: [FaceGroup] {
    var found = zip(keys, groups).map { key, group in
      var levels = SIMD8<UInt8>.zero
      let weight = UInt64(max(1, group.weightSteps))
      for lane in 0..<7 {
        levels[lane] = UInt8(clamping: (group.sums[lane] + weight / 2) / weight)
      }
      levels[7] = UInt8(truncatingIfNeeded: key)
      return FaceGroup(
        levels: levels, viewers: group.viewers, withGaze: group.withGaze,
        weightSteps: group.weightSteps)
    }
    if idleKey != .max {
      found.append(
        FaceGroup(
          levels: SIMD8(key: UInt64(idleKey) << 56), viewers: idle.viewers,
          withGaze: idle.withGaze, weightSteps: idle.weightSteps))
    }
    return found.sorted()
  }

  @inline(__always)
  static func key(_ levels: SIMD8<UInt8>) -> UInt32 {
    shows(levels) ? keyOfShown(levels) : UInt32(levels[7])
  }

  private static func keyOfShown(_ levels: SIMD8<UInt8>) -> UInt32 {
    // The strongest and the next, of equally strong ones the first.
    var (first, most, second, next) = (7, UInt8(0), 7, UInt8(0))
    for lane in 0..<7 {
      let level = UInt8(truncatingIfNeeded: levels.key >> UInt64(8 * lane))
      if level > most {
        (second, next) = (first, most)
        (first, most) = (lane, level)
      } else if level > next {
        (second, next) = (lane, level)
      }
    }
    let place = UInt32(first) << 3 | UInt32(second)
    let steps = UInt32(most >> 3) << 3 | UInt32(next >> 5)
    return place << 16 | steps << 8 | UInt32(levels[7]) | 1 << 31
  }
}
