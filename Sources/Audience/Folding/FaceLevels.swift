/// A face in eight bytes, for folding: scores in steps of 1/255 and which of them are told.
struct FaceLevels {
  /// The scores in `Emotion` order; the eighth lane says what is told, as `SampleColumns.told`.
  private let lanes: SIMD8<UInt8>

  /// Takes stored scores.
  init(lanes: SIMD8<UInt8>) { self.lanes = lanes }

  /// Takes scores.
  init(_ scores: FaceScores) {
    var lanes = SIMD8<UInt8>.zero
    for lane in 0..<Emotion.allCases.count {
      lanes[lane] = UInt8(min(1, max(0, scores.levels.lanes[lane])) * 255 + 0.5)
    }
    lanes[7] = scores.told.rawValue | (scores.areStrongest ? 0x80 : 0)
    self.init(lanes: lanes)
  }

  /// The classes that are told.
  var told: EmotionSet { EmotionSet(rawValue: lanes[7]) }
  /// Whether the source says that the others lie below.
  var areStrongest: Bool { lanes[7] & 0x80 != 0 }
  /// The highest score told.
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
  func faceLevels(at index: Int) -> FaceLevels? {
    guard states[index] >> 6 == 2 else { return nil }
    var lanes = SIMD8<UInt8>.zero
    let start = index * Emotion.allCases.count
    for lane in 0..<Emotion.allCases.count { lanes[lane] = scores[start + lane] }
    lanes[7] = told[index]
    return FaceLevels(lanes: lanes)
  }
}

/// What is known of one class's score in half a second, in steps of 1/255.
enum ClassLevel: Hashable {
  /// The median of what was told.
  case told(UInt8)
  /// Other classes were stronger: the score is only known to be no more than this.
  case lost(atMost: UInt8)

  /// The most that the score can be.
  var most: UInt8 {
    switch self {
    case .told(let level), .lost(let level): level
    }
  }

  /// The level of a class.
  ///
  /// - Parameters:
  ///   - lane: the class.
  ///   - faces: all faces of the half second.
  ///   - areStrongest: whether a class that is left out lies below those told.
  /// - Returns: `nil` where nothing is known of the class.
  static func of(
    lane: Int, in faces: some RandomAccessCollection<FaceLevels>, areStrongest: Bool
  ) -> ClassLevel? {
    guard let first = faces.first else { return nil }
    if faces.count == 1 {
      if let level = first.level(lane) { return .told(level) }
      return areStrongest ? .lost(atMost: first.mostOfOthers) : nil
    }
    var told: [UInt8] = []
    told.reserveCapacity(faces.count)
    var most: [UInt8] = []
    for face in faces {
      if let level = face.level(lane) {
        told.append(level)
      } else if areStrongest {
        most.append(face.mostOfOthers)
      }
    }
    told.sort()
    if most.isEmpty { return told.isEmpty ? nil : .told(middle(of: told)) }
    // Where it lost it lies lowest: the lower median is told only if it won more often.
    guard told.count > most.count else { return .lost(atMost: middle(of: most.sorted())) }
    return .told(told[(told.count + most.count - 1) / 2 - most.count])
  }

  private static func middle(of sorted: [UInt8]) -> UInt8 {
    let middle = sorted.count / 2
    guard sorted.count.isMultiple(of: 2) else { return sorted[middle] }
    return UInt8((UInt16(sorted[middle - 1]) + UInt16(sorted[middle]) + 1) / 2)
  }
}
