/// Where clips are to be shown: their size, what the platform lays over them, how long they may be.
///
/// Platforms change their interfaces; these figures are of 2025. An explicit `render.width` and
/// `render.height` stand over the size.
package enum PlatformProfile: String, Hashable, Sendable, CaseIterable, Codable {
  /// YouTube Shorts.
  case shorts
  /// Instagram and Facebook Reels.
  case reels
  case tiktok
  /// A square for feeds.
  case square
  /// The shape of a television.
  case landscape

  /// Width and height in pixels.
  package var size: (width: Int, height: Int) {
    switch self {
    case .shorts, .reels, .tiktok: (1080, 1920)
    case .square: (1080, 1080)
    case .landscape: (1920, 1080)
    }
  }

  /// What the platform's own buttons, titles and bars leave free.
  package var safeArea: SafeArea {
    switch self {
    // YouTube draws its safe area without figures; those that guides for advertisers read off it,
    // for the worst case of an advertisement, of 1080x1920: 288 above, 672 below, 48 left, 192
    // right.
    case .shorts: SafeArea(top: 0.15, bottom: 0.35, left: 0.045, right: 0.178)
    // As Meta tells advertisers: 14 % above, 35 % below, 6 % on either side.
    case .reels: SafeArea(top: 0.14, bottom: 0.35, left: 0.06, right: 0.06)
    // TikTok gives templates that differ with the length of the caption; about the middle of what
    // guides read off them, of 1080x1920: 130 above, 484 below, 60 left, 140 right.
    case .tiktok: SafeArea(top: 0.068, bottom: 0.252, left: 0.056, right: 0.13)
    // Nothing is laid over these for good; the title-safe area of SMPTE ST 2046-1.
    case .square, .landscape: SafeArea(top: 0.05, bottom: 0.05, left: 0.05, right: 0.05)
    }
  }

  /// The longest clip that the platform takes as such, in seconds; `nil` for any length.
  package var longest: Double? {
    switch self {
    // Since October 2024 (Shorts) and January 2025 (Reels) both take three minutes.
    case .shorts, .reels: 180
    // What its own camera records; uploads may be longer.
    case .tiktok: 600
    case .square, .landscape: nil
    }
  }
}

/// The margins of an output that something may be laid over, as shares of its sides.
package struct SafeArea: Hashable, Sendable {
  /// Share of the height that is left free above.
  package var top: Double
  /// Share of the height that is left free below.
  package var bottom: Double
  /// Share of the width that is left free on the left.
  package var left: Double
  /// Share of the width that is left free on the right.
  package var right: Double
}
