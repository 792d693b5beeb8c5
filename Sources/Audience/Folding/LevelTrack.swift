/// What is known of each class's score over the half seconds of a session, in steps of 1/255.
///
/// Of each half second a class is told (the median of what was), lost (others were stronger: the
/// score is only known to be no more than this), or unknown.
struct LevelTrack {
  /// By class, the most that the score can be; 0 where it is unknown.
  private(set) var most: [SIMD8<UInt8>] = []
  /// A bit for each class that is told, one set of them a half second.
  private(set) var told: [UInt8] = []
  /// A bit for each class that lost.
  private(set) var lost: [UInt8] = []
  /// The classes that lost in any half second.
  private(set) var hasLost: UInt8 = 0

  /// A track without half seconds, and room for some.
  init(room: Int = 0) {
    most.reserveCapacity(room)
    told.reserveCapacity(room)
    lost.reserveCapacity(room)
  }

  /// How many half seconds there are.
  var count: Int { told.count }

  /// The track of faces that are sorted into half seconds.
  ///
  /// - Parameters:
  ///   - faces: all faces of the session.
  ///   - binCount: how many half seconds there are.
  ///   - areStrongest: whether a class that is left out lies below those told.
  init(_ faces: BinnedItems<FaceLevels>, binCount: Int, areStrongest: Bool) {
    var everLost: UInt8 = 0
    // In place: an array asks at every append whether it is its own.
    most = Array(repeating: .zero, count: binCount)
    told = Array(repeating: 0, count: binCount)
    lost = Array(repeating: 0, count: binCount)
    most.withUnsafeMutableBufferPointer { most in
      told.withUnsafeMutableBufferPointer { told in
        lost.withUnsafeMutableBufferPointer { lost in
          for bin in 0..<binCount {
            let places = faces.places(bin)
            guard !places.isEmpty else { continue }
            let level =
              places.count == 1
              ? Self.level(of: faces[at: places.lowerBound], areStrongest)
              : Self.level(ofAll: faces[bin], areStrongest)
            (most[bin], told[bin], lost[bin]) = level
            everLost |= level.lost
          }
        }
      }
    }
    hasLost = everLost
  }

  /// The levels of a half second as a row holds them: 0 where a class lost, and in the eighth lane
  /// the classes of which something is known.
  func shown(_ bin: Int, areStrongest: Bool) -> SIMD8<UInt8> {
    let known = told[bin] | lost[bin]
    guard known != 0 else { return .zero }
    var levels = most[bin]
    if lost[bin] != 0 {
      for lane in 0..<7 where told[bin] >> UInt8(lane) & 1 == 0 { levels[lane] = 0 }
    }
    levels[7] = known | (areStrongest && known != EmotionSet.all.rawValue ? 0x80 : 0)
    return levels
  }

  /// What is known of the classes in one half second.
  private typealias Level = (most: SIMD8<UInt8>, told: UInt8, lost: UInt8)

  /// Adds a half second.
  ///
  /// - Parameters:
  ///   - faces: all faces of it.
  ///   - areStrongest: whether a class that is left out lies below those told.
  @inline(__always)
  mutating func append(_ faces: ArraySlice<FaceLevels>, areStrongest: Bool) {
    guard faces.count < 2 else { return append(Self.level(ofAll: faces, areStrongest)) }
    append(faces.first.map { Self.level(of: $0, areStrongest) } ?? (.zero, 0, 0))
  }

  @inline(__always)
  private mutating func append(_ level: Level) {
    most.append(level.most)
    told.append(level.told)
    lost.append(level.lost)
    hasLost |= level.lost
  }

  @inline(__always)
  private static func level(of face: FaceLevels, _ areStrongest: Bool) -> Level {
    let told = face.lanes[7] & 0x7F
    var levels = SIMD8<UInt8>(key: face.lanes.key & 0x00FF_FFFF_FFFF_FFFF)
    guard areStrongest, told != 0x7F else { return (levels, told, 0) }
    let others = face.mostOfOthers
    for lane in 0..<7 where told >> UInt8(lane) & 1 == 0 { levels[lane] = others }
    return (levels, told, ~told & 0x7F)
  }

  @inline(never)
  private static func level(ofAll faces: ArraySlice<FaceLevels>, _ areStrongest: Bool) -> Level {
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
