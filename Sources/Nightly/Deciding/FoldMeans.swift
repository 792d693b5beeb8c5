import Audience
import Hashing

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

  /// Whether an audience that was kept under a key was folded by this version: a digest of its input
  /// and a space come before the means.
  static func isOfThisVersion(key: String) -> Bool {
    key.split(separator: " ").dropFirst().first == "\(GazecutVersion.judgement)"
  }

  /// All that a fold depends on beside the samples, in words.
  static func words(duration: Double, aspect: Double, settings: FoldSettings) -> String {
    "\(GazecutVersion.judgement) \(duration) \(aspect) \(settings)"
  }
}
