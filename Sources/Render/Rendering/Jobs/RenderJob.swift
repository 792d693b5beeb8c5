package import EditDecisions
package import Media

/// A self-contained job with all data that is needed to render one file.
///
/// The result depends only on this job and on the content of the source. A renderer opens neither
/// the library, nor the configuration, nor subtitle files.
package struct RenderJob: Hashable, Sendable, Codable {
  package static let schema = "gazecut.job/1"

  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A clip of a moment, with its poster if one is requested.
    case short
    case poster
    case reel
  }

  package struct Source: Hashable, Sendable, Codable {
    /// The probed path, streams and times.
    package var info: MediaInfo
    /// The identity that the source must still have.
    package var identity: SourceIdentity

    package init(info: MediaInfo, identity: SourceIdentity) {
      (self.info, self.identity) = (info, identity)
    }
  }

  /// A range of the source in seconds of play time.
  package struct Stretch: Hashable, Sendable, Codable {
    package var start: Double
    /// Time of the first excluded frame.
    package var end: Double
  }

  /// One complete, small frame of a clip, over which the report draws heat maps.
  package struct Still: Hashable, Sendable, Codable {
    /// Play time of the frame in seconds.
    package var time: Double
    package var path: String

    package init(time: Double, path: String) { (self.time, self.path) = (time, path) }

    /// Frame size in pixels: 360 high, with the aspect ratio of the source.
    package static func size(of video: MediaInfo.Video) -> (width: Int, height: Int) {
      (FilterGraphDescription.even(360 * Double(video.width) / Double(video.height)), 360)
    }
  }

  package var schema = Self.schema
  /// The ID of the clip; files with the same ID have the same bytes.
  package var id: String
  package var video: String
  package var kind: Kind
  package var renderer = ClipIdentity.rendererVersion
  package var source: Source
  package var settings: RenderSettings
  /// One range for a clip or poster; all segments in order for a reel.
  package var stretches: [Stretch]
  /// The framing of a clip or poster; `nil` for a reel.
  package var framing: Framing?
  /// The source's cues to burn in.
  package var captions: [SubtitleCue]
  /// Play time in seconds near which to choose the poster's frame; `nil` without a poster.
  package var posterTime: Double?
  /// The core of the moment, from which the poster is chosen; `nil` without a poster.
  package var core: Stretch?
  /// The `.mp4` to write, absolute or relative to the folder of the jobs; `nil` for a poster.
  package var output: String?
  package var poster: String?
  package var still: Still?
  /// Number of frames of the file; 0 for a poster.
  package var frames: Int

  /// Whether text is drawn into it.
  package var hasText: Bool { settings.title != nil || framing?.line != nil || !captions.isEmpty }

  /// Duration of the output in seconds.
  package var seconds: Double { stretches.reduce(0) { $0 + $1.end - $1.start } }

  /// Maximum size of one of its files in bytes.
  package var largestFile: Int {
    let video = source.info.video
    return Self.largestFile(
      seconds: seconds,
      pixels: max(settings.width * settings.height, video.codedWidth * video.codedHeight),
      rate: settings.maximumFrameRate)
  }

  /// Maximum size of a video file in bytes: uncompressed 4:2:0 frames, plus sound and a poster.
  package static func largestFile(seconds: Double, pixels: Int, rate: Int) -> Int {
    100_000_000 + Int(bounding: seconds * Double(rate) * Double(pixels) * 1.5)
  }
}

extension RenderJob {
  /// Creates the job of a clip, or with `output` of `nil` of its poster alone.
  package init(
    _ moment: Moment, of video: String, source: Source, settings: RenderSettings,
    captions: [SubtitleCue], output: String?, poster: String?
  ) {
    let grid = ClipRenderer(source: source.info, settings: settings)
      .grid(from: moment.start, to: moment.end)
    self.init(
      id: moment.id, video: video, kind: output == nil ? .poster : .short, source: source,
      settings: settings, stretches: [Stretch(start: moment.start, end: moment.end)],
      framing: moment.framing, captions: captions,
      posterTime: poster == nil
        ? nil : moment.framing.poster ?? (moment.coreStart + moment.coreEnd) / 2,
      core: poster == nil ? nil : Stretch(start: moment.coreStart, end: moment.coreEnd),
      output: output, poster: poster, frames: output == nil ? 0 : grid.frames.count)
  }

  /// Creates the job of a highlight reel from ranges in seconds of play time, in reel order.
  package init(
    reel id: String, _ stretches: [Range<Double>], of video: String, source: Source,
    settings: RenderSettings, output: String
  ) {
    let frames = ClipRenderer(source: source.info, settings: settings).reelFrames(stretches)
    self.init(
      id: id, video: video, kind: .reel, source: source, settings: settings,
      stretches: stretches.map { Stretch(start: $0.lowerBound, end: $0.upperBound) }, framing: nil,
      captions: [], posterTime: nil, output: output, poster: nil, frames: frames)
  }

  /// Whether one decoding can serve both jobs: two clips of the same range, or a highlight reel and
  /// a clip that it contains.
  package func sharesDecoding(with other: RenderJob) -> Bool {
    let reels = [self, other].filter { $0.kind == .reel }
    let clips = [self, other].filter { $0.kind == .short }
    guard reels.count + clips.count == 2, let clip = clips.first else { return false }
    let shown = (reels.first ?? clips[1]).stretches
    return source == other.source
      && clip.stretches.allSatisfy(shown.contains)
      && settings.maximumFrameRate == other.settings.maximumFrameRate
      && settings.audioLanguage == other.settings.audioLanguage
      && settings.encoderThreads == other.settings.encoderThreads
  }

  /// Groups jobs that can share one decoding, for one process per group.
  ///
  /// A group has a reel, which comes first, and clips of its segments, or clips of the same range.
  /// Other jobs are alone, and with `isReelApart` also reels. A group has no more simultaneous
  /// encodes than the encoder's driver allows.
  package static func groups(_ jobs: [RenderJob], isReelApart: Bool = false) -> [[RenderJob]] {
    var groups: [[RenderJob]] = []
    for job in jobs.filter({ $0.kind == .reel }) + jobs.filter({ $0.kind != .reel }) {
      let index = groups.firstIndex {
        $0[0].sharesDecoding(with: job) && !(isReelApart && $0[0].kind == .reel)
          && open(of: $0 + [job]).count <= job.settings.sessions
      }
      if let index { groups[index].append(job) } else { groups.append([job]) }
    }
    return groups
  }

  /// The jobs of a group whose files are open at the same time, at the peak.
  package static func open(of group: [RenderJob]) -> [RenderJob] {
    let clips = Dictionary(grouping: group.filter { $0.kind != .reel }, by: \.stretches).values
    return group.filter { $0.kind == .reel } + (clips.max { $0.count < $1.count } ?? [])
  }
}
