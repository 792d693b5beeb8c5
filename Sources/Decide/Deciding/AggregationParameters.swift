import Audience
import Support
import Workspace

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
  static func isFromThisVersion(key: String) -> Bool {
    key.split(separator: " ").dropFirst().first == "\(GazecutVersion.judgement)"
  }

  /// The parameters as text: everything that affects aggregation except the samples.
  static func words(duration: Double, aspect: Double, settings: AggregationSettings) -> String {
    "\(GazecutVersion.judgement) \(duration) \(aspect) \(settings)"
  }
}
