/// A cut between two shots.
package struct SceneCut: Hashable, Sendable {
  /// Play time of the first frame of the new shot, in seconds.
  package var time: Double
  /// libavfilter's scdet score of that frame, 0…100.
  package var score: Double
  /// Play time in seconds of the last cut of a group of cuts less than `minimumGap` apart, between
  /// which there are flashes.
  var settled: Double?
}

/// Finds cuts with libavfilter's `scdet` filter, which scores the difference between two frames.
///
/// A frame is a cut if its score is high and also much higher than the scores around it. The usual
/// threshold of 10 alone is not enough. Some real cuts score just below 10 among frames near 0,
/// while fast motion scores high for many frames in a row. The thresholds are:
///
/// - 10 or more, and 3 times the neighbours. One neighbour may also be high, for example a black or
///   white frame between two shots.
/// - 8 or more, and 3 times all neighbours.
/// - 4 or more, and 12 times all neighbours. In animation or still footage, a cut between shots of
///   the same brightness scores no more.
package enum CutFinder {
  /// Minimum score of a cut if one neighbour may be high as well, 0…100.
  static let clearScore = 10.0
  /// Minimum score of a cut if no neighbour is high, 0…100.
  static let minimumLoneScore = 8.0
  /// Minimum score of a cut among frames that hardly change, 0…100.
  static let minimumQuietScore = 4.0
  /// Minimum ratio of the score to the neighbours' scores for `minimumQuietScore`.
  static let quietProminence = 12.0
  /// Minimum ratio of the score to the neighbours' scores for `clearScore` and `minimumLoneScore`.
  static let prominence = 3.0
  /// Number of neighbouring frames on each side that are compared.
  static let reach = 2
  /// Cuts closer together than this many seconds count as one, at the first of them.
  static let minimumGap = 0.4
  /// The image counts as back after a flash if its difference to the frame before the flash is
  /// below this share of the flash's own difference.
  private static let returnTolerance = 0.25

  /// One frame with its `scdet` score and its brightness.
  struct ScoredFrame {
    var cut: SceneCut
    /// Mean luma of a small grid of cells.
    var look: [UInt8]
    /// Minimum luma of a lit cell: if all cells are below it, the frame is black.
    var lit: UInt8 = 0
    var isBlack: Bool { !look.isEmpty && look.allSatisfy { $0 < lit } }
    /// Mean luma above black level.
    var light: Double {
      let black = Double(lit) - Double(BlackBorders.minimumLumaAboveBlack)
      return look.reduce(0) { $0 + max(0, Double($1) - black) } / Double(max(1, look.count))
    }
  }

  /// The frames that are cuts: score peaks after which the old shot does not come back.
  ///
  /// A flash (a camera flash, lightning, a white or black frame) has the same shot on both sides
  /// and is at most `minimumGap` long.
  static func cuts(among frames: [ScoredFrame]) -> [SceneCut] {
    var flashUntil = -Double.infinity
    return peaks(frames.map(\.cut)) { index in
      if frames[index].cut.time <= flashUntil { return true }
      guard let end = endOfFlash(at: index, frames) else { return false }
      flashUntil = end
      return true
    }
  }

  /// The time at which the image from before a peak is shown again; `nil` if it does not come back
  /// within `minimumGap`.
  private static func endOfFlash(at index: Int, _ frames: [ScoredFrame]) -> Double? {
    guard index > 0 else { return nil }
    let before = frames[index - 1].look
    let step = difference(before, frames[index].look)
    return frames[(index + 1)...].prefix { $0.cut.time - frames[index].cut.time < minimumGap }
      .first { difference(before, $0.look) < returnTolerance * step }?.cut.time
  }

  /// Mean absolute difference of two grids of luma values, 0…255.
  static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
    let sum = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(max(1, one.count))
  }

  /// The frames whose score is a peak that counts as a cut, and for which `isFlash`, called with
  /// the index of each peak in order, returns `false`.
  static func peaks(
    _ scores: [SceneCut], isFlash: (Int) -> Bool = { _ in false }
  ) -> [SceneCut] {
    var cuts: [SceneCut] = []
    for (index, frame) in scores.enumerated() where frame.score >= minimumQuietScore {
      let around = (index - reach...index + reach).filter {
        $0 != index && scores.indices.contains($0)
      }.map { scores[$0].score }.sorted(by: >)
      let highest = around.first ?? 0
      let second = around.dropFirst().first ?? 0
      let isLonePeak = frame.score >= prominence * highest
      let isClearPeak = frame.score >= clearScore && frame.score >= prominence * second
      let isQuietPeak = frame.score >= quietProminence * highest
      guard isQuietPeak || isClearPeak || (isLonePeak && frame.score >= minimumLoneScore) else {
        continue
      }
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
