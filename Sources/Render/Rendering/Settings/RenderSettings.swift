internal import EditDecisions
package import Media

/// How clips and reels are encoded; every field that changes a clip is part of its id.
package struct RenderSettings: Hashable, Sendable, Codable {
  /// Where clips are to be shown; it says which parts of them stay free of text.
  package var profile: PlatformProfile
  /// Width of a clip in pixels; even.
  package var width: Int
  /// Height of a clip in pixels; even.
  package var height: Int
  /// libav's name of the picture encoder.
  package var encoder: String
  /// Constant rate factor of the encoder: lower is better and larger; 18 to 23 are usual.
  package var crf: Int
  /// The encoder's preset, from `ultrafast` to `veryslow`.
  package var preset: String
  /// Threads of one encode: x264's bytes depend on it.
  package var encoderThreads: Int
  /// Sound, in bits a second.
  package var audioBitRate: Int
  /// Sound, in samples a second.
  package var sampleRate: Int
  /// Integrated loudness of the sound in LUFS, by EBU R 128; `nil` leaves the level as it is.
  ///
  /// It is met within 0.5 on the encoded file, with true peaks of at most -1 dBTP. One gain is
  /// taken for the whole clip, or the whole reel; never more than 20 dB, so that a quiet room is
  /// not blown up to noise, and silence stays silent.
  package var loudness: Double?
  /// What becomes of the source's captions.
  package var captions: Captions
  /// The line in clips; `nil` for none.
  package var title: ClipTitle?
  /// Language of the sound track to take, as an ISO 639 code (`eng`, `en`); `nil`, or a language
  /// that the source has not, takes the default track.
  package var audioLanguage: String?
  /// Height of a reel in pixels, at most; a smaller source is not enlarged.
  package var reelHeight: Int
  /// Frames a second, at most; a faster source is thinned by a whole number.
  package var maximumFrameRate: Int
  package var hasPosters = true
  /// Whether what was written is read again: its packets counted, its ends decoded.
  package var isVerified = true

  /// Makes settings; the values given here are the product's defaults.
  package init(
    width: Int = 1080, height: Int = 1920, encoder: String = "libx264", crf: Int = 20,
    preset: String = "medium", encoderThreads: Int = 2, audioBitRate: Int = 160_000,
    sampleRate: Int = 48_000, loudness: Double? = -14, captions: Captions = .beside,
    audioLanguage: String? = nil,
    reelHeight: Int = 1080,
    maximumFrameRate: Int = 60, profile: PlatformProfile = .shorts
  ) {
    self.profile = profile
    self.width = width
    self.height = height
    self.encoder = encoder
    self.crf = crf
    self.preset = preset
    self.encoderThreads = encoderThreads
    self.audioBitRate = audioBitRate
    self.sampleRate = sampleRate
    self.loudness = loudness
    self.captions = captions
    self.audioLanguage = audioLanguage
    self.reelHeight = reelHeight
    self.maximumFrameRate = maximumFrameRate
  }

  /// What becomes of the source's captions.
  package enum Captions: String, Hashable, Sendable, CaseIterable, Codable {
    case off
    /// A `.srt` lies beside the clip.
    case beside
    /// They are written into the picture; players would show a `.srt` beside it a second time.
    case burn
  }

  /// Whether the sound, too, is encoded in the encoder's quickest way: who asks for the fastest
  /// presets of the picture waits for it otherwise.
  var isQuick: Bool { EncoderFamily.words.prefix(3).contains(preset) }

  /// Seconds over which sound fades in and out at every edge and join.
  ///
  /// A short fade of loud sound is heard as a dropout. At a silent edge the fade is short, so that
  /// no word is faded.
  static let soundFade = (heard: 0.2, silent: 0.02)
  /// Amplitude up to which an edge counts as silent: -45 dBFS.
  static let silence: Float = 0.0056
  /// Seconds from one key frame to the next, at most.
  static let keyFrameSeconds = 2.0

  /// One line per field that makes a clip what it is, for its id: `width 1080`.
  var clipText: String {
    "profile \(profile.rawValue)\nwidth \(width)\nheight \(height)\n"
      + (title.map { "title \($0.text)\n" } ?? "") + sharedText
  }

  /// One line per field that makes a reel what it is, for its id.
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
}

extension RenderSettings {
  /// Finds out, before a night depends on it, whether clips can be encoded as these settings ask.
  ///
  /// The encoder is opened as a clip's would be, and encodes one picture.
  ///
  /// - Throws: `missingComponent` when the encoder is not built in, does not work on this machine,
  ///   or lacks the preset; the error names what is there instead.
  package func tryEncoder() throws(MediaError) {
    let plan = EncodePlan(
      output: .init(width: width, height: height), rate: Rational(30, 1), channels: nil,
      settings: self)
    try EncoderTrial.run(plan.pictures())
  }
}

extension RenderSettings {
  /// Bytes that one rendering process takes at its peak, by estimate.
  ///
  /// Measured with libx264 at preset medium: about 175 bytes for each pixel of the output (its
  /// look-ahead holds 40 pictures), 17 more a thread, and 18 for each pixel of the source, over 60
  /// MB for the program itself. Other encoders and presets up to `slow` take less or as much.
  ///
  /// Encoded sound is held as a whole: 2 MB a minute, with what packets take beside their bytes.
  ///
  /// - Parameters:
  ///   - source: width and height of the coded source in pixels.
  ///   - seconds: length of the output; a reel is the longest.
  /// - Returns: bytes, for a clip or the reel, whichever takes more.
  package func memoryEstimate(
    source: (width: Int, height: Int), seconds: Double = 60
  ) -> Int {
    let shape = Double(source.width) / Double(max(1, source.height))
    let lines = min(reelHeight, source.height)
    let reel = Int(Double(lines) * Double(lines) * shape)
    let output = max(width * height, reel)
    let sound = Int(bounding: max(0, seconds - 60) * 35_000)
    return 60_000_000 + sound + output * (175 + 17 * encoderThreads) + source.width * source.height
      * 18
  }
}

/// The line that stands in a clip all the time.
package enum ClipTitle: Hashable, Sendable, Codable {
  /// The source's own title; nothing where it has none.
  case source
  /// A person's words.
  case line(String)

  /// As settings are written: `source`, or the line itself.
  package var text: String {
    switch self {
    case .source: "source"
    case .line(let line): line
    }
  }

  /// Reads what `text` wrote.
  package init(text: String) { self = text == "source" ? .source : .line(text) }

  /// What is to be shown in clips of a source; `nil` for nothing.
  ///
  /// A container may say anything: line ends and what steers a terminal are no letters.
  package func line(of info: MediaInfo) -> String? {
    let text =
      switch self {
      case .source: info.title ?? ""
      case .line(let line): line
      }
    // Marks without width are of the letters before them: joiners above all.
    let scalars = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars
      .filter { $0.properties.generalCategory != .control }
    let plain = String(String.UnicodeScalarView(scalars))
    return plain.isEmpty ? nil : String(plain.prefix(String.longestTitle))
  }
}
