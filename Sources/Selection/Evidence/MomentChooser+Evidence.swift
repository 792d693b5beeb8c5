internal import Audience

extension MomentChooser {
  /// How far each half second stands out: the share that reacts, less that of the whole video and
  /// `leastRise`; where gaze alone is asked, of the looks that a frame holds.
  ///
  /// 0 where too few tell, and where a curve alone is asked.
  func rises(of summary: TimelineSummary) -> [Double] {
    if settings.evidence == .curve { return Array(repeating: 0, count: summary.bins.count) }
    let bins = summary.bins.map(disclosure.told)
    func rises(_ sum: KeyPath<BinSummary, Double>, of count: KeyPath<BinSummary, Int>) -> [Double] {
      let all = bins.reduce(0) { $0 + $1[keyPath: count] }
      let usual = bins.reduce(0) { $0 + $1[keyPath: sum] } / Double(max(1, all))
      return bins.map { bin in
        let viewers = bin[keyPath: count]
        guard viewers > 0 else { return 0 }
        return bin[keyPath: sum] / Double(viewers) - usual - settings.leastRise
      }
    }
    return settings.evidence == .gaze
      ? rises(\.held, of: \.withGaze) : rises(\.reacting, of: \.withFace)
  }

  /// What the rises of a stretch have to add up to: `leastRise` for as long as a face must hold.
  func leastSum(_ summary: TimelineSummary) -> Double {
    settings.leastRise * summary.fold.model.heldSeconds / HalfSeconds.length
  }
}
