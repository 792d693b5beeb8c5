import Audience
import Foundation
import Hashing
import Library
import Settings

extension AudienceReader {
  /// What stays of viewers whose samples are about to be erased, and of those before them.
  ///
  /// Where no other viewers are left it is the whole audience, to the byte. Else those viewers are
  /// counted alone, against the crowd of all: what the others did can still be taken back.
  ///
  /// - Parameters:
  ///   - aged: who, of `part`, in the library's order.
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  /// - Returns: `nil` where sessions were replaced meanwhile.
  /// - Throws: `LibraryError`.
  func frozen(
    _ aged: [StoredViewer], duration: Double, aspect: Double
  ) throws -> FrozenAudience? {
    let digest = try database.inputDigest(of: video, in: part)
    let before = try database.frozenAudience(of: video, part)
    let viewers = (before?.viewers ?? 0) + aged.count
    let everyone = try database.viewers(of: video, in: part)
    guard aged.count < everyone.count else {
      let whole = try audience(duration: duration, aspect: aspect, mayKeep: false)
      let folded = try whole.folded()
      // Who came meanwhile may be in it, and would be counted once more.
      guard try database.inputDigest(of: video, in: part) == digest else { return nil }
      return FrozenAudience(viewers: viewers, audience: folded)
    }
    let means = FoldMeans(
      duration: duration, aspect: aspect, settings: settings, frozen: before?.audience)
    var fold = means.fold
    guard
      try add(everyone[...], to: &fold, means.text, mayKeep: false, untilCrowdIsWhole: true)
    else { return nil }
    fold.countAnew()
    guard try add(aged[...], to: &fold, means.text, mayKeep: false) else { return nil }
    let counted = fold.finish()
    return FrozenAudience(
      viewers: viewers, audience: before?.audience.joined(with: counted) ?? counted)
  }

  /// Says what can no longer be done as it is asked for, since samples were erased by age.
  func sayWhatIsFrozen() throws {
    guard try database.frozenVideos().contains(video) else { return }
    guard let before = try database.frozenSettings(of: video, part) else {
      return report(
        "viewers whose samples were erased by age (library.keepSamples) cannot be told apart any "
          + "more: only those since are asked for \(part)")
    }
    let changed = zip(before.numbers, settings.numbers).filter { $0.value != $1.value }
    guard !changed.isEmpty else { return }
    let words = changed.map { "fold.\($0.0.name) \(Setting.text($0.0.value))" }
    report(
      "samples were erased by age (library.keepSamples): what was folded of them stands, and later "
        + "viewers are folded likewise, by \(words.joined(separator: ", "))")
  }
}

/// By what an audience is folded: as asked for, or as those were whose samples were erased.
struct FoldMeans {
  /// An audience of nobody yet.
  var fold: AudienceFold
  /// A digest of it, by which the rows of single viewers are known.
  var text: String

  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  ///   - frozen: what was folded of erased samples; later viewers are folded likewise.
  init(duration: Double, aspect: Double, settings: FoldSettings, frozen: FoldedAudience?) {
    let duration = frozen?.summary.duration ?? duration
    let aspect = frozen?.summary.aspect ?? aspect
    let settings = frozen?.summary.fold ?? settings
    fold = AudienceFold(duration: duration, aspect: aspect, settings: settings)
    text = SHA256.hex(Self.words(duration: duration, aspect: aspect, settings: settings))
  }

  /// Whether an audience that was kept under a key was folded by this version: a digest of its
  /// input and a space come before the means.
  static func isOfThisVersion(key: String) -> Bool {
    key.split(separator: " ").dropFirst().first == "\(GazecutVersion.judgement)"
  }

  /// All that a fold depends on beside the samples, in words.
  static func words(duration: Double, aspect: Double, settings: FoldSettings) -> String {
    "\(GazecutVersion.judgement) \(duration) \(aspect) \(settings)"
  }
}
