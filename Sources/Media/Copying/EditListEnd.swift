internal import Glibc

/// Ends the edit lists of an MP4 at a time: what lies after it is kept, but not shown.
///
/// libavformat's muxer begins an edit list where times are 0, but always ends it with the last
/// picture that was written, and a copied stream may need some that are shown after the end. So
/// its figures (ISO/IEC 14496-12: `elst`, `tkhd`, `mvhd`) are written anew in the finished file.
enum EditListEnd {
  /// Lets every track end at a time.
  ///
  /// - Parameters:
  ///   - path: an MP4 whose header was written by libavformat.
  ///   - seconds: where to end, rounded down to the container's ticks.
  /// - Throws: `inputOutput`, `outOfSpace`; `invalidData` for a file without a header.
  static func set(_ path: String, seconds: Double) throws(MediaError) {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "open", path) }
    do throws(MediaError) {
      try rewrite(descriptor, path, seconds)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .system(errno, "close", path) }
  }

  private static func rewrite(
    _ file: Int32, _ path: String, _ seconds: Double
  ) throws(MediaError) {
    var place = 0
    while let head = try read(file, 16, at: place, path) {
      var header = MovieHeader(bytes: head)
      let size =
        header.number(at: 0, bytes: 4) == 1
        ? header.number(at: 8, bytes: 8) : header.number(at: 0, bytes: 4)
      guard size >= 8 else { break }
      guard header.name(at: 0) == "moov" else {
        place += size
        continue
      }
      guard let bytes = try read(file, size, at: place, path) else { break }
      header = MovieHeader(bytes: bytes)
      header.end(at: seconds)
      return try write(header.bytes, to: file, at: place, path)
    }
    throw MediaError(.invalidData, operation: "shorten", path: path, detail: "it has no header")
  }

  private static func read(
    _ file: Int32, _ count: Int, at place: Int, _ path: String
  ) throws(MediaError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(file, buffer.baseAddress, count, off_t(place))
    }
    if found < 0 { throw .system(errno, "read", path) }
    return found == count ? bytes : nil
  }

  private static func write(
    _ bytes: [UInt8], to file: Int32, at place: Int, _ path: String
  ) throws(MediaError) {
    let written = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pwrite(file, buffer.baseAddress, bytes.count, off_t(place))
    }
    guard written == bytes.count else {
      throw .system(written < 0 ? errno : ENOSPC, "write to", path)
    }
  }
}
