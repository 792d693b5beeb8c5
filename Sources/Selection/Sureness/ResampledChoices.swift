package import Audience
import EditDecisions

/// What the resampled audiences of a video choose, and nothing else of them.
///
/// It names no viewer and has no figure of any: seconds of play time only.
package struct ResampledChoices: Hashable, Sendable, Codable {
  /// A moment that a resample chose.
  package struct Window: Hashable, Sendable, Codable {
    /// Where its evidence begins and ends, seconds.
    package var coreStart, coreEnd: Double
    /// Its first second and its end, before edges are fitted.
    package var start, end: Double

    /// Makes a window.
    package init(coreStart: Double, coreEnd: Double, start: Double, end: Double) {
      (self.coreStart, self.coreEnd, self.start, self.end) = (coreStart, coreEnd, start, end)
    }
  }

  /// For each resample the moments that it chose.
  package var resamples: [[Window]]

  /// Makes choices.
  package init(_ resamples: [[Window]]) { self.resamples = resamples }

  /// Chooses from each resample, on all cores.
  ///
  /// - Parameters:
  ///   - audiences: the resampled audiences.
  ///   - chooser: chooses from each as from the audience itself.
  package init(of audiences: AudienceResamples, by chooser: MomentChooser) {
    resamples = Parallel.map(AudienceResamples.count) { number in
      chooser.choose(from: audiences.summary(number)).candidates.map {
        Window(coreStart: $0.coreStart, coreEnd: $0.coreEnd, start: $0.start, end: $0.end)
      }
    }
  }
}

/// How sure a moment is: what would have become of it with other viewers of the same kind.
package struct Sureness: Hashable, Sendable {
  /// Share of the resampled audiences that choose it, 0…1.
  package var sure: Double
  /// How far its start and its end lie apart in those: half of what the middle 68 % of them span,
  /// seconds; `nil` with fewer than three.
  package var startSpread, endSpread: Double?
}

extension ResampledChoices {
  /// How sure a moment is.
  ///
  /// A resample chooses it where the core of one of its moments and the moment's own core share
  /// half of what both cover (intersection over union, as moments are compared everywhere).
  ///
  /// - Parameter candidate: a moment as it was chosen.
  /// - Returns: how sure; `nil` without resamples.
  package func sureness(of candidate: Candidate) -> Sureness? {
    guard !resamples.isEmpty else { return nil }
    let same = resamples.compactMap { windows in
      windows.filter { Self.overlap($0, candidate) >= 0.5 }
        .max { Self.overlap($0, candidate) < Self.overlap($1, candidate) }
    }
    return Sureness(
      sure: hundredths(Double(same.count) / Double(resamples.count)),
      startSpread: Self.spread(same.map(\.start)), endSpread: Self.spread(same.map(\.end)))
  }

  /// The same choice with how sure each of its moments is, where that may be told.
  ///
  /// - Parameters:
  ///   - choice: made from the audience itself.
  ///   - disclosure: what may be told.
  /// - Returns: the choice; its moments stay what and where they are.
  package func judging(_ choice: Choice, _ disclosure: Disclosure) -> Choice {
    var choice = choice
    // Nobody asks resampled audiences of a person's own seconds.
    for index in choice.candidates.indices where !choice.candidates[index].isFixed {
      let candidate = choice.candidates[index]
      let sureness = disclosure.figure(sureness(of: candidate), of: candidate.why.viewers)
      choice.candidates[index].why.sure = sureness?.sure
      choice.candidates[index].why.startSpread = sureness?.startSpread
      choice.candidates[index].why.endSpread = sureness?.endSpread
    }
    return choice
  }

  private static func overlap(_ window: Window, _ candidate: Candidate) -> Double {
    let shared =
      min(window.coreEnd, candidate.coreEnd) - max(window.coreStart, candidate.coreStart)
    let union =
      window.coreEnd - window.coreStart + candidate.coreEnd - candidate.coreStart - shared
    return shared > 0 && union > 0 ? shared / union : 0
  }

  /// Half of what the middle 68 % of some times span, which one stray does not change.
  private static func spread(_ times: [Double]) -> Double? {
    guard times.count >= 3 else { return nil }
    let sorted = times.sorted()
    /// The time below which a share of them lies, linear between two.
    func time(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let below = min(sorted.count - 2, Int(place))
      return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
    }
    return (time(0.84) - time(0.16)) / 2
  }
}
