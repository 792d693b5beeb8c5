/// A face in eight bytes, for folding: scores in steps of 1/255 and which of them are told.
struct FaceLevels: Hashable, Sendable {
  /// The scores in `Emotion` order; the eighth lane says what is told, as `SampleColumns.told`.
  let lanes: SIMD8<UInt8>

  init(lanes: SIMD8<UInt8>) { self.lanes = lanes }

  var told: EmotionSet { EmotionSet(rawValue: lanes[7]) }
  /// Whether the source says that the others lie below.
  var areStrongest: Bool { lanes[7] & 0x80 != 0 }
  var highest: UInt8 { scores.max() }
  /// The scores told, added up.
  var sum: Int { Int(SIMD8<UInt16>(truncatingIfNeeded: scores).wrappedSum()) }

  private var scores: SIMD8<UInt8> {
    var scores = lanes
    scores[7] = 0
    return scores
  }

  /// The score of a class; `nil` where it is untold.
  func level(_ lane: Int) -> UInt8? { lanes[7] >> UInt8(lane) & 1 != 0 ? lanes[lane] : nil }

  /// The most that a class can be which was not among the strongest: below the weakest told, and
  /// no more than the told ones leave of 1.
  var mostOfOthers: UInt8 {
    var least = UInt8(clamping: max(0, 255 - sum))
    for lane in 0..<Emotion.allCases.count {
      if let level = level(lane) { least = min(least, level) }
    }
    return least
  }
}

extension SampleColumns {
  /// The face at `index` for folding; `nil` where none was read.
  @inline(__always)
  func faceLevels(at index: Int) -> FaceLevels? {
    guard states[index] >> 6 == 2 else { return nil }
    let start = index * 7
    // Where all are told, none is among the strongest (`FaceScores`).
    let told = told[index] == 0xFF ? 0x7F : told[index]
    return scores.withUnsafeBytes { scores in
      var bytes = UInt64(told) << 56
      if start + 8 <= scores.count {
        let eight = scores.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        bytes |= UInt64(littleEndian: eight) & 0x00FF_FFFF_FFFF_FFFF
      } else {
        for lane in 0..<7 { bytes |= UInt64(scores[start + lane]) << UInt64(8 * lane) }
      }
      return FaceLevels(lanes: SIMD8(key: bytes))
    }
  }
}

/// Which classes the samples of a session tell, and what is known of the others.
///
/// A source says that it tells only its strongest classes (`FaceScores.areStrongest`), or shows it:
/// every sample tells as many as every other, but not always the same ones, and what they tell can
/// be the strongest of seven shares of 1. Any other class that a sample leaves out is unknown
/// there.
struct ToldClasses {
  /// The classes that some sample tells.
  private var union = EmotionSet()
  private var isSaid = false
  private var count: Int?
  private var isSteady = true

  mutating func add(_ face: FaceLevels) {
    union.formUnion(face.told)
    if face.areStrongest { isSaid = true }
    guard isSteady else { return }
    let told = face.told.count
    // A face that tells all seven leaves nothing out: whether they could be strongest is no matter.
    isSteady = told == count ?? told && (face.told == .all || Self.canBeStrongest(face))
    count = told
  }

  /// Whether a class that a sample leaves out is known to lie below those that it tells.
  var areStrongest: Bool { isSaid || (isSteady && count.map { $0 < union.count } ?? false) }

  /// Of seven shares of 1 the largest is a seventh at least; a little is for rounding.
  private static func canBeStrongest(_ face: FaceLevels) -> Bool {
    face.highest > 35 && face.sum < 261
  }
}
