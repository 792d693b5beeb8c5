internal import CFFmpeg

/// What a source file holds, as it is presented.
package struct MediaInfo: Hashable, Sendable, Codable {
  package var path: String
  /// Bytes.
  package var fileSize: Int
  /// Seconds from the first presented frame to the end of the presentation, sound included.
  package var duration: Double
  /// Play time in seconds from which the last picture stays on show only because the sound goes on;
  /// `nil` if it lasts to the end by itself.
  package var pictureEnd: Double? = nil
  /// What a person should know of the file, one sentence each.
  package var notices: [String] = []
  package var video: Video
  /// The sound that goes with the picture, if any can be decoded: the default track.
  package var sound: Sound?
  /// Every sound track that can be decoded, in the file's order.
  package var sounds: [Sound]
  /// Subtitle streams, in the file's order.
  package var subtitles: [Subtitles]
  /// The title that the file itself carries.
  package var title: String?
  /// The clock that the file's first frame bears, as `01:00:00:00`, or `01:00:00;00` where the
  /// clock drops numbers; `nil` where no track tells.
  package var timecode: String?
  /// Set when the file ends well before the end it declares.
  package var truncation: Truncation?

  package struct Video: Hashable, Sendable, Codable {
    /// Width of the picture: turned upright, then width × SAR rounded.
    package var width: Int
    /// Height of the picture: turned upright.
    package var height: Int
    /// Width of the coded frame, before rotation and SAR.
    package var codedWidth: Int
    /// Height of the coded frame.
    package var codedHeight: Int
    /// Shape of a coded pixel: width over height.
    package var sampleAspectRatio: Rational
    /// Shape of a coded pixel as the first frame itself says, which `sampleAspectRatio` may
    /// override; `nil` if the frame does not say it.
    package var frameAspectRatio: Rational? = nil
    /// How the coded frame is turned to be seen.
    package var orientation: Orientation
    /// Whether frames say how they are turned, not the file.
    package var isTurnedByFrames = false
    /// Frames a second: the stream's own rate; where frames come at uneven times, the usual rate
    /// at which none of them has to be left out.
    package var frameRate: Rational
    /// Whether frames come at uneven times.
    package var isVariable: Bool
    /// libav's name of the codec: `h264`.
    package var codec: String
    /// libav's name of the pixel format: `yuv420p`.
    package var pixelFormat: String
    /// The stream's index in the file.
    package var stream: Int
    /// Stream time of the first presented frame, in units of `timeBase`: play time 0.
    package var origin: Int
    /// Seconds per unit of stream time.
    package var timeBase: Rational
    /// The order of interleaved fields that no frame says it has, once `detectingFields` found
    /// them.
    package var hiddenFields: FieldOrder? = nil

    /// Play time of a time stamp of the picture's stream, in seconds.
    func playTime(_ stamp: Int64) -> Double {
      (Double(stamp) - Double(origin)) * timeBase.value
    }
  }

  /// Which of two interleaved fields is the earlier one.
  package enum FieldOrder: String, Hashable, Sendable, Codable {
    case topFirst, bottomFirst
  }

  package struct Sound: Hashable, Sendable, Codable {
    /// Samples a second.
    package var sampleRate: Int
    package var channels: Int
    /// libav's name of the codec: `aac`.
    package var codec: String
    /// The stream's index in the file.
    package var stream: Int
    /// ISO 639 code, where the file tells: `eng`.
    package var language: String?
  }

  package struct Subtitles: Hashable, Sendable, Codable {
    /// libav's name of the codec: `mov_text`.
    package var codec: String
    /// ISO 639 code, where the file tells.
    package var language: String?
    /// The stream's index in the file.
    package var stream: Int
  }

  /// A file that stops before its declared end.
  package struct Truncation: Hashable, Sendable, Codable {
    /// Seconds that the file declares.
    package var declared: Double
    /// Seconds that it holds.
    package var found: Double
  }

  /// The same file with its sound in a language.
  ///
  /// - Parameter language: an ISO 639 code of two or three letters, as files carry them: `eng`,
  ///   `en`; `nil` leaves the default track.
  /// - Returns: `self` with the first track in that language as its `sound`; the default track
  ///   stays where no track is.
  package func choosingSound(language: String?) -> MediaInfo {
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
  package func requireWhole() throws(MediaError) {
    guard let truncation else { return }
    let found = Self.seconds(truncation.found)
    let declared = Self.seconds(truncation.declared)
    throw MediaError(
      .invalidData, operation: "use", path: path,
      detail: "the file is cut short: it declares \(declared) s and ends after \(found) s")
  }

  /// Seconds with one decimal place.
  package static func seconds(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}

/// How a coded frame is turned to be seen (from the display matrix of phones' files).
package enum Orientation: String, Hashable, Sendable, CaseIterable, Codable {
  case upright, clockwise, upsideDown, counterclockwise
  case mirrored, flipped, clockwiseFlipped, counterclockwiseFlipped

  /// Whether width and height change places.
  package var isSideways: Bool {
    switch self {
    case .clockwise, .counterclockwise, .clockwiseFlipped, .counterclockwiseFlipped: true
    case .upright, .upsideDown, .mirrored, .flipped: false
    }
  }

  /// The libavfilter that turns the frame, if it needs turning.
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
  /// Reads a stream's display matrix, as ffmpeg's own auto-rotation does.
  ///
  /// Angles that are not quarter turns go to the nearest one.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    unsafe self.init(matrix: gazecut_display_matrix(stream))
  }

  /// Reads a display matrix; `nil` is upright.
  init(matrix: UnsafePointer<Int32>?) {
    let angle = unsafe matrix.map { unsafe -av_display_rotation_get($0) } ?? .nan
    guard let matrix = unsafe matrix, angle.isFinite else {
      self = .upright
      return
    }
    switch ((Int((angle / 90).rounded()) % 4) + 4) % 4 {
    case 1: self = unsafe matrix[3] > 0 ? .counterclockwiseFlipped : .clockwise
    case 3: self = unsafe matrix[3] < 0 ? .clockwiseFlipped : .counterclockwise
    default: self = unsafe Self.half(across: matrix[0] < 0, down: matrix[4] < 0)
    }
  }

  private static func half(across: Bool, down: Bool) -> Orientation {
    switch (across, down) {
    case (true, true): .upsideDown
    case (true, false): .mirrored
    case (false, true): .flipped
    case (false, false): .upright
    }
  }
}
