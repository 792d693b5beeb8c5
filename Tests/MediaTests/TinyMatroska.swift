/// Writes a Matroska file with grey, uncompressed frames and arbitrary values in its headers.
struct TinyMatroska {
  /// Declared duration of a frame in nanoseconds.
  var defaultDuration: UInt64 = 40_000_000
  /// Declared duration of the file in milliseconds.
  var duration = 1000.0
  /// Number of additional subtitle tracks.
  var others = 0
  /// Number of frames, 40 ms apart.
  var pictures = 25

  /// 16 by 16 pixels of YUV 4:2:0.
  private static let picture = [UInt8](repeating: 128, count: 384)

  var bytes: [UInt8] {
    let header = element(
      [0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
    let info = element(
      [0x15, 0x49, 0xA9, 0x66],
      element([0x2A, 0xD7, 0xB1], number(1_000_000)) + element([0x44, 0x89], float(duration)))
    var tracks = element([0xAE], pictureTrack)
    append(others, to: &tracks)
    let cluster = element(
      [0x1F, 0x43, 0xB6, 0x75],
      element([0xE7], number(0)) + (0..<pictures).flatMap { simpleBlock($0 * 40) })
    return header
      + element(
        [0x18, 0x53, 0x80, 0x67], info + element([0x16, 0x54, 0xAE, 0x6B], tracks) + cluster)
  }

  private var pictureTrack: [UInt8] {
    let video = element(
      [0xE0],
      element([0xB0], number(16)) + element([0xBA], number(16))
        + element([0x2E, 0xB5, 0x24], Array("I420".utf8)))
    return element([0xD7], number(1)) + element([0x73, 0xC5], number(1))
      + element([0x83], number(1)) + element([0x86], Array("V_UNCOMPRESSED".utf8))
      + element([0x23, 0xE3, 0x83], number(defaultDuration)) + video
  }

  /// Appends copies of one track and sets their numbers, which is fast for a million tracks.
  private func append(_ others: Int, to tracks: inout [UInt8]) {
    let zero = [UInt8](repeating: 0, count: 4)
    let track = element(
      [0xAE],
      element([0xD7], zero) + element([0x83], number(17))
        + element([0x86], Array("S_TEXT/UTF8".utf8)))
    // The track number follows two IDs and two sizes of one byte each.
    let place = 4
    tracks.reserveCapacity(tracks.count + others * track.count)
    for index in 2..<(others + 2) {
      let start = tracks.count + place
      tracks += track
      for digit in 0..<4 {
        tracks[start + digit] = UInt8(truncatingIfNeeded: index >> (8 * (3 - digit)))
      }
    }
  }

  private func simpleBlock(_ time: Int) -> [UInt8] {
    element(
      [0xA3], [0x81, UInt8(time >> 8), UInt8(time & 255), 0x80] + Self.picture)
  }

  private func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
    let size = UInt64(body.count)
    guard size >= 127 else { return id + [0x80 | UInt8(size)] + body }
    let digits = (0..<7).map { UInt8(truncatingIfNeeded: size >> (8 * (6 - UInt64($0)))) }
    return id + [0x01] + digits + body
  }

  private func number(_ value: UInt64) -> [UInt8] {
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * (7 - UInt64($0)))) }
    let short = Array(digits.drop { $0 == 0 })
    return short.isEmpty ? [0] : short
  }

  private func float(_ value: Double) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * (7 - UInt64($0)))) }
  }
}
