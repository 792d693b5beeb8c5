package import Audience

/// Shares of viewers who watch each part of a video, from a platform's retention curve.
package struct PlatformRetention: Hashable, Sendable {
  package var source: EngagementCurve.Source
  /// Shares 0…1, one per time bin; `nil` where the curve is unknown.
  package var shares: [Double?]
}
