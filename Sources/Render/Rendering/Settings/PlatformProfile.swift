/// A target platform: its frame size, safe area and maximum clip length.
///
/// Platforms change their interfaces; these figures date from 2025. The settings `render.width` and
/// `render.height` override the size.
package enum PlatformProfile: String, Hashable, Sendable, CaseIterable, Codable {
  case shorts
  case reels
  case tiktok
  case square
  case landscape

  package var size: (width: Int, height: Int) {
    switch self {
    case .shorts, .reels, .tiktok: (1080, 1920)
    case .square: (1080, 1080)
    case .landscape: (1920, 1080)
    }
  }

  /// Margins that the platform's buttons, titles and bars may cover.
  package var safeArea: SafeArea {
    switch self {
    // YouTube shows its safe area only as a drawing. Guides for advertisers measured these margins
    // in it at 1080x1920 pixels: 288 at the top, 672 at the bottom, 48 left, 192 right. They apply
    // to an advertisement, which is the worst case.
    case .shorts: SafeArea(top: 0.15, bottom: 0.35, left: 0.045, right: 0.178)
    // From Meta's guide for advertisers: 14 % at the top, 35 % at the bottom, 6 % on each side.
    case .reels: SafeArea(top: 0.14, bottom: 0.35, left: 0.06, right: 0.06)
    // TikTok's templates differ with the length of the caption. These are middle values from guides
    // that measured them, at 1080x1920 pixels: 130 at the top, 484 at the bottom, 60 left, 140
    // right.
    case .tiktok: SafeArea(top: 0.068, bottom: 0.252, left: 0.056, right: 0.13)
    // Nothing covers these permanently, so this is the title-safe area of SMPTE ST 2046-1.
    case .square, .landscape: SafeArea(top: 0.05, bottom: 0.05, left: 0.05, right: 0.05)
    }
  }

  /// Maximum length in seconds of a clip on the platform; `nil` for no limit.
  package var longest: Double? {
    switch self {
    // The limit is three minutes since October 2024 (Shorts) and January 2025 (Reels).
    case .shorts, .reels: 180
    // The limit of TikTok's own camera; uploads may be longer.
    case .tiktok: 600
    case .square, .landscape: nil
    }
  }
}

/// The margins of a frame that a platform may cover, as shares of its width and height (0…1).
package struct SafeArea: Hashable, Sendable {
  package var top: Double
  package var bottom: Double
  package var left: Double
  package var right: Double
}
