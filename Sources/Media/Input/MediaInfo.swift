/// What a source file holds, as it is presented.
public struct MediaInfo: Hashable, Sendable, Codable {
  /// Where it is.
  public var path: String
  /// Bytes.
  public var fileSize: Int
  /// Seconds from the first presented frame to the end of the last.
  public var duration: Double
  /// The picture.
  public var video: Video
  /// The sound that goes with the picture, if there is any: the default track.
  public var sound: Sound?
  /// Every sound track that can be decoded, in the file's order.
  public var sounds: [Sound]
  /// Subtitle streams, in the file's order.
  public var subtitles: [Subtitles]
  /// The title that the file itself carries.
  public var title: String?
  /// The clock that the file's first frame bears, as `01:00:00:00`, or `01:00:00;00` where the
  /// clock drops numbers; `nil` where no track tells.
  public var timecode: String?
  /// Set when the file ends well before the end it declares.
  public var truncation: Truncation?

  /// The picture stream.
  public struct Video: Hashable, Sendable, Codable {
    /// Width of the picture: turned upright, then width × SAR rounded.
    public var width: Int
    /// Height of the picture: turned upright.
    public var height: Int
    /// Width of the coded frame, before rotation and SAR.
    public var codedWidth: Int
    /// Height of the coded frame.
    public var codedHeight: Int
    /// Shape of a coded pixel: width over height.
    public var sampleAspectRatio: Rational
    /// How the coded frame is turned to be seen.
    public var orientation: Orientation
    /// Frames a second: the stream's own rate; where frames come at uneven times, the usual rate
    /// at which none of them has to be left out.
    public var frameRate: Rational
    /// Whether frames come at uneven times.
    public var isVariable: Bool
    /// libav's name of the codec: `h264`.
    public var codec: String
    /// libav's name of the pixel format: `yuv420p`.
    public var pixelFormat: String
    /// The stream's index in the file.
    public var stream: Int
    /// Stream time of the first presented frame, in units of `timeBase`: play time 0.
    public var origin: Int
    /// Seconds per unit of stream time.
    public var timeBase: Rational
    /// The order of interleaved fields that no frame says it has, once `detectingFields` found them.
    public var hiddenFields: FieldOrder? = nil
  }

  /// Which of two interleaved fields is the earlier one.
  public enum FieldOrder: String, Hashable, Sendable, Codable {
    case topFirst, bottomFirst
  }

  /// The sound stream.
  public struct Sound: Hashable, Sendable, Codable {
    /// Samples a second.
    public var sampleRate: Int
    /// Channels.
    public var channels: Int
    /// libav's name of the codec: `aac`.
    public var codec: String
    /// The stream's index in the file.
    public var stream: Int
    /// ISO 639 code, where the file tells: `eng`.
    public var language: String?

    /// Makes a description.
    public init(
      sampleRate: Int, channels: Int, codec: String, stream: Int, language: String? = nil
    ) {
      self.sampleRate = sampleRate
      self.channels = channels
      self.codec = codec
      self.stream = stream
      self.language = language
    }
  }

  /// A subtitle stream.
  public struct Subtitles: Hashable, Sendable, Codable {
    /// libav's name of the codec: `mov_text`.
    public var codec: String
    /// ISO 639 code, where the file tells.
    public var language: String?
    /// The stream's index in the file.
    public var stream: Int
  }

  /// A file that stops before its declared end.
  public struct Truncation: Hashable, Sendable, Codable {
    /// Seconds that the file declares.
    public var declared: Double
    /// Seconds that it holds.
    public var found: Double
  }

  /// The same file with its sound in a language.
  ///
  /// - Parameter language: an ISO 639 code of two or three letters, as files carry them: `eng`,
  ///   `en`; `nil` leaves the default track.
  /// - Returns: `self` with the first track in that language as its `sound`; the default track
  ///   stays where no track is.
  public func choosingSound(language: String?) -> MediaInfo {
    guard let language else { return self }
    let wanted = LanguageCode(language)
    guard let track = sounds.first(where: { $0.language.map(LanguageCode.init) == wanted }) else {
      return self
    }
    var copy = self
    copy.sound = track
    return copy
  }

  /// Refuses a file that was cut short.
  ///
  /// - Throws: `invalidData` that says how much is missing.
  public func requireWhole() throws(MediaError) {
    guard let truncation else { return }
    let found = Self.seconds(truncation.found)
    let declared = Self.seconds(truncation.declared)
    throw MediaError(
      .invalidData, operation: "use", path: path,
      detail: "the file is cut short: it declares \(declared) s and ends after \(found) s")
  }

  private static func seconds(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}

/// How a coded frame is turned to be seen (from the display matrix of phones' files).
public enum Orientation: String, Hashable, Sendable, CaseIterable, Codable {
  case upright, clockwise, upsideDown, counterclockwise
  case mirrored, flipped, clockwiseFlipped, counterclockwiseFlipped

  /// Whether width and height change places.
  public var isSideways: Bool {
    switch self {
    case .clockwise, .counterclockwise, .clockwiseFlipped, .counterclockwiseFlipped: true
    case .upright, .upsideDown, .mirrored, .flipped: false
    }
  }

  /// The libavfilter that turns the frame, if it needs turning.
  public var filter: String? {
    switch self {
    case .upright: nil
    case .clockwise: "transpose=clock"
    case .upsideDown: "hflip,vflip"
    case .counterclockwise: "transpose=cclock"
    case .mirrored: "hflip"
    case .flipped: "vflip"
    case .clockwiseFlipped: "transpose=clock_flip"
    case .counterclockwiseFlipped: "transpose=cclock_flip"
    }
  }
}
