import EditDecisions
package import Media

/// The encoding settings of clips and reels; every field that changes a clip is part of its ID.
package struct RenderSettings: Hashable, Sendable, Codable {
  /// The target platform, which decides the safe area.
  package var profile: PlatformProfile
  /// Width of a clip in pixels; even.
  package var width: Int
  /// Height of a clip in pixels; even.
  package var height: Int
  /// Name of the video encoder in libav.
  package var encoder: String
  /// Constant rate factor: lower values give better quality and larger files; usually 18 to 23.
  package var crf: Int
  /// The encoder's preset, from `ultrafast` to `veryslow`.
  package var preset: String
  /// Number of threads of one encode, which changes the output of x264.
  package var encoderThreads: Int
  /// Bit rate of the sound in bits per second.
  package var audioBitRate: Int
  /// Sample rate of the sound in hertz.
  package var sampleRate: Int
  /// Integrated loudness of the sound in LUFS (EBU R 128); `nil` leaves the level unchanged.
  ///
  /// The encoded file is within 0.5 LU, with true peaks of at most -1 dBTP. One gain applies to the
  /// whole file. It is at most 20 dB, so that noise of a quiet recording is not amplified.
  package var loudness: Double?
  package var captions: Captions
  /// The title in clips; `nil` for none.
  package var title: ClipTitle?
  /// Language of the audio track, as an ISO 639 code (`eng`, `en`); `nil`, or a language that the
  /// source does not have, selects the default track.
  package var audioLanguage: String?
  /// Maximum height of a reel in pixels; a smaller source is not enlarged.
  package var reelHeight: Int
  /// Maximum frames per second; a faster source is reduced by an integer factor.
  package var maximumFrameRate: Int
  package var hasPosters = true
  /// Whether a written file is verified: packets are counted, and its first and last frames
  /// decoded.
  package var isVerified = true

  package init(
    width: Int = 1080, height: Int = 1920, encoder: String = "libx264", crf: Int = 20,
    preset: String = EncoderFamily.defaultPreset, encoderThreads: Int = 2,
    audioBitRate: Int = 160_000,
    sampleRate: Int = 48_000, loudness: Double? = -14, captions: Captions = .beside,
    audioLanguage: String? = nil, reelHeight: Int = 1080,
    maximumFrameRate: Int = 60, profile: PlatformProfile = .shorts
  ) {
    (self.profile, self.width, self.height) = (profile, width, height)
    (self.encoder, self.crf, self.preset) = (encoder, crf, preset)
    (self.encoderThreads, self.audioBitRate) = (encoderThreads, audioBitRate)
    (self.sampleRate, self.loudness, self.captions) = (sampleRate, loudness, captions)
    (self.audioLanguage, self.reelHeight) = (audioLanguage, reelHeight)
    self.maximumFrameRate = maximumFrameRate
  }

  /// The use of the source's subtitles.
  package enum Captions: String, Hashable, Sendable, CaseIterable, Codable {
    case off
    /// Written as a `.srt` file next to the clip.
    case beside
    /// Burned in, without a `.srt` file, which players would show as well.
    case burn
  }

  /// Width or height of a clip in pixels.
  package static let sides = 16...7680
  /// Range of `crf`.
  package static let qualities = 0...51
  /// Number of encoder threads.
  package static let threads = 1...64
  /// Target loudness in LUFS.
  package static let loudnesses = -40.0 ... -5

  /// Whether sound is encoded in the fastest mode, which the three fastest presets use.
  var isQuick: Bool { EncoderFamily.words.prefix(3).contains(preset) }

  /// Duration in seconds of fades at every edge and join.
  ///
  /// A short fade of loud sound is heard as a dropout. A silent edge gets a short fade, so that no
  /// word is faded.
  static let soundFade = (heard: 0.2, silent: 0.02)
  /// Amplitude up to which an edge counts as silent: -45 dBFS.
  static let silence: Float = 0.0056
  /// Maximum seconds between key frames.
  static let keyFrameSeconds = 2.0

  /// The fields that determine a clip and its ID, one line each: `width 1080`.
  var clipText: String {
    "profile \(profile.rawValue)\nwidth \(width)\nheight \(height)\n"
      + (title.map { "title \($0.text)\n" } ?? "") + sharedText
  }

  /// The fields that determine a reel and its ID, one line each.
  var reelText: String { "reelHeight \(reelHeight)\n" + sharedText }

  private var sharedText: String {
    """
    encoder \(encoder)
    crf \(crf)
    preset \(preset)
    encoderThreads \(encoderThreads)
    audioBitRate \(audioBitRate)
    sampleRate \(sampleRate)
    loudness \(loudness.map { "\($0)" } ?? "off")
    audioLanguage \(audioLanguage ?? "default")
    maximumFrameRate \(maximumFrameRate)
    """
  }

  /// Encodes one frame with the encoder of a clip, to find errors before a run depends on it.
  ///
  /// - Throws: `missingComponent` if the encoder is missing, does not work on this machine, or
  ///   lacks the preset; the error lists what is available.
  package func tryEncoder() throws(MediaError) {
    let plan = EncodePlan(
      output: (width, height), rate: Rational(30, 1), channels: nil, settings: self)
    try EncoderProbe.run(plan.pictures())
  }

  /// Estimates the peak memory of one rendering process in bytes, for a clip or a reel, the larger
  /// of both.
  ///
  /// Measured with libx264 at preset medium: 60 MB, about 175 bytes per output pixel plus 17 per
  /// thread, and 18 bytes per source pixel. The look-ahead holds 40 frames. Other encoders and
  /// presets up to `slow` need the same or less. Encoded sound is kept in memory: 2 MB per minute
  /// with the overhead of packets. `source` is the coded size in pixels.
  package func memoryEstimate(source: (width: Int, height: Int), seconds: Double = 60) -> Int {
    let shape = Double(source.width) / Double(max(1, source.height))
    let lines = min(reelHeight, source.height)
    let reel = Int(Double(lines) * Double(lines) * shape)
    let output = max(width * height, reel)
    let sound = Int(bounding: max(0, seconds - 60) * 35_000)
    let input = source.width * source.height * 18
    return 60_000_000 + sound + output * (175 + 17 * encoderThreads) + input
  }
}

/// The title that is visible during the whole clip.
package enum ClipTitle: Hashable, Sendable, Codable {
  /// The title in the source's metadata, if any.
  case source
  case line(String)

  /// The value of the setting: `source`, or the line itself.
  package var text: String {
    switch self {
    case .source: "source"
    case .line(let line): line
    }
  }

  package init(text: String) { self = text == "source" ? .source : .line(text) }

  /// The title to show in clips of a source, without line ends and control characters; `nil` for
  /// none.
  package func line(of info: MediaInfo) -> String? {
    let text =
      switch self {
      case .source: info.title ?? ""
      case .line(let line): line
      }
    // Format characters such as joiners belong to the letters before them, so they are kept.
    let scalars = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars
      .filter { $0.properties.generalCategory != .control }
    let plain = String(String.UnicodeScalarView(scalars))
    return plain.isEmpty ? nil : String(plain.prefix(String.maximumTitleLength))
  }
}
