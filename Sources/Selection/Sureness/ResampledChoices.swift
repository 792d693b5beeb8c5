package import Audience
import EditDecisions

/// What the resampled audiences of a video choose, and nothing else of them.
///
/// It names no viewer and has no figure of any: seconds of play time only.
package struct ResampledChoices: Hashable, Sendable, Codable {
  /// A moment that a resample chose: where its evidence begins and ends, seconds.
  package struct Window: Hashable, Sendable, Codable {
    /// Its ends.
    package var coreStart, coreEnd: Double

    /// Makes a window.
    package init(coreStart: Double, coreEnd: Double) {
      (self.coreStart, self.coreEnd) = (coreStart, coreEnd)
    }

    init(_ candidate: Candidate) {
      self.init(coreStart: candidate.coreStart, coreEnd: candidate.coreEnd)
    }
  }

  /// For each resample the moments that it chose.
  package var resamples: [[Window]]
  /// The moments that may be chance, and what share of moments like each would be.
  package var chances: [Chance]

  /// A moment that may be chance.
  package struct Chance: Hashable, Sendable, Codable {
    /// Where its evidence lies, seconds.
    package var window: Window
    /// Share of the moments in which as many react that an audience would have whose faces share
    /// nothing, 0…1.
    package var share: Double
  }

  /// Makes choices.
  package init(_ resamples: [[Window]], chances: [Chance] = []) {
    (self.resamples, self.chances) = (resamples, chances)
  }

  /// Chooses from each resample, on all cores.
  ///
  /// - Parameters:
  ///   - audiences: the resampled audiences.
  ///   - chooser: chooses from each as from the audience itself.
  package init(of audiences: AudienceResamples, by chooser: MomentChooser) {
    resamples = Parallel.map(AudienceResamples.count) { number in
      chooser.choose(from: audiences.summary(number)).candidates.map(Window.init)
    }
    chances = chooser.chances(in: audiences)
  }
}

extension ResampledChoices {
  /// How sure a moment is: the share of fresh audiences of the same kind that find it again.
  ///
  /// A resample finds it where the core of one of its moments and the moment's own core share half
  /// of what both cover (intersection over union, as moments are compared everywhere). Of a few
  /// audiences that all agree the next may not: the rule of succession (Laplace 1774).
  ///
  /// - Parameter candidate: a moment as it was chosen.
  /// - Returns: 0…1, rounded to 0.01; `nil` without resamples.
  package func sure(of candidate: Candidate) -> Double? {
    guard !resamples.isEmpty else { return nil }
    let found = resamples.count { windows in
      windows.contains { Self.overlap($0, candidate) >= 0.5 }
    }
    return hundredths(Double(found + 1) / Double(resamples.count + 2))
  }

  /// The same choice with how sure each of its moments is, where that may be told.
  ///
  /// - Parameters:
  ///   - choice: made from the audience itself.
  ///   - settings: what may be told, and how sure a moment must be.
  /// - Returns: the choice; moments that are not sure enough are refused.
  package func judging(_ choice: Choice, _ settings: SelectionSettings) -> Choice {
    let disclosure = Disclosure(settings)
    var choice = choice
    var sure: [Candidate] = []
    for candidate in choice.candidates {
      var candidate = candidate
      let share = self.sure(of: candidate)
      candidate.why.sure = disclosure.figure(share, of: candidate.why.viewers)
      candidate.why.resamples = candidate.why.sure.map { _ in resamples.count }
      guard let reason = doubt(of: candidate, share, settings) else {
        sure.append(candidate)
        continue
      }
      choice.rejected.insert(
        Rejection(
          start: candidate.coreStart, end: candidate.coreEnd, score: candidate.score,
          reason: reason),
        at: 0)
    }
    choice.candidates = sure
    if sure.isEmpty, choice.reason == nil {
      choice.reason = choice.rejected.first.map { "nothing is sure enough: \($0.reason)" }
    }
    return choice
  }

  /// Why a moment may be none; `nil` where it is one.
  private func doubt(
    of candidate: Candidate, _ share: Double?, _ settings: SelectionSettings
  ) -> String? {
    if let chance = chances.first(where: { $0.window == Window(candidate) }) {
      return
        "may be chance: \(Rounding.text(chance.share, decimals: 2)) of moments in which as many "
        + "react would be, \(Rounding.text(settings.falseMoments, decimals: 2)) allowed "
        + "(selection.falseMoments)"
    }
    guard let share, share < settings.leastSure else { return nil }
    return
      "not sure enough: \(Rounding.text(share, decimals: 2)) of audiences of the same kind find "
      + "it again, \(Rounding.text(settings.leastSure, decimals: 2)) asked"
  }

  private static func overlap(_ window: Window, _ candidate: Candidate) -> Double {
    let shared =
      min(window.coreEnd, candidate.coreEnd) - max(window.coreStart, candidate.coreStart)
    let union =
      window.coreEnd - window.coreStart + candidate.coreEnd - candidate.coreStart - shared
    return shared > 0 && union > 0 ? shared / union : 0
  }
}
