internal import CFFmpeg

extension InputFile {
  /// The stream to show.
  ///
  /// A cover or a track of thumbnails is never shown; a track of one picture, a short preview, or
  /// one that cannot be decoded, only if there is nothing else. Of the others it is the default
  /// one, or the largest.
  ///
  /// - Returns: the stream, or `nil` without any. The file is at its first packet.
  /// - Throws: what reading throws.
  func videoStream() throws(MediaError) -> UnsafeMutablePointer<AVStream>? {
    let candidates = unsafe streams(of: AVMEDIA_TYPE_VIDEO).filter { stream in
      unsafe stream.pointee.disposition
        & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) == 0
        && stream.pointee.codecpar.pointee.codec_id != AV_CODEC_ID_NONE
    }
    guard unsafe candidates.count > 1 else { return unsafe candidates.first }
    let moving = try movingStreams(unsafe candidates.map { unsafe Int($0.pointee.index) })
    let lasting = unsafe Self.lasting(candidates)
    func rank(_ stream: UnsafeMutablePointer<AVStream>) -> [Int] {
      let parameters = unsafe stream.pointee.codecpar.pointee
      let isDefault = unsafe stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
      return unsafe [
        Self.isDecodable(stream) ? 1 : 0, moving.contains(Int(stream.pointee.index)) ? 1 : 0,
        lasting.contains(Int(stream.pointee.index)) ? 1 : 0, isDefault ? 1 : 0,
        Int(parameters.width) * Int(parameters.height),
      ]
    }
    return unsafe candidates.max { unsafe rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  /// Those of some streams that are at least half as long as the longest, or of unknown length.
  private static func lasting(_ streams: [UnsafeMutablePointer<AVStream>]) -> Set<Int> {
    let lengths = unsafe streams.map { stream in
      unsafe stream.pointee.duration > 0
        ? Double(stream.pointee.duration) * Rational(stream.pointee.time_base).value : nil
    }
    let longest = lengths.compactMap(\.self).max() ?? 0
    return unsafe Set(
      zip(streams, lengths).filter { unsafe ($1 ?? longest) * 2 >= longest }
        .map { unsafe Int($0.0.pointee.index) })
  }

  /// Packets that are read to find out which streams have more than one picture.
  private static let packetsLookedAt = 2000

  /// Those of some streams that have more than one picture near the beginning of the file.
  private func movingStreams(_ indices: [Int]) throws(MediaError) -> Set<Int> {
    let packet = try Packet()
    var counts: [Int: Int] = [:]
    var read = 0
    while read < Self.packetsLookedAt, counts.count < indices.count || counts.values.contains(1),
      try self.read(into: packet)
    {
      read += 1
      if indices.contains(packet.stream) { counts[packet.stream, default: 0] += 1 }
    }
    try rewind(stream: indices[0])
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// The sound that belongs to a picture, of those that can be decoded.
  ///
  /// libav goes by flags, channels and bit rate, and by the program of a transport stream. A track
  /// of less than half the length of the longest is taken only if there is no other.
  ///
  /// - Returns: the stream, or `nil`; and the codec of a stream that would have been chosen but
  ///   cannot be decoded.
  func soundStream(
    of video: Int
  ) -> (stream: UnsafeMutablePointer<AVStream>?, passedOver: String?) {
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
    let lasting = unsafe Self.lasting(decodable)
    let chosen =
      unsafe decodable.first { unsafe lasting.contains(Int($0.pointee.index)) } ?? decodable.first
    guard let wanted = unsafe wanted, unsafe wanted != chosen else { return unsafe (chosen, nil) }
    return unsafe (chosen, Self.isDecodable(wanted) ? nil : Self.codecName(wanted))
  }

  /// Whether a stream can be decoded here, as far as its headers show.
  static func isDecodable(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard let parameters = unsafe stream.pointee.codecpar,
      let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id),
      unsafe OpenPolicy.isAllowed(String(cString: codec.pointee.name))
    else { return false }
    guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO else { return true }
    return unsafe parameters.pointee.sample_rate > 0
      && parameters.pointee.ch_layout.nb_channels > 0
  }

  /// libav's name of a stream's codec, or the four characters that name one it does not know.
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
