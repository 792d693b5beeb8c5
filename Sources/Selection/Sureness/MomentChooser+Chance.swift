internal import Audience
internal import EditDecisions

/// What an audience has by chance.
///
/// It names no viewer and has no figure of any.
package struct ChanceReactions: Hashable, Sendable, Codable {
  /// What share of audiences whose faces share nothing go together as much over the whole video.
  package var together: Double
  /// Of each moment that `AudienceResamples.count` such audiences have the share who react; what
  /// was found is taken out of the faces before.
  package var shares: [Double]
  /// The same of the moments of the audience itself, the greatest first.
  package var found: [Double]

  /// Makes what is given; of no chance where it is left out.
  package init(together: Double = 0, shares: [Double] = [], found: [Double] = []) {
    (self.together, self.shares, self.found) = (together, shares, found)
  }

  /// What share of the moments that are kept would be chance, were one in which so many react the
  /// last or not the last of them: the least `falseMoments` with which it is kept, 0…1.
  package func part(of share: Double) -> Double {
    let all = found.contains(share) ? found : (found + [share]).sorted(by: >)
    let parts = all.indices.filter { all[$0] <= share }.map { index in
      let above = shares.count { $0 >= all[index] }
      return Double(above) / Double(AudienceResamples.count * (index + 1))
    }
    return min(1, parts.min() ?? 0)
  }

  /// Why a moment may be chance; `nil` where it is none.
  ///
  /// - Parameters:
  ///   - share: of those who react in it.
  ///   - allowed: `falseMoments`.
  /// - Returns: the reason with its figures.
  func reason(of share: Double, _ allowed: Double) -> String? {
    if together > allowed {
      let told = apart(together, allowed, places: 2)
      return "may be chance: \(told[0]) of audiences whose faces share nothing go together as much "
        + "over the video, \(told[1]) allowed (selection.falseMoments)"
    }
    let part = part(of: share)
    guard part > allowed else { return nil }
    let told = apart(part, allowed, places: 2)
    return "may be chance: \(told[0]) of moments in which as many react would be, "
      + "\(told[1]) allowed (selection.falseMoments)"
  }
}

extension MomentChooser {
  /// What the audience has by chance.
  ///
  /// First it must go together more than audiences do whose faces share nothing. Then, of n moments
  /// in which a share or more react, as many are chance as such an audience has on the average; as
  /// many are kept as that is `falseMoments` of at most (false discovery rate). What was found is
  /// taken out of those faces: they would share it at other times, too.
  ///
  /// - Parameter audiences: of the same viewers.
  /// - Returns: none where gaze alone is asked.
  func chance(in audiences: AudienceResamples) -> ChanceReactions {
    guard settings.evidence != .gaze, settings.falseMoments < 1 else {
      return ChanceReactions()
    }
    let found = candidates(in: audiences.whole).fit.sorted { $1.share < $0.share }
    let bins = found.map { HalfSeconds.covering($0.coreStart..<$0.coreEnd, count: .max) }
    let shares = Parallel.map(AudienceResamples.count) { number in
      candidates(in: audiences.shifted(number, without: bins)).fit.map(\.share)
    }
    return ChanceReactions(
      together: audiences.chance, shares: shares.flatMap(\.self),
      found: found.map(\.share))
  }
}

extension Candidate {
  /// The share who react.
  var share: Double { why.reactingShare ?? 0 }
}
