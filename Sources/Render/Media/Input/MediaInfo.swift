import CFFmpeg

/// The properties of a source file.
package struct MediaInfo: Hashable, Sendable, Codable {
  package var path: String
  package var fileSize: Int
  /// Seconds from the first displayed frame to the end of playback, including sound that lasts
  /// longer.
  package var duration: Double
  /// Play time in seconds at which the last frame would end if the sound did not last longer; `nil`
  /// if the video lasts to the end.
  package var pictureEnd: Double? = nil
  /// Warnings for the user about the file, one sentence each.
  package var notices: [String] = []
  package var video: Video
  /// The default audio track that belongs to the video; `nil` if none can be decoded.
  package var sound: Sound?
  /// All audio tracks that can be decoded, in the file's order.
  package var sounds: [Sound]
  /// All subtitle tracks, in the file's order.
  package var subtitles: [Subtitles]
  package var title: String?
  /// Timecode of the first frame, if any: `01:00:00:00`, or `01:00:00;00` for drop-frame timecode.
  package var timecode: String?
  /// Set if the file ends well before its declared end.
  package var truncation: Truncation?

  package struct Video: Hashable, Sendable, Codable {
    /// Display width in pixels, after rotation: width × sample aspect ratio, rounded.
    package var width: Int
    /// Display height in pixels, after rotation.
    package var height: Int
    /// Width of the coded frame in pixels, before rotation and sample aspect ratio.
    package var codedWidth: Int
    package var codedHeight: Int
    /// Sample aspect ratio: width over height of a coded pixel.
    package var sampleAspectRatio: Rational
    /// Sample aspect ratio that the first frame itself specifies, if any; `sampleAspectRatio` may
    /// override it.
    package var frameAspectRatio: Rational? = nil
    /// Rotation from the coded frame to the displayed frame.
    package var orientation: Orientation
    /// Whether the rotation is specified per frame and not by the container.
    package var isTurnedByFrames = false
    /// Frame rate in frames per second; if variable, the usual rate at which no frame is dropped.
    package var frameRate: Rational
    package var isVariable: Bool
    /// libav's name of the codec, for example `h264`.
    package var codec: String
    /// libav's name of the pixel format, for example `yuv420p`.
    package var pixelFormat: String
    package var stream: Int
    /// Timestamp of the first displayed frame, which is play time 0, in units of `timeBase`.
    package var origin: Int
    /// Seconds per unit of a timestamp.
    package var timeBase: Rational
    /// Field order of interlaced video that is not flagged as interlaced, if `detectingFieldOrder`
    /// found any.
    package var hiddenFields: FieldOrder? = nil

    /// Converts a timestamp of the video stream to play time in seconds.
    func playTime(_ stamp: Int64) -> Double {
      (Double(stamp) - Double(origin)) * timeBase.value
    }
  }

  package enum FieldOrder: String, Hashable, Sendable, Codable {
    case topFirst, bottomFirst
  }

  package struct Sound: Hashable, Sendable, Codable {
    package var sampleRate: Int
    package var channels: Int
    /// libav's name of the codec, for example `aac`.
    package var codec: String
    package var stream: Int
    /// ISO 639 language code, for example `eng`; `nil` if the file has none.
    package var language: String?
  }

  package struct Subtitles: Hashable, Sendable, Codable {
    package var codec: String
    /// ISO 639 language code; `nil` if the file has none.
    package var language: String?
    package var stream: Int
  }

  /// A file that ends before its declared end.
  package struct Truncation: Hashable, Sendable, Codable {
    /// Duration in seconds that the header declares.
    package var declared: Double
    /// Duration in seconds that the file contains.
    package var found: Double
  }

  /// Returns a copy whose `sound` is the first audio track in a language of ISO 639; the default
  /// track if `language` is `nil` or no track has it.
  package func choosingSound(language: String?) -> MediaInfo {
    guard let language else { return self }
    let wanted = LanguageCode(language)
    var copy = self
    copy.sound = sounds.first { $0.language.map(LanguageCode.init) == wanted } ?? sound
    return copy
  }

  /// Throws `invalidData` if the file is truncated.
  package func requireComplete() throws(MediaError) {
    guard let truncation else { return }
    let found = Self.seconds(truncation.found)
    let declared = Self.seconds(truncation.declared)
    throw MediaError(
      .invalidData, operation: "use", path: path,
      detail: "the file is cut short: it declares \(declared) s but ends after \(found) s. "
        + "Copy it again from its source")
  }

  package static func seconds(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}

/// How a coded frame is rotated and flipped for display, from the display matrix that phones write.
package enum Orientation: String, Hashable, Sendable, CaseIterable, Codable {
  case upright, clockwise, upsideDown, counterclockwise
  case mirrored, flipped, clockwiseFlipped, counterclockwiseFlipped

  package var isSideways: Bool {
    switch self {
    case .clockwise, .counterclockwise, .clockwiseFlipped, .counterclockwiseFlipped: true
    case .upright, .upsideDown, .mirrored, .flipped: false
    }
  }

  /// The libavfilter filters that apply this rotation; `nil` if the frame is already upright.
  package var filter: String? {
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

extension Orientation {
  /// Reads a display matrix to the nearest quarter turn, as ffmpeg does; `nil` means upright.
  init(matrix: UnsafePointer<Int32>?) {
    let angle = unsafe matrix.map { unsafe -av_display_rotation_get($0) } ?? .nan
    guard let matrix = unsafe matrix, angle.isFinite else {
      self = .upright
      return
    }
    switch ((Int((angle / 90).rounded()) % 4) + 4) % 4 {
    case 1: self = unsafe matrix[3] > 0 ? .counterclockwiseFlipped : .clockwise
    case 3: self = unsafe matrix[3] < 0 ? .clockwiseFlipped : .counterclockwise
    default:
      self =
        switch unsafe (matrix[0] < 0, matrix[4] < 0) {
        case (true, true): .upsideDown
        case (true, false): .mirrored
        case (false, true): .flipped
        case (false, false): .upright
        }
    }
  }
}
