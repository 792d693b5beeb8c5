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

  /// Adds a half second.
  ///
  /// - Parameters:
  ///   - faces: all faces of it.
  ///   - areStrongest: whether a class that is left out lies below those told.
  @inline(__always)
  mutating func append(_ faces: ArraySlice<FaceLevels>, areStrongest: Bool) {
    guard faces.count < 2 else { return append(all: faces, areStrongest: areStrongest) }
    guard let face = faces.first else { return append(.zero, told: 0, lost: 0) }
    let told = face.lanes[7] & 0x7F
    var levels = face.lanes
    levels[7] = 0
    guard areStrongest, told != 0x7F else { return append(levels, told: told, lost: 0) }
    let others = face.mostOfOthers
    for lane in 0..<7 where told >> UInt8(lane) & 1 == 0 { levels[lane] = others }
    append(levels, told: told, lost: ~told & 0x7F)
  }

  /// Adds a half second of one face, of which nothing is known but what it tells.
  @inline(__always)
  mutating func append(_ face: FaceLevels) {
    var levels = face.lanes
    levels[7] = 0
    append(levels, told: face.lanes[7] & 0x7F, lost: 0)
  }

  @inline(__always)
  private mutating func append(_ levels: SIMD8<UInt8>, told: UInt8, lost: UInt8) {
    most.append(levels)
    self.told.append(told)
    self.lost.append(lost)
    hasLost |= lost
  }

  @inline(never)
  private mutating func append(all faces: ArraySlice<FaceLevels>, areStrongest: Bool) {
    var levels = SIMD8<UInt8>.zero
    var (told, lost) = (UInt8(0), UInt8(0))
    let union = faces.reduce(UInt8(0)) { $0 | $1.lanes[7] }
    for lane in 0..<7 where areStrongest || union >> UInt8(lane) & 1 != 0 {
      guard let level = Self.level(lane, of: faces, areStrongest) else { continue }
      levels[lane] = level.most
      if level.isTold { told |= 1 << UInt8(lane) } else { lost |= 1 << UInt8(lane) }
    }
    append(levels, told: told, lost: lost)
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
