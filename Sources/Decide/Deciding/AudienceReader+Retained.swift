import Audience
import Library

extension AudienceReader {
  /// The aggregate of viewers whose samples are about to be erased, with that of earlier ones.
  ///
  /// If no other viewers are left, the result is the whole audience, byte for byte. Otherwise only
  /// these viewers are summed, with the weights and windows that all viewers give them, because the
  /// others can still be erased.
  ///
  /// `aged` are viewers of `part` in the library's order. The result is `nil` if sessions were
  /// replaced in the meantime. Throws `CommandFailure` 65 if the video is too long.
  func retainedAudience(
    of aged: [ViewerReference], duration: Double, aspect: Double
  ) throws -> RetainedAudience? {
    try requireLength(duration)
    let digest = try database.videos.inputDigest(of: video, in: part)
    let before = try database.audiences.retained(of: video, part)
    // The source may be shorter only for this run, but samples that are left out here are lost.
    let duration = max(duration, before?.audience.summary.duration ?? 0)
    let viewers = (before?.viewers ?? 0) + aged.count
    let everyone = try database.sessions.viewers(of: video, in: part)
    guard aged.count < everyone.count else {
      let whole = try audience(duration: duration, aspect: aspect, canCache: false)
      let folded = try whole.folded()
      // Viewers who were added in the meantime may be included and would be counted twice.
      guard try database.videos.inputDigest(of: video, in: part) == digest else { return nil }
      return RetainedAudience(viewers: viewers, audience: folded)
    }
    let earlier = before?.audience.withDuration(duration)
    let means = AggregationParameters(
      duration: duration, aspect: aspect, settings: settings, frozen: earlier)
    var fold = means.fold
    let agedIDs = Set(aged)
    let others = everyone.filter { !agedIDs.contains($0) }
    guard try add(others[...], to: &fold, means.text, canCache: false) else { return nil }
    fold.startResult()
    guard try add(aged[...], to: &fold, means.text, canCache: false) else { return nil }
    let counted = fold.finish()
    return RetainedAudience(viewers: viewers, audience: earlier?.joined(with: counted) ?? counted)
  }
}
