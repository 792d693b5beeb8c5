package import Audience
import EditDecisions

/// The segments that resampled audiences choose, by which the confidence of a moment is known.
///
/// It names no viewer and has no figure of any.
package struct ResampledChoices: Hashable, Sendable, Codable {
  /// A chosen core, in seconds.
  package struct Window: Hashable, Sendable, Codable {
    /// Its ends.
    package var coreStart, coreEnd: Double

    package init(coreStart: Double, coreEnd: Double) {
      (self.coreStart, self.coreEnd) = (coreStart, coreEnd)
    }
  }

  /// The best segments of each resample, as many as there may be moments.
  package var resamples: [[Window]]

  package init(_ resamples: [[Window]]) { self.resamples = resamples }

  /// Chooses from each resample, on all cores.
  ///
  /// - Parameters:
  ///   - audiences: the resampled audiences.
  ///   - chooser: chooses from each as from the audience itself.
  package init(of audiences: AudienceResamples, by chooser: MomentChooser) {
    resamples = Parallel.map(AudienceResamples.count) { number in
      let summary = audiences.summary(number)
      let fit = MomentChooser.best(chooser.candidates(in: summary).fit)
      return fit.prefix(chooser.settings.count).map {
        Window(coreStart: $0.coreStart, coreEnd: $0.coreEnd)
      }
    }
  }
}

/// What the resampled audiences of a video choose by other settings, each asked once.
///
/// They are folded when the first is asked: that may take as long as folding the audience did.
package final class ResampledTrials {
  private let fold: () throws -> AudienceResamples?
  private var audiences: AudienceResamples??
  private var known: [SelectionSettings: ResampledChoices] = [:]

  /// - Parameter fold: gives the resampled audiences; `nil` if samples were erased.
  package init(_ fold: @escaping () throws -> AudienceResamples?) { self.fold = fold }

  /// What they choose by some settings; `nil` where they are gone.
  func choices(_ settings: SelectionSettings) throws -> ResampledChoices? {
    if let known = known[settings] { return known }
    let audiences = try audiences ?? fold()
    self.audiences = .some(audiences)
    known[settings] = audiences.map {
      ResampledChoices(of: $0, by: MomentChooser(settings: settings))
    }
    return known[settings]
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
    func judged(_ candidates: [Candidate], refuse: (Candidate, String) -> Void) -> [Candidate] {
      candidates.compactMap { candidate in
        var candidate = candidate
        let share = self.sure(of: candidate)
        candidate.why.sure = disclosure.figure(share, of: candidate.why.viewers)
        candidate.why.resamples = candidate.why.sure.map { _ in resamples.count }
        guard let reason = doubt(of: candidate, share, settings) else { return candidate }
        refuse(candidate, reason)
        return nil
      }
    }
    var choice = choice
    var refused: [Rejection] = []
    let sure = judged(choice.candidates) { refused.append(Rejection(of: $0, $1)) }
    choice.candidates = sure
    choice.crowdedOut = judged(choice.crowdedOut) { choice.tell($0, $1) }
    choice.rejected = refused + choice.rejected
    if sure.isEmpty, choice.reason == nil {
      choice.reason = choice.rejected.first.map { "nothing is kept: \($0.reason)" }
    }
    return choice
  }

  /// Why a moment may be none; `nil` where it is one.
  private func doubt(
    of candidate: Candidate, _ share: Double?, _ settings: SelectionSettings
  ) -> String? {
    guard let share, share < settings.leastSure else { return nil }
    return "not sure enough: "
      + tooLittle(
        share, below: settings.leastSure, "of audiences of the same kind find it again")
  }

  private static func overlap(_ window: Window, _ candidate: Candidate) -> Double {
    let shared =
      min(window.coreEnd, candidate.coreEnd) - max(window.coreStart, candidate.coreStart)
    let union =
      window.coreEnd - window.coreStart + candidate.coreEnd - candidate.coreStart - shared
    return shared > 0 && union > 0 ? shared / union : 0
  }
}
