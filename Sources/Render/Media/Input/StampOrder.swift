internal import CFFmpeg

/// Whether the time stamps of a transport or program stream rise from its first byte to its last.
///
/// Recordings that were joined byte by byte start again in the middle. Their second part cannot be
/// found by time, and a seek within the first may end in it.
enum StampOrder {
  /// Places at which a stamp is read.
  private static let places = 48
  /// Seconds by which a stamp may lie before one that is stored earlier.
  private static let tolerance = 1.0
  /// Seconds by which no stamp rises: libav takes one that falls for a wrap of the 33-bit clock,
  /// and adds 26.5 hours.
  private static let wrap = 12 * 3600.0
  /// Packets that are read at one place until one has a stamp.
  private static let packets = 400

  /// Refuses a file whose time stamps start again.
  ///
  /// - Parameters:
  ///   - file: is left anywhere.
  ///   - stream: the index of the picture stream.
  /// - Throws: `invalidData` that says from where on, and what to do.
  static func require(_ file: InputFile, stream: Int) throws(MediaError) {
    guard unsafe file.context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0 else { return }
    let size = AtomicFile.size(file.path)
    let base = file.timeBase(of: stream).value
    let packet = try Packet()
    var highest: Double?
    for place in 0..<places {
      guard
        unsafe avformat_seek_file(
          file.context, -1, Int64.min, Int64(size / places * place), Int64.max,
          AVSEEK_FLAG_BYTE) >= 0
      else { return }
      var stamp: Double?
      var read = 0
      while stamp == nil, read < packets, (try? file.read(into: packet)) ?? false {
        read += 1
        if packet.stream == stream { stamp = packet.decoded.map { Double($0) * base } }
      }
      guard let stamp else { continue }
      if let highest, stamp < highest - tolerance || stamp > highest + wrap {
        throw MediaError(
          .invalidData, operation: "use", path: file.path,
          detail: "its time stamps start again after \(place * 100 / places) % of the file, as in "
            + "recordings that were joined byte by byte: write it once more, for example with "
            + "`ffmpeg -i FILE -c copy NEW.mkv`, and use that")
      }
      highest = max(highest ?? stamp, stamp)
    }
  }
}
