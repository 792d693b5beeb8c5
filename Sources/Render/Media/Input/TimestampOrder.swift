import CFFmpeg

/// Checks that the timestamps of an MPEG transport or program stream increase throughout the file.
///
/// If recordings were concatenated byte by byte, the timestamps restart in the middle. The second
/// part cannot be found by time, and a seek in the first part may end in the second.
enum TimestampOrder {
  private static let positions = 48
  /// Seconds by which a timestamp may be lower than an earlier one.
  private static let tolerance = 1.0
  /// A rise by more seconds than this is a restart: libav takes a fall for an overflow of the
  /// 33-bit clock and adds 26.5 hours.
  private static let maximumRise = 12 * 3600.0
  private static let maximumPackets = 400

  /// Throws `invalidData` if the timestamps restart within the file, whose position changes.
  static func require(_ file: InputFile, stream: Int) throws(MediaError) {
    guard unsafe file.context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0 else { return }
    let size = AtomicFile.size(file.path)
    let base = file.timeBase(of: stream).value
    let packet = try Packet()
    var highest: Double?
    for position in 0..<positions {
      guard
        unsafe avformat_seek_file(
          file.context, -1, Int64.min, Int64(size / positions * position), Int64.max,
          AVSEEK_FLAG_BYTE) >= 0
      else { return }
      var stamp: Double?
      var read = 0
      while stamp == nil, read < maximumPackets, (try? file.read(into: packet)) ?? false {
        read += 1
        if packet.stream == stream { stamp = packet.decoded.map { Double($0) * base } }
      }
      guard let stamp else { continue }
      if let highest, stamp < highest - tolerance || stamp > highest + maximumRise {
        throw MediaError(
          .invalidData, operation: "use", path: file.path,
          detail:
            "its time stamps start again after \(position * 100 / positions) % of the file, as in "
            + "recordings that were joined byte by byte: write it once more, for example with "
            + "`ffmpeg -i FILE -c copy NEW.mkv`, and use that")
      }
      highest = max(highest ?? stamp, stamp)
    }
  }
}
