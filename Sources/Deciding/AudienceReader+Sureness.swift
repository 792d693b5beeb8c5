import Audience
import Foundation
import Library
package import Selection

extension AudienceReader {
  /// How sure each moment of a choice is, by what resampled audiences choose.
  ///
  /// What they chose is kept, so that it is made once for an audience and its settings. Where it is
  /// not, the audience is folded again as long as all of its viewers are still there; of one whose
  /// samples are gone nothing can be resampled, and nothing is said; nor of a curve alone.
  ///
  /// - Parameters:
  ///   - choice: made from the audience.
  ///   - chooser: made it.
  ///   - audience: as this reader read it.
  ///   - digest: tells apart the settings that choosing depends on.
  ///   - mayFold: whether the audience may be folded again for it.
  ///   - mayKeep: whether anything is kept; a dry run keeps nothing.
  /// - Returns: the choice with how sure its moments are.
  /// - Throws: `LibraryError`.
  package func judging(
    _ choice: Choice, by chooser: MomentChooser, _ audience: VideoAudience, settings digest: String,
    mayFold: Bool, mayKeep: Bool
  ) throws -> Choice {
    guard !choice.candidates.isEmpty, chooser.settings.evidence != .curve else { return choice }
    let key = "\(audience.key) \(digest)"
    if let kept = try database.cached(.resampledChoices, of: video, key: key),
      let choices = try? JSONDecoder().decode(ResampledChoices.self, from: kept)
    {
      return choices.judging(choice, chooser.settings)
    }
    let audiences =
      try audience.resamples ?? (mayFold ? resamples(of: audience.summary, mayKeep) : nil)
    guard var audiences else { return choice }
    audiences.whole.curves = audience.summary.curves
    report("choosing from resampled audiences")
    let choices = ResampledChoices(of: audiences, by: chooser)
    if mayKeep, audience.isKept {
      try database.setCache(
        .resampledChoices, of: video, key: key, value: JSONEncoder().encode(choices))
    }
    return choices.judging(choice, chooser.settings)
  }

  /// The audience folded again for its resamples; `nil` where some of its viewers are gone.
  private func resamples(
    of summary: TimelineSummary, _ mayKeep: Bool
  ) throws -> AudienceResamples? {
    guard try database.frozenAudience(of: video, part) == nil else { return nil }
    report("folding the audience for how sure it is")
    var reader = self
    reader.isResampled = true
    let found = try reader.whole(
      nil, duration: summary.duration, aspect: summary.aspect, mayKeep: mayKeep)
    return found.audience.summary.viewers == summary.viewers ? found.resamples : nil
  }
}
