internal import Media

/// What a clip or reel says of itself: its title, and what was cut from where.
///
/// Nothing about viewers, no date and no path: the same id gives the same bytes.
enum ClipMetadata {
  /// The entries of a file cut from some stretches of a video.
  ///
  /// - Parameters:
  ///   - video: the video's id; without it a file says nothing.
  ///   - info: the source, whose own title is taken over.
  ///   - stretches: play times in seconds.
  /// - Returns: entries of the container, in its words.
  static func entries(
    video: String?, info: MediaInfo, stretches: [Range<Double>]
  ) -> [PictureEncoding.Option] {
    guard let video else { return [] }
    let spans = stretches.map { "\(text($0.lowerBound)) s to \(text($0.upperBound)) s" }
    let title = info.title.map { $0.isEmpty ? video : $0 } ?? video
    return [
      .init("title", title), .init("comment", "\(video), " + spans.joined(separator: "; ")),
    ]
  }

  /// Seconds with three digits, as decisions are written.
  private static func text(_ seconds: Double) -> String {
    let milliseconds = Int(bounding: seconds * 1000)
    let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
    return "\(milliseconds / 1000).\(fraction)"
  }
}
