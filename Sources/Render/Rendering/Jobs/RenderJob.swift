package import EditDecisions
package import Media

/// A sealed job: all that rendering one file needs, by value.
///
/// Whoever renders it opens the source, the fonts and the folder that it writes to, and nothing
/// else: no library, no configuration, no text beside the source. What it renders is a pure
/// function of what stands here and of the source's content.
package struct RenderJob: Hashable, Sendable, Codable {
  /// What a file of jobs says it is.
  package static let schema = "gazecut.job/1"

  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A moment's clip, upright, with its poster where one is asked for.
    case short
    /// The poster of a clip that is there.
    case poster
    case reel
  }

  /// The source that it is cut from.
  package struct Source: Hashable, Sendable, Codable {
    /// What was probed: the path, the streams, the clock.
    package var info: MediaInfo
    /// What it has to be still.
    package var identity: SourceIdentity

    package init(info: MediaInfo, identity: SourceIdentity) {
      self.info = info
      self.identity = identity
    }
  }

  /// A stretch of the source, in seconds of play time.
  package struct Stretch: Hashable, Sendable, Codable {
    /// Of its first frame.
    package var start: Double
    /// Of the first frame left out.
    package var end: Double

    package init(start: Double, end: Double) {
      self.start = start
      self.end = end
    }
  }

  /// One frame of a short's seconds in the whole, small: what the report lays heat maps over.
  package struct Still: Hashable, Sendable, Codable {
    /// Play time of the frame, in seconds.
    package var time: Double
    /// The `.jpg` to write; its folder must exist.
    package var path: String

    package init(time: Double, path: String) {
      self.time = time
      self.path = path
    }

    /// Pixels: 360 up, and across what the picture's shape makes of it.
    package static func size(of video: MediaInfo.Video) -> (width: Int, height: Int) {
      (PictureGraphText.even(360 * Double(video.width) / Double(video.height)), 360)
    }
  }

  /// `gazecut.job/1`.
  package var schema = Self.schema
  /// The clip's id, of which the same id means the same bytes.
  package var id: String
  package var video: String
  package var kind: Kind
  /// The version of the renderer for which the job was sealed.
  package var renderer = ClipIdentity.rendererVersion
  package var source: Source
  /// How it is encoded: every setting, resolved.
  package var settings: RenderSettings
  /// The stretch of a short or a poster; those of a reel in its order.
  package var stretches: [Stretch]
  /// How a short or a poster is shown upright; `nil` for a reel.
  package var framing: Framing?
  /// The source's cues that are written into the picture, on its clock.
  package var captions: [SubtitleCue]
  /// Play time near which the poster's frame is looked for, in seconds; `nil` without a poster.
  package var posterTime: Double?
  /// The moment's core, of which the poster's frame is; `nil` without a poster.
  package var core: Stretch?
  /// The `.mp4` to write, as a path or relative to the folder of the jobs; `nil` for a poster.
  package var output: String?
  /// The `.jpg` to write.
  package var poster: String?
  /// A still to write along with a short.
  package var still: Still?
  /// Frames that the file will have; 0 for a poster.
  package var frames: Int

  /// Whether letters are drawn into it.
  package var hasText: Bool {
    settings.title != nil || framing?.line != nil || !captions.isEmpty
  }

  /// Seconds of output, by which the work is shared out.
  package var seconds: Double { stretches.reduce(0) { $0 + $1.end - $1.start } }

  /// Bytes that one of its files may have.
  package var largestFile: Int {
    let video = source.info.video
    return Self.largestFile(
      seconds: seconds,
      pixels: max(settings.width * settings.height, video.codedWidth * video.codedHeight),
      rate: settings.maximumFrameRate)
  }

  /// Bytes of a film: no encoder writes more than its frames have in 4:2:0, sound and a poster.
  package static func largestFile(seconds: Double, pixels: Int, rate: Int) -> Int {
    100_000_000 + Int(bounding: seconds * Double(rate) * Double(pixels) * 1.5)
  }
}

extension RenderJob {
  /// Seals the rendering of a moment's clip, or of its poster alone.
  ///
  /// - Parameters:
  ///   - moment: what is cut, how it is framed, and the clip's id.
  ///   - video: the video's id.
  ///   - source: what it is cut from.
  ///   - settings: how it is encoded.
  ///   - captions: cues that are written into the picture.
  ///   - output: the `.mp4` to write; `nil` where only the poster is missing.
  ///   - poster: the `.jpg` to write; `nil` without one.
  package init(
    _ moment: Moment, of video: String, source: Source, settings: RenderSettings,
    captions: [SubtitleCue], output: String?, poster: String?
  ) {
    let rate = FrameGrid.rate(
      for: source.info.video.frameRate, maximum: settings.maximumFrameRate)
    self.init(
      id: moment.id, video: video, kind: output == nil ? .poster : .short, source: source,
      settings: settings, stretches: [Stretch(start: moment.start, end: moment.end)],
      framing: moment.framing, captions: captions,
      posterTime: poster == nil
        ? nil : moment.framing.poster ?? (moment.coreStart + moment.coreEnd) / 2,
      core: poster == nil ? nil : Stretch(start: moment.coreStart, end: moment.coreEnd),
      output: output,
      poster: poster,
      frames: output == nil
        ? 0 : FrameGrid(rate: rate, start: moment.start, end: moment.end).frames.count)
  }

  /// Seals the rendering of a reel.
  ///
  /// - Parameters:
  ///   - id: the reel's id.
  ///   - stretches: start and end of each as play times in seconds, in the reel's order.
  ///   - video: the video's id.
  ///   - source: what it is cut from.
  ///   - settings: how it is encoded.
  ///   - output: the `.mp4` to write.
  package init(
    reel id: String, _ stretches: [Range<Double>], of video: String, source: Source,
    settings: RenderSettings, output: String
  ) {
    let map = ReelRenderer(source: source.info, settings: settings)
    self.init(
      id: id, video: video, kind: .reel, source: source, settings: settings,
      stretches: stretches.map { Stretch(start: $0.lowerBound, end: $0.upperBound) }, framing: nil,
      captions: [], posterTime: nil, output: output, poster: nil, frames: map.frames(stretches))
  }
}
