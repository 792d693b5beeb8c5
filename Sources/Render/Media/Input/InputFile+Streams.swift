import CFFmpeg

extension InputFile {
  /// Chooses the video stream to use; afterwards the file is positioned at its first packet.
  ///
  /// Cover images and thumbnail tracks are never used. A stream with a single frame, a short
  /// preview, or one that cannot be decoded is used only if there is no other. Among the remaining
  /// streams, the default one or else the largest is used.
  func videoStream() throws(MediaError) -> UnsafeMutablePointer<AVStream>? {
    let candidates = unsafe streams(of: AVMEDIA_TYPE_VIDEO).filter { stream in
      unsafe stream.pointee.disposition
        & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) == 0
        && stream.pointee.codecpar.pointee.codec_id != AV_CODEC_ID_NONE
    }
    guard unsafe candidates.count > 1 else { return unsafe candidates.first }
    let moving = try movingStreams(unsafe candidates.map { unsafe Int($0.pointee.index) })
    let longStreams = unsafe Self.longStreams(candidates)
    func rank(_ stream: UnsafeMutablePointer<AVStream>) -> [Int] {
      let parameters = unsafe stream.pointee.codecpar.pointee
      let isDefault = unsafe stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
      return unsafe [
        Self.isDecodable(stream) ? 1 : 0, moving.contains(Int(stream.pointee.index)) ? 1 : 0,
        longStreams.contains(Int(stream.pointee.index)) ? 1 : 0, isDefault ? 1 : 0,
        Int(parameters.width) * Int(parameters.height),
      ]
    }
    return unsafe candidates.max { unsafe rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  /// Indices of the streams that are at least half as long as the longest, or of unknown length.
  private static func longStreams(_ streams: [UnsafeMutablePointer<AVStream>]) -> Set<Int> {
    let lengths = unsafe streams.map { stream in
      unsafe stream.pointee.duration > 0
        ? Double(stream.pointee.duration) * Rational(stream.pointee.time_base).value : nil
    }
    let longest = lengths.compactMap(\.self).max() ?? 0
    return unsafe Set(
      zip(streams, lengths).filter { unsafe ($1 ?? longest) * 2 >= longest }
        .map { unsafe Int($0.0.pointee.index) })
  }

  /// Number of packets that are read to find streams with more than one frame.
  private static let maximumPackets = 2000

  /// Indices of the streams that have more than one packet near the beginning of the file.
  private func movingStreams(_ indices: [Int]) throws(MediaError) -> Set<Int> {
    let packet = try Packet()
    var counts: [Int: Int] = [:]
    var read = 0
    while read < Self.maximumPackets, counts.count < indices.count || counts.values.contains(1),
      try self.read(into: packet)
    {
      read += 1
      if indices.contains(packet.stream) { counts[packet.stream, default: 0] += 1 }
    }
    try rewind(stream: indices[0])
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// Chooses the audio stream that belongs to a video stream.
  ///
  /// libav decides by flags, channels, bit rate, and the program of a transport stream. A stream
  /// shorter than half the longest is used only if there is no other. `skippedCodec` is the codec
  /// of a better stream that cannot be decoded, if any.
  func soundStream(
    of video: Int
  ) -> (stream: UnsafeMutablePointer<AVStream>?, skippedCodec: String?) {
    let sounds = unsafe streams(of: AVMEDIA_TYPE_AUDIO)
    func best(
      _ decoder: UnsafeMutablePointer<UnsafePointer<AVCodec>?>?
    ) -> UnsafeMutablePointer<AVStream>? {
      let index = unsafe av_find_best_stream(
        context, AVMEDIA_TYPE_AUDIO, -1, Int32(video), decoder, 0)
      return unsafe sounds.first { unsafe $0.pointee.index == index }
    }
    let wanted = unsafe best(nil) ?? sounds.first
    var codec: UnsafePointer<AVCodec>?
    let known = unsafe best(&codec)
    let decodable = unsafe ([known].compactMap { $0 } + sounds).filter {
      unsafe Self.isDecodable($0)
    }
    let longStreams = unsafe Self.longStreams(decodable)
    let chosen =
      unsafe decodable.first { unsafe longStreams.contains(Int($0.pointee.index)) }
      ?? decodable.first
    guard let wanted = unsafe wanted, unsafe wanted != chosen else { return unsafe (chosen, nil) }
    return unsafe (chosen, Self.isDecodable(wanted) ? nil : Self.codecName(wanted))
  }

  /// Whether this build can decode a stream, judging by its header.
  static func isDecodable(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard let parameters = unsafe stream.pointee.codecpar,
      let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id),
      unsafe InputLimits.isAllowed(String(cString: codec.pointee.name))
    else { return false }
    guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO else { return true }
    return unsafe parameters.pointee.sample_rate > 0 && parameters.pointee.ch_layout.nb_channels > 0
  }

  /// libav's name of a stream's codec, or the four-character code of an unknown one.
  static func codecName(_ stream: UnsafeMutablePointer<AVStream>) -> String {
    let parameters = unsafe stream.pointee.codecpar.pointee
    guard parameters.codec_id == AV_CODEC_ID_NONE else {
      return unsafe String(cString: avcodec_get_name(parameters.codec_id))
    }
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: parameters.codec_tag >> (8 * $0)) }
    guard letters.allSatisfy({ (0x21...0x7E).contains($0) }) else { return "unknown" }
    return String(decoding: letters, as: UTF8.self)
  }
}
