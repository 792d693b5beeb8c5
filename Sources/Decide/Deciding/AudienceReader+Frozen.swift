import Audience
import Foundation
package import Library
import Settings
import Support
import Workspace

extension AudienceReader {
  /// What stays of viewers whose samples are about to be erased, and of those before them.
  ///
  /// If no other viewers are left, it is the whole audience, to the byte. Otherwise only these
  /// viewers are summed, with the weights and windows that all viewers give them: the others can
  /// still be erased.
  ///
  /// - Parameters:
  ///   - aged: who, of `part`, in the library's order.
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  /// - Returns: `nil` where sessions were replaced meanwhile.
  /// - Throws: `LibraryError`; `CommandFailure` 65 where the video is too long.
  package func frozen(
    _ aged: [ViewerReference], duration: Double, aspect: Double
  ) throws -> RetainedAudience? {
    try requireLength(duration)
    let digest = try database.inputDigest(of: video, in: part)
    let before = try database.frozenAudience(of: video, part)
    // A shorter source may be there for a night alone: what is left out here is gone for good.
    let duration = max(duration, before?.audience.summary.duration ?? 0)
    let viewers = (before?.viewers ?? 0) + aged.count
    let everyone = try database.viewers(of: video, in: part)
    guard aged.count < everyone.count else {
      let whole = try audience(duration: duration, aspect: aspect, mayKeep: false)
      let folded = try whole.folded()
      // Who came meanwhile may be in it, and would be counted once more.
      guard try database.inputDigest(of: video, in: part) == digest else { return nil }
      return RetainedAudience(viewers: viewers, audience: folded)
    }
    let earlier = before?.audience.lasting(duration)
    let means = AggregationParameters(
      duration: duration, aspect: aspect, settings: settings, frozen: earlier)
    var fold = means.fold
    let agedIDs = Set(aged)
    let others = everyone.filter { !agedIDs.contains($0) }
    guard try add(others[...], to: &fold, means.text, mayKeep: false) else { return nil }
    fold.startResult()
    guard try add(aged[...], to: &fold, means.text, mayKeep: false) else { return nil }
    let counted = fold.finish()
    return RetainedAudience(viewers: viewers, audience: earlier?.joined(with: counted) ?? counted)
  }

  /// A sentence about the settings that have no effect on viewers whose samples were erased by age.
  ///
  /// - Returns: `nil` if all settings have their effect.
  /// - Throws: `LibraryError`.
  package func frozenSettingsWarning() throws -> String? {
    guard try database.isFrozen(video) else { return nil }
    guard let before = try database.frozenSettings(of: video, part) else {
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
    return "samples were erased by age (library.keepSamples), so their audience cannot be aggregated "
      + "with other settings; these stay: " + words.joined(separator: ", ")
  }
}

/// By what an audience is folded: as asked for, or as those were whose samples were erased.
struct AggregationParameters {
  /// An audience of nobody yet.
  var fold: AudienceAggregation
  /// A digest of it, by which the rows of single viewers are known.
  var text: String

  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  ///   - frozen: what was folded of erased samples; later viewers are folded likewise.
  init(duration: Double, aspect: Double, settings: AggregationSettings, frozen: AggregatedAudience?)
  {
    let aspect = frozen?.summary.aspect ?? aspect
    let settings = frozen?.summary.fold ?? settings
    fold = AudienceAggregation(duration: duration, aspect: aspect, settings: settings)
    text = SHA256.hex(Self.words(duration: duration, aspect: aspect, settings: settings.ofViewers))
  }

  /// Whether an audience that was kept under a key was folded by this version: a digest of its
  /// input and a space come before the means.
  static func isOfThisVersion(key: String) -> Bool {
    key.split(separator: " ").dropFirst().first == "\(GazecutVersion.judgement)"
  }

  /// All that a fold depends on beside the samples, in words.
  static func words(duration: Double, aspect: Double, settings: AggregationSettings) -> String {
    "\(GazecutVersion.judgement) \(duration) \(aspect) \(settings)"
  }
}
