/// A crowd's rows, corrected and weighed, in the form that resampling counts: who shows which face.
struct ResampledCrowd: Sendable {
  /// One half second.
  struct Bin: Sendable {
    /// The different faces, in the order of what they hold.
    var faces: [SIMD8<UInt8>] = []
    var members: [Member] = []
    /// A figure a resample.
    var agreements: [LookAgreement?] = []
  }

  /// A viewer who watches.
  struct Member: Sendable {
    var viewer: UInt16
    /// Place of the face in `Bin.faces`; `noFace` without one.
    var face: UInt16
    var weightLevel: UInt8
    var hasGaze: Bool
  }

  static let noFace = UInt16.max

  let draws: ResampleDraws
  let presences: [ViewerPresence]
  let bins: [Bin]

  /// - Parameters:
  ///   - viewers: the crowd's rows, corrected and weighed.
  ///   - draws: how often each of them is drawn.
  ///   - agreements: for each bin a figure a resample.
  init(
    _ viewers: [[AudienceRow?]], _ draws: ResampleDraws, agreements: [[LookAgreement?]]
  ) {
    self.draws = draws
    presences = Parallel.map(viewers.count) { ViewerPresence(rows: viewers[$0]) }
    bins = Parallel.map(agreements.count) { bin in
      var found = Bin(agreements: agreements[bin])
      let rows = viewers.map { $0[bin] }
      found.faces = FaceGroup.groups(of: rows.compactMap(\.self)).map(\.levels)
      var places: [UInt64: UInt16] = [:]
      for (place, face) in found.faces.enumerated() { places[face.key] = UInt16(place) }
      for (viewer, row) in rows.enumerated() {
        guard let row else { continue }
        found.members.append(
          Member(
            viewer: UInt16(viewer), face: places[row.levels.key] ?? Self.noFace,
            weightLevel: row.weightLevel, hasGaze: row.hasGaze))
      }
      return found
    }
  }

  /// The viewers of one bin, each counted as often as a resample asks for.
  ///
  /// - Parameters:
  ///   - bin: the half second.
  ///   - counts: for each viewer of the crowd how often it counts.
  /// - Returns: how many watch, how many of them have gaze, and the groups of their faces.
  func tally(_ bin: Bin, _ counts: [Int]) -> (watching: Int, withGaze: Int, faces: [FaceGroup]) {
    var groups = bin.faces.map { FaceGroup(levels: $0, viewers: 0, withGaze: 0, weightSteps: 0) }
    var watching = 0
    var withGaze = 0
    for member in bin.members {
      let count = counts[Int(member.viewer)]
      guard count != 0 else { continue }
      watching += count
      if member.hasGaze { withGaze += count }
      guard member.face != Self.noFace else { continue }
      let face = Int(member.face)
      groups[face].viewers += count
      if member.hasGaze { groups[face].withGaze += count }
      groups[face].weightSteps += count * Int(member.weightLevel)
    }
    return (watching, withGaze, groups)
  }
}
