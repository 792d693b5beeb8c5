/// In which half seconds one viewer's gaze and face were usable, and nothing else of that viewer.
///
/// It counts distinct viewers over a window, which rows cannot: they are not linked from bin to
/// bin. It says neither where anybody looked nor what a face showed, and is linked to no row.
package struct ViewerPresence: Hashable, Sendable {
  /// A bit a bin, 64 in a word.
  var gaze: [UInt64]
  var face: [UInt64]
  /// The classes that the face tells anywhere.
  let told: EmotionSet
  /// Whether the others lie below those told.
  let areStrongest: Bool

  /// A viewer who is there for a while.
  ///
  /// - Parameters:
  ///   - binCount: how many bins the video has.
  ///   - gaze: the bins with usable gaze.
  ///   - face: the bins with a face.
  ///   - told: the classes that the face tells.
  package init(binCount: Int, gaze: Range<Int>, face: Range<Int>, told: EmotionSet = .all) {
    self.init(
      (0..<max(0, binCount)).lazy.map { (gaze.contains($0), face.contains($0)) }, told: told,
      areStrongest: false)
  }

  init(
    _ bins: some Sequence<(gaze: Bool, face: Bool)>, told: EmotionSet, areStrongest: Bool
  ) {
    gaze = []
    face = []
    self.told = told
    self.areStrongest = areStrongest
    for (index, bin) in bins.enumerated() {
      if index % 64 == 0 {
        gaze.append(0)
        face.append(0)
      }
      if bin.gaze { gaze[index / 64] |= 1 << UInt64(index % 64) }
      if bin.face { face[index / 64] |= 1 << UInt64(index % 64) }
    }
  }

  init(gaze: [UInt64], face: [UInt64], toldBits: UInt8) {
    self.gaze = gaze
    self.face = face
    told = EmotionSet(rawValue: toldBits)
    areStrongest = toldBits & 0x80 != 0
  }

  var toldBits: UInt8 { told.rawValue | (areStrongest ? 0x80 : 0) }

  /// The viewer of some rows.
  init(rows: [AudienceRow?]) {
    let told = rows.reduce(into: EmotionSet()) { $0.formUnion($1?.told ?? []) }
    self.init(
      rows.lazy.map { ($0?.hasGaze ?? false, $0?.hasFace ?? false) }, told: told,
      areStrongest: rows.contains { $0?.areStrongest ?? false })
  }

  /// The viewer was away for a while.
  package mutating func clear(_ bins: Range<Int>) {
    for bin in bins where bin / 64 < gaze.count {
      gaze[bin / 64] &= ~(1 << UInt64(bin % 64))
      face[bin / 64] &= ~(1 << UInt64(bin % 64))
    }
  }

  /// In how many bins of a window the viewer is there with what is asked for.
  func count(_ sides: Sides, in bins: Range<Int>) -> Int {
    if let emotions = sides.emotions, !areStrongest, told.isDisjoint(with: emotions) { return 0 }
    let bins = bins.clamped(to: 0..<64 * gaze.count)
    guard !bins.isEmpty else { return 0 }
    // A word at a time, without a closure: long windows are asked of hundreds of viewers.
    let (anyGaze, anyFace) = (
      sides.gaze ? UInt64.zero : .max, sides.emotions == nil ? UInt64.max : .zero
    )
    var count = 0
    var word = bins.lowerBound / 64
    while 64 * word < bins.upperBound {
      let first = max(0, bins.lowerBound - 64 * word)
      let beyond = max(0, 64 * (word + 1) - bins.upperBound)
      let there = (gaze[word] | anyGaze) & (face[word] | anyFace)
      count += ((there &<< UInt64(beyond)) &>> UInt64(first + beyond)).nonzeroBitCount
      word += 1
    }
    return count
  }

  /// What of a viewer is asked for.
  package struct Sides: Hashable, Sendable {
    /// Whether usable gaze is.
    var gaze: Bool
    /// The emotions of which the face must tell one; `nil` where no face is asked for.
    var emotions: EmotionSet?

    /// Asks for usable gaze, for a face that tells one of some emotions, or for both.
    package init(gaze: Bool, emotions: EmotionSet?) {
      self.gaze = gaze
      self.emotions = emotions
    }
  }
}

extension ViewerPresence: Comparable {
  /// An order by what it holds, so that it says nothing of who it is.
  package static func < (a: ViewerPresence, b: ViewerPresence) -> Bool {
    if a.gaze != b.gaze { return a.gaze.lexicographicallyPrecedes(b.gaze) }
    if a.face != b.face { return a.face.lexicographicallyPrecedes(b.face) }
    return a.toldBits < b.toldBits
  }
}
