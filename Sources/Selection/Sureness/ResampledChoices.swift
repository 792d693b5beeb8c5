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
  }

  /// For each resample the moments that it chose.
  package var resamples: [[Window]]
  /// Of each audience whose viewers share nothing the share who react in its best moment; in order,
  /// and 0 without one.
  package var shifted: [Double]

  /// Audiences whose viewers share nothing.
  package static let shiftedCount = 20

  /// Makes choices.
  package init(_ resamples: [[Window]], shifted: [Double] = []) {
    (self.resamples, self.shifted) = (resamples, shifted.sorted())
  }

  /// Chooses from each resample, on all cores.
  ///
  /// - Parameters:
  ///   - audiences: the resampled audiences.
  ///   - chooser: chooses from each as from the audience itself.
  ///   - choice: what it chose from that.
  package init(of audiences: AudienceResamples, by chooser: MomentChooser, _ choice: Choice) {
    let found = choice.candidates.map {
      HalfSeconds.covering($0.coreStart..<$0.coreEnd, count: .max)
    }
    var alone = MomentChooser(settings: chooser.settings)
    // Shifted faces say nothing of looks.
    alone.settings.evidence = .emotion
    let faces = alone
    shifted =
      chooser.settings.evidence == .gaze
      ? []
      : Parallel.map(Self.shiftedCount) { number in
        faces.choose(from: audiences.shifted(number, without: found)).candidates
          .map(\.score).max() ?? 0
      }.sorted()
    resamples = Parallel.map(AudienceResamples.count) { number in
      chooser.choose(from: audiences.summary(number)).candidates.map {
        Window(coreStart: $0.coreStart, coreEnd: $0.coreEnd)
      }
    }
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
    let limit = limit(settings.falseMoments)
    if let reacting = candidate.why.reactingShare, reacting <= limit, limit > 0 {
      return
        "may be chance: \(Rounding.text(reacting, decimals: 2)) of the viewers react at a time, "
        + "and \(Rounding.text(limit, decimals: 2)) where they share nothing "
        + "(selection.falseMoments)"
    }
    guard let share, share < settings.leastSure else { return nil }
    return
      "not sure enough: \(Rounding.text(share, decimals: 2)) of audiences of the same kind find "
      + "it again, \(Rounding.text(settings.leastSure, decimals: 2)) asked"
  }

  /// The share who must react for so many of those audiences to have no moment like it.
  func limit(_ rate: Double) -> Double {
    guard !shifted.isEmpty, rate < 1 else { return 0 }
    let place = Int((Double(shifted.count) * (1 - rate)).rounded(.up)) - 1
    return shifted[min(shifted.count - 1, max(0, place))]
  }

  private static func overlap(_ window: Window, _ candidate: Candidate) -> Double {
    let shared =
      min(window.coreEnd, candidate.coreEnd) - max(window.coreStart, candidate.coreStart)
    let union =
      window.coreEnd - window.coreStart + candidate.coreEnd - candidate.coreStart - shared
    return shared > 0 && union > 0 ? shared / union : 0
  }
}
