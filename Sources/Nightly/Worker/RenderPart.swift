import Media

/// One file of a video's outputs, rendered by a process of its own.
///
/// So several are rendered at once, and no rendering's memory outlives it.
struct RenderPart: Codable, Sendable, Hashable {
  /// Which of the outputs it is.
  enum Kind: Codable, Sendable, Hashable {
    /// The clip of the moment at a place in the document.
    case clip(Int)
    /// The reel.
    case reel
  }

  var kind: Kind
  /// The `.mp4` to write.
  var path: String
  /// The `.jpg` to write along with it.
  var poster: String?
  /// What is written into its picture, on the source's clock: read once, where it was decided.
  var captions: [SubtitleCue] = []
}
