internal import Glibc

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
