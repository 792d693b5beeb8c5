import Audience

/// Finds out which classes a session told whose untold ones were stored as shares of what the
/// told ones left of 1.
///
/// Where every face has two or more equal scores that together are that remainder, those were
/// never told; and neither was a class that is 0 throughout. A source that tells all classes
/// does not write such faces throughout.
struct SharedScores {
  /// Which classes each sample tells, as `SampleColumns.told`.
  private(set) var told: [UInt8]

  /// Takes stored samples, and takes the shares out of the scores.
  init(states: [UInt8], scores: inout [UInt8]) {
    let kinds = Emotion.allCases.count
    told = [UInt8](repeating: 0, count: states.count)
    let faces = states.indices.filter { states[$0] >> 6 == 2 }
    var used: UInt8 = 0
    var isShared = !faces.isEmpty
    for index in faces {
      let face = scores[index * kinds..<(index + 1) * kinds]
      for (lane, score) in face.enumerated() where score > 0 { used |= 1 << UInt8(lane) }
      if isShared { isShared = Self.shares(face) != 0 }
    }
    for index in faces {
      let start = index * kinds
      told[index] = used
      if isShared { told[index] = 0x7F & ~Self.shares(scores[start..<start + kinds]) }
      for lane in 0..<kinds where told[index] >> UInt8(lane) & 1 == 0 { scores[start + lane] = 0 }
    }
  }

  /// The classes that share the remainder, a bit each; 0 where none do.
  private static func shares(_ face: ArraySlice<UInt8>) -> UInt8 {
    let sum = face.reduce(0) { $0 + Int($1) }
    // Each share was rounded for itself.
    guard abs(sum - 255) <= face.count / 2 + 1 else { return 0 }
    for share in Set(face) {
      let holders = face.enumerated().filter { $0.element == share }.map(\.offset)
      if holders.count >= 2, holders.count >= face.count - 4 {
        return holders.reduce(0) { $0 | 1 << UInt8($1) }
      }
    }
    return 0
  }
}
