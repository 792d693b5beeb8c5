/// What is known of each class's score in a half second, in steps of 1/255.
///
/// A class is told (the median of what was), lost (others were stronger: the score is only known to
/// be no more than this), or unknown.
extension FaceLevels {
  /// By class, the most that the score can be; a bit for each class that is told, and that lost.
  typealias Known = (most: SIMD8<UInt8>, told: UInt8, lost: UInt8)

  /// The levels of a half second as a row holds them: 0 where a class lost, and in the eighth lane
  /// the classes of which something is known.
  ///
  /// - Parameters:
  ///   - faces: all faces of the session.
  ///   - bin: the half second's place.
  ///   - areStrongest: whether a class that is left out lies below those told.
  /// - Returns: the eight lanes of a row.
  static func shown(
    _ faces: BinnedItems<FaceLevels>, _ bin: Int, areStrongest: Bool
  ) -> SIMD8<UInt8> {
    let places = faces.places(bin)
    guard !places.isEmpty else { return .zero }
    let (most, told, lost) =
      places.count == 1
      ? known(of: faces[at: places.lowerBound], areStrongest)
      : known(ofAll: faces[bin], areStrongest)
    guard told | lost != 0 else { return .zero }
    var levels = most
    if lost != 0 {
      for lane in 0..<7 where told >> UInt8(lane) & 1 == 0 { levels[lane] = 0 }
    }
    levels[7] = told | lost
    return levels
  }

  @inline(__always)
  private static func known(of face: FaceLevels, _ areStrongest: Bool) -> Known {
    let told = face.lanes[7] & 0x7F
    var levels = SIMD8<UInt8>(key: face.lanes.key & 0x00FF_FFFF_FFFF_FFFF)
    guard areStrongest, told != 0x7F else { return (levels, told, 0) }
    let others = face.mostOfOthers
    for lane in 0..<7 where told >> UInt8(lane) & 1 == 0 { levels[lane] = others }
    return (levels, told, ~told & 0x7F)
  }

  @inline(never)
  static func known(ofAll faces: ArraySlice<FaceLevels>, _ areStrongest: Bool) -> Known {
    var levels = SIMD8<UInt8>.zero
    var (told, lost) = (UInt8(0), UInt8(0))
    let union = faces.reduce(UInt8(0)) { $0 | $1.lanes[7] }
    for lane in 0..<7 where areStrongest || union >> UInt8(lane) & 1 != 0 {
      guard let level = level(lane, of: faces, areStrongest) else { continue }
      levels[lane] = level.most
      if level.isTold { told |= 1 << UInt8(lane) } else { lost |= 1 << UInt8(lane) }
    }
    return (levels, told, lost)
  }

  private static func level(
    _ lane: Int, of faces: ArraySlice<FaceLevels>, _ areStrongest: Bool
  ) -> (most: UInt8, isTold: Bool)? {
    var told = LevelHistogram()
    for face in faces {
      if let level = face.level(lane) { told.add(level) }
    }
    guard areStrongest, told.total < faces.count else {
      return told.total == 0 ? nil : (told.middle, true)
    }
    var others = LevelHistogram()
    for face in faces where face.level(lane) == nil { others.add(face.mostOfOthers) }
    // Where it lost it lies lowest: the lower median is told only if it won more often.
    guard told.total > others.total else { return (others.middle, false) }
    return (told.level(at: (told.total + others.total - 1) / 2 - others.total), true)
  }
}
