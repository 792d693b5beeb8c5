internal import Audience
internal import EditDecisions

extension MomentChooser {
  /// The moments that may be chance.
  ///
  /// Of the moments in which a share of the viewers or more react, as many are chance as an
  /// audience has whose faces share nothing; of those that are kept it is `falseMoments` at most
  /// (false discovery rate, Benjamini & Hochberg 1995). What was found is taken out of those faces:
  /// they would have what people share as well, at other times.
  ///
  /// - Parameter audiences: of the same viewers.
  /// - Returns: those that are not kept; none where gaze alone is asked.
  func chances(in audiences: AudienceResamples) -> [ResampledChoices.Chance] {
    guard settings.evidence != .gaze, settings.falseMoments < 1 else { return [] }
    let found = candidates(in: audiences.whole).fit.sorted { $1.share < $0.share }
    let bins = found.map { HalfSeconds.covering($0.coreStart..<$0.coreEnd, count: .max) }
    let chance = Parallel.map(AudienceResamples.count) { number in
      candidates(in: audiences.shifted(number, without: bins)).fit.map(\.share)
    }.flatMap(\.self)
    let shares = found.indices.map { index in
      let above = chance.count { $0 >= found[index].share }
      return Double(above) / Double(AudienceResamples.count * (index + 1))
    }
    let kept = shares.lastIndex { $0 <= settings.falseMoments }.map { $0 + 1 } ?? 0
    return (kept..<found.count).map { index in
      .init(window: .init(found[index]), share: hundredths(min(1, shares[index])))
    }
  }
}

extension Candidate {
  fileprivate var share: Double { why.reactingShare ?? 0 }
}
