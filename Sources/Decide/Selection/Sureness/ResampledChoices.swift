package import Audience
import EditDecisions

/// The segments chosen from resampled audiences, for the confidence; no data of single viewers.
package struct ResampledChoices: Hashable, Sendable, Codable {
  /// The core of a chosen segment, in seconds.
  package struct Window: Hashable, Sendable, Codable {
    package var coreStart, coreEnd: Double

    package init(coreStart: Double, coreEnd: Double) {
      (self.coreStart, self.coreEnd) = (coreStart, coreEnd)
    }
  }

  /// The best segments of each resample, at most `selection.count`.
  package var resamples: [[Window]]

  package init(_ resamples: [[Window]]) { self.resamples = resamples }

  /// Selects segments from each resample, in parallel on all processor cores.
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

/// Caches, per settings, what a video's resampled audiences choose.
///
/// They are aggregated at the first request, which may take as long as for the real audience.
package final class ResampledChoiceCache {
  private let fold: () throws -> AudienceResamples?
  private var audiences: AudienceResamples??
  private var known: [SelectionSettings: ResampledChoices] = [:]

  /// - Parameter fold: aggregates the resampled audiences; returns `nil` if samples were erased.
  package init(_ fold: @escaping () throws -> AudienceResamples?) { self.fold = fold }

  /// The choices with the given settings; `nil` if samples were erased.
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
  /// The confidence of a moment: the estimated share (0…1) of new audiences that find it again.
  ///
  /// A resample finds it if the intersection over union of the cores is at least half. By the rule
  /// of succession (Laplace 1774), a new audience may disagree even if all resamples agree. The
  /// share is rounded to 0.01 and `nil` without resamples.
  package func sure(of candidate: Candidate) -> Double? {
    guard !resamples.isEmpty else { return nil }
    let found = resamples.count { windows in
      windows.contains { Self.overlap($0, candidate) >= 0.5 }
    }
    return hundredths(Double(found + 1) / Double(resamples.count + 2))
  }

  /// Adds the confidence to each moment and rejects moments below the minimum confidence.
  package func withConfidence(_ choice: Choice, _ settings: SelectionSettings) -> Choice {
    let disclosure = MinimumGroupRule(settings)
    func addingConfidence(
      _ candidates: [Candidate], refuse: (Candidate, String) -> Void
    ) -> [Candidate] {
      candidates.compactMap { candidate in
        var candidate = candidate
        let share = self.sure(of: candidate)
        candidate.why.sure = disclosure.figure(share, of: candidate.why.viewers)
        candidate.why.resamples = candidate.why.sure.map { _ in resamples.count }
        guard let share, share < settings.leastSure else { return candidate }
        let text = missedThresholdText(
          share, below: settings.leastSure, "of audiences of the same kind find it again")
        refuse(candidate, "confidence too low: " + text)
        return nil
      }
    }
    var choice = choice
    var refused: [RejectedSegment] = []
    let sure = addingConfidence(choice.candidates) { refused.append(RejectedSegment(of: $0, $1)) }
    choice.candidates = sure
    choice.crowdedOut = addingConfidence(choice.crowdedOut) { choice.replaceReason($0, $1) }
    choice.rejected = refused + choice.rejected
    if sure.isEmpty, choice.reason == nil {
      choice.reason = choice.rejected.first.map { "no moment is left: \($0.reason)" }
    }
    return choice
  }

  private static func overlap(_ window: Window, _ candidate: Candidate) -> Double {
    let shared =
      min(window.coreEnd, candidate.coreEnd) - max(window.coreStart, candidate.coreStart)
    let union = window.coreEnd - window.coreStart + candidate.coreEnd - candidate.coreStart - shared
    return shared > 0 && union > 0 ? shared / union : 0
  }
}
