/// Viewers of one half second whose faces show the same, or nearly so.
///
/// It holds the joint strengths of the classes, so that any weights of emotions and any threshold
/// can be applied later. Where a half second has more faces than are drawn
/// (`TimelineSummary.mostDrawn`), nearly equal faces are one group with their mean strengths.
package struct FaceGroup: Hashable, Sendable {
  /// Strengths in `Emotion` order in steps of 1/255; the eighth lane as in `AudienceRow`.
  var levels: SIMD8<UInt8>
  /// How many viewers.
  package internal(set) var viewers: Int
  /// How many of them have usable gaze as well.
  package internal(set) var withGaze: Int
  /// The sum of their weights in steps of 1/255.
  var weightSteps: Int

  init(levels: SIMD8<UInt8>, viewers: Int, withGaze: Int, weightSteps: Int) {
    self.levels = levels
    self.viewers = viewers
    self.withGaze = withGaze
    self.weightSteps = weightSteps
  }

  /// The sum of their weights.
  package var weight: Double { Double(weightSteps) / 255 }

  /// Strength of each sustained emotion above the viewers' resting faces, 0…1.
  package var strengths: EmotionVector {
    var lanes = SIMD8<Float>(levels) / 255
    lanes[7] = 0
    return EmotionVector(lanes: lanes)
  }

  /// The classes that the faces tell.
  package var told: EmotionSet { EmotionSet(rawValue: levels[7]) }

  /// The classes of which the faces say whether they show them, a bit each: those told, and all
  /// where the others are known to lie below.
  package var knownBits: UInt8 { levels[7] & 0x80 != 0 ? 0x7F : levels[7] }

  /// Whether the faces say if they show any of some emotions (`AudienceRow.tells(anyOf:)`).
  package func tells(anyOf emotions: EmotionSet) -> Bool {
    levels[7] & (0x80 | emotions.rawValue) != 0
  }

  /// The groups of some rows, each of faces that show exactly the same; in the order of what they
  /// hold.
  static func groups(of rows: [AudienceRow]) -> [FaceGroup] {
    var places: [UInt64: Int] = [:]
    var groups: [FaceGroup] = []
    for row in rows where row.hasFace {
      let key = row.levels.key
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append(FaceGroup(levels: row.levels, viewers: 0, withGaze: 0, weightSteps: 0))
      }
      groups[place].viewers += 1
      groups[place].withGaze += row.hasGaze ? 1 : 0
      groups[place].weightSteps += Int(row.weightLevel)
    }
    return groups.sorted()
  }

  /// The same viewers with other strengths of the classes that they tell.
  ///
  /// - Parameter strengths: 0…1 each, clamped.
  /// - Returns: a group; what it tells stays as it was.
  package func with(strengths: EmotionVector) -> FaceGroup {
    var copy = self
    copy.levels =
      AudienceRow(
        position: nil, weight: 0, strengths: strengths, told: told,
        areStrongest: levels[7] & 0x80 != 0
      ).levels
    return copy
  }

  /// Some of the viewers, with their part of the gaze and of the weight.
  ///
  /// - Parameter count: how many; at most all of them.
  /// - Returns: a group of them.
  package func part(_ count: Int) -> FaceGroup {
    guard viewers > 0, count < viewers else { return self }
    var part = self
    part.viewers = max(0, count)
    part.withGaze = withGaze * part.viewers / viewers
    part.weightSteps = weightSteps * part.viewers / viewers
    return part
  }

  /// The same group without some of its viewers.
  package func without(_ part: FaceGroup) -> FaceGroup {
    var rest = self
    rest.viewers -= part.viewers
    rest.withGaze -= part.withGaze
    rest.weightSteps -= part.weightSteps
    return rest
  }

  /// The group with more viewers of the same weight.
  ///
  /// - Parameters:
  ///   - more: how many.
  ///   - withGaze: whether all of them have usable gaze; else as many as in the group.
  /// - Returns: the larger group.
  package func joined(by more: Int, withGaze: Bool) -> FaceGroup {
    guard viewers > 0, more > 0 else { return self }
    var joined = self
    joined.viewers += more
    joined.withGaze += withGaze ? more : more * self.withGaze / viewers
    joined.weightSteps += weightSteps * more / viewers
    return joined
  }
}

extension FaceGroup: Comparable {
  /// An order by what they hold.
  package static func < (a: FaceGroup, b: FaceGroup) -> Bool {
    let (first, second) = (a.levels.rank, b.levels.rank)
    if first != second { return first < second }
    return (a.viewers, a.withGaze, a.weightSteps) < (b.viewers, b.withGaze, b.weightSteps)
  }
}
