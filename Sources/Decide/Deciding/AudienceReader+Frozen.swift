import Audience
import Foundation
package import Library
import Settings
import Support
import Workspace

extension AudienceReader {
  /// Aggregates viewers whose samples are about to be erased, together with earlier erased ones.
  ///
  /// If no other viewers are left, the result is the whole audience, byte for byte. Otherwise only
  /// these viewers are summed, with the weights and windows that all viewers give them, because the
  /// others can still be erased.
  ///
  /// `aged` are viewers of `part` in the library's order. The result is `nil` if sessions were
  /// replaced in the meantime. Throws `CommandFailure` 65 if the video is too long.
  package func frozen(
    _ aged: [ViewerReference], duration: Double, aspect: Double
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
    let earlier = before?.audience.lasting(duration)
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

  /// A sentence about the settings that have no effect on viewers whose samples were erased by age.
  ///
  /// - Returns: `nil` if all settings have their effect.
  /// - Throws: `LibraryError`.
  package func frozenSettingsWarning() throws -> String? {
    guard try database.audiences.hasRetained(video) else { return nil }
    guard let before = try database.audiences.retainedSettings(of: video, part) else {
      return "samples were erased by age (library.keepSamples), so earlier viewers cannot be "
        + "divided; \(part) has only later viewers"
    }
    var words: [String] = []
    func note(_ name: String, _ value: (AggregationSettings) -> String) {
      if value(before) != value(settings) { words.append("\(name) \(value(before))") }
    }
    note("fold.gazeNoise") { Setting.text($0.gazeNoise) }
    note("selection.reactionSeconds") { Setting.text($0.reactionSeconds) }
    note("selection.emotions") { settings in
      Emotion.allCases.filter { settings.emotions[$0] > 0 }.map {
        "\($0.name)=\(Setting.text(Double(settings.emotions[$0])))"
      }.joined(separator: ",")
    }
    guard !words.isEmpty else { return nil }
    return
      "samples were erased by age (library.keepSamples), so their audience cannot be aggregated "
      + "with other settings; these stay: " + words.joined(separator: ", ")
  }
}

/// The parameters of aggregation: as in the settings, or as they were for erased samples.
struct AggregationParameters {
  /// An empty aggregation.
  var fold: AudienceAggregation
  /// Hash of the parameters, the key of single viewers' stored rows.
  var text: String

  /// `frozen` is the aggregate of erased samples; later viewers use the same parameters.
  init(duration: Double, aspect: Double, settings: AggregationSettings, frozen: AggregatedAudience?)
  {
    let aspect = frozen?.summary.aspect ?? aspect
    let settings = frozen?.summary.fold ?? settings
    fold = AudienceAggregation(duration: duration, aspect: aspect, settings: settings)
    text = SHA256.hex(
      Self.words(duration: duration, aspect: aspect, settings: settings.viewerSettings))
  }

  /// Whether this version of gazecut aggregated the audience stored under a key.
  ///
  /// The key consists of a hash of the input, a space, and the parameters.
  static func isOfThisVersion(key: String) -> Bool {
    key.split(separator: " ").dropFirst().first == "\(GazecutVersion.judgement)"
  }

  /// The parameters as text: everything that affects aggregation except the samples.
  static func words(duration: Double, aspect: Double, settings: AggregationSettings) -> String {
    "\(GazecutVersion.judgement) \(duration) \(aspect) \(settings)"
  }
}
