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
    let failure = result { () throws(MediaError) in try rewrite(descriptor, path, seconds) }
    let closed = close(descriptor)
    if let failure { throw failure }
    if closed != 0 { throw .system(errno, "close", path) }
  }

  private static func result(_ work: () throws(MediaError) -> Void) -> MediaError? {
    do throws(MediaError) {
      try work()
      return nil
    } catch {
      return error
    }
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

/// The `moov` of an MP4, whose durations can be changed in place.
struct MovieHeader {
  var bytes: [UInt8]

  /// Lets every track, and the movie, end at a time.
  mutating func end(at seconds: Double) {
    var longest = 0
    let movie = boxes(in: 8..<bytes.count).first { name(at: $0.lowerBound) == "mvhd" }
    guard let movie else { return }
    let isLong = bytes[movie.lowerBound + 8] == 1
    let ticks = number(at: movie.lowerBound + (isLong ? 28 : 20), bytes: 4)
    let limit = Int(bounding: (seconds * Double(ticks)).rounded(.down))
    for track in boxes(in: 8..<bytes.count) where name(at: track.lowerBound) == "trak" {
      longest = max(longest, end(track, at: limit))
    }
    setDuration(of: movie, versionedAt: (24, 32), to: longest)
  }

  /// Ends one track; answers its length in ticks.
  private mutating func end(_ track: Range<Int>, at limit: Int) -> Int {
    var length = 0
    var head: Range<Int>?
    for box in boxes(in: track.lowerBound + 8..<track.upperBound) {
      switch name(at: box.lowerBound) {
      case "tkhd": head = box
      case "edts":
        for list in boxes(in: box.lowerBound + 8..<box.upperBound)
        where name(at: list.lowerBound) == "elst" {
          length = shorten(list, to: limit)
        }
      default: break
      }
    }
    if let head, length > 0 { setDuration(of: head, versionedAt: (28, 36), to: length) }
    return length
  }

  /// Shortens the entries of an edit list to a length in all; answers what it then is.
  private mutating func shorten(_ list: Range<Int>, to limit: Int) -> Int {
    let width = bytes[list.lowerBound + 8] == 1 ? 8 : 4
    var length = 0
    for entry in 0..<number(at: list.lowerBound + 12, bytes: 4) {
      let place = list.lowerBound + 16 + entry * (2 * width + 4)
      guard place + width <= list.upperBound else { break }
      let duration = min(number(at: place, bytes: width), max(0, limit - length))
      set(duration, at: place, bytes: width)
      length += duration
    }
    return length
  }

  private mutating func setDuration(
    of box: Range<Int>, versionedAt places: (Int, Int), to value: Int
  ) {
    let isLong = bytes[box.lowerBound + 8] == 1
    set(
      value, at: box.lowerBound + (isLong ? places.1 : places.0), bytes: isLong ? 8 : 4)
  }

  private func boxes(in range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let size = number(at: place, bytes: 4)
      guard size >= 8, place + size <= range.upperBound else { break }
      found.append(place..<place + size)
      place += size
    }
    return found
  }

  func name(at box: Int) -> String {
    String(decoding: bytes[box + 4..<box + 8], as: UTF8.self)
  }

  func number(at place: Int, bytes count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func set(_ value: Int, at place: Int, bytes count: Int) {
    for index in 0..<count {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index)))
    }
  }
}
