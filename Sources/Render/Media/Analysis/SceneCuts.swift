package struct SceneCut: Hashable, Sendable {
  /// Play time of the first frame of the new shot, in seconds.
  package var time: Double
  /// libavfilter's scdet score of that frame, 0…100.
  package var score: Double
  /// Play time of the last cut that is one with it, whose shot stays: the others' are flashes.
  var settled: Double?
}

/// Finds cuts with libavfilter's `scdet` (mean absolute frame difference, and its change).
///
/// A cut is a level as well as a local peak: some real cuts score just under the usual threshold of
/// 10 and stand alone among frames that score near 0, while fast motion scores high many frames on
/// end. So a frame is a cut from 10 on when it stands at 3 times the frames around it, of which one
/// (a black or white frame between shots) may be high as well, from 8 on when none is, and from 4
/// on among frames that hardly change: in drawn or still footage a cut between shots of the same
/// brightness scores no more, but stands far above its neighbours.
package enum SceneCuts {
  /// Scores from which a frame may be a cut, 0…100.
  static let clearScore = 10.0
  /// Scores from which a frame may be a cut that stands alone, 0…100.
  static let aloneScore = 8.0
  /// Scores from which a frame may be a cut among frames that hardly change, 0…100.
  static let quietScore = 4.0
  /// How far above its neighbours such a cut stands.
  static let quietProminence = 12.0
  /// How far above its neighbours a cut stands.
  static let prominence = 3.0
  /// Frames on either side that are its neighbours.
  static let reach = 2
  /// Seconds; cuts closer than this are one.
  ///
  /// It is at the time of the first: there the old shot ends.
  static let minimumGap = 0.4
  /// A frame as near to the one before a peak as this share of the peak's own step is back there.
  private static let returned = 0.25

  /// One frame of a stretch.
  struct Scored {
    var cut: SceneCut
    /// Its luma in a few cells.
    var look: [UInt8]
    /// The luma from which a cell is lit; without it all are as black as bars are.
    var lit: UInt8 = 0
    var isBlack: Bool { !look.isEmpty && look.allSatisfy { $0 < lit } }
    /// Mean luma above what is black.
    var light: Double {
      let black = Double(lit) - Double(BlackBorders.litStep)
      return look.reduce(0) { $0 + max(0, Double($1) - black) } / Double(max(1, look.count))
    }
  }

  /// Which frames are cuts: peaks after which the picture does not come back.
  ///
  /// A flash (a camera's, lightning, a white or black frame) leaves the same shot on both its
  /// sides. Peaks less than `minimumGap` apart are one, so it is at most that long.
  static func cuts(among frames: [Scored]) -> [SceneCut] {
    var flashUntil = -Double.infinity
    return peaks(frames.map(\.cut)) { index in
      if frames[index].cut.time <= flashUntil { return true }
      guard let end = endOfFlash(at: index, frames) else { return false }
      flashUntil = end
      return true
    }
  }

  /// The time at which what was shown before a peak is back; `nil` when it does not come back.
  private static func endOfFlash(at index: Int, _ frames: [Scored]) -> Double? {
    guard index > 0 else { return nil }
    let before = frames[index - 1].look
    let step = difference(before, frames[index].look)
    return frames[(index + 1)...].prefix { $0.cut.time - frames[index].cut.time < minimumGap }
      .first { difference(before, $0.look) < returned * step }?.cut.time
  }

  /// Mean difference of two small pictures, 0…255.
  static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
    let sum = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(max(1, one.count))
  }

  /// Which frames are cuts, given the scores of consecutive frames.
  ///
  /// - Parameters:
  ///   - scores: of consecutive frames.
  ///   - isFlash: asked of the index of each peak, in order; one that is a flash is no cut.
  /// - Returns: those of `scores` that are cuts.
  static func peaks(
    _ scores: [SceneCut], isFlash: (Int) -> Bool = { _ in false }
  ) -> [SceneCut] {
    var cuts: [SceneCut] = []
    for (index, frame) in scores.enumerated() where frame.score >= quietScore {
      let around = (index - reach...index + reach).filter {
        $0 != index && scores.indices.contains($0)
      }.map { scores[$0].score }.sorted(by: >)
      let highest = around.first ?? 0
      let second = around.dropFirst().first ?? 0
      let standsAlone = frame.score >= prominence * highest
      let stands = frame.score >= clearScore && frame.score >= prominence * second
      let standsInQuiet = frame.score >= quietProminence * highest
      guard standsInQuiet || stands || (standsAlone && frame.score >= aloneScore) else { continue }
      if isFlash(index) { continue }
      if let last = cuts.last, frame.time - last.time < minimumGap {
        cuts[cuts.count - 1].settled = frame.time
      } else {
        cuts.append(frame)
      }
    }
    return cuts
  }
}
