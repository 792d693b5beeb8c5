internal import CFFmpeg

/// Which pictures of a stream have to be copied to show a stretch of it, and when each is shown.
///
/// Copying begins at a key picture, which may come before the stretch, and takes along what the
/// last pictures refer to, which may be shown after it; an edit list hides both.
struct CopyPlan {
  /// Where to seek to, in stream time; `nil` for the beginning of the file.
  var seek: Int64?
  /// Pictures after that place that are left out.
  var skipped: Int
  /// Stream time at which each picture that is copied is shown, in the file's order.
  var shown: [Int64]
  /// Stream time at which each is decoded.
  var decoded: [Int64]
  /// Stream time of the stretch's first instant.
  var zero: Int64
  /// Stream time of the first instant after it.
  var end: Int64
  /// Stream time at which the last picture before the end is shown.
  var last: Int64

  /// How far before a stretch to seek, tried in turn, in seconds; sound may lie a second before
  /// the picture that it goes with.
  private static let runUps: [Double] = [1, 3, 12, .infinity]
  /// Pictures shown after the end that are looked at for one before it: no codec reorders more.
  private static let reach = 32

  /// Gives a packet the times of picture `place`, counted from the stretch's first instant.
  func stamp(_ packet: Packet, _ place: Int) {
    packet.stamp(shown: shown[place] - zero, decoded: decoded[place] - zero)
    // The last one stays until the end, however long that is.
    if shown[place] == last { packet.lasts(end - last) }
  }

  /// One picture as the file has it.
  struct Entry {
    var shown: Int64
    var isKey: Bool
    var isHidden: Bool
  }

  /// Plans by reading packets, decoding none.
  ///
  /// - Parameters:
  ///   - file: is left anywhere.
  ///   - video: the stream.
  ///   - start: play time in seconds; the frame nearest it, or on show then, is the first.
  ///   - end: play time in seconds.
  /// - Returns: the plan.
  /// - Throws: `unsupported` with the reason why this stretch cannot be copied.
  static func make(
    _ file: InputFile, _ video: MediaInfo.Video, from start: Double, to end: Double
  ) throws(MediaError) -> CopyPlan {
    func stamp(_ time: Double) -> Int64 {
      let zero = Int64(bounding: Double(video.origin))
      return Int64(bounding: time / video.timeBase.value) + zero
    }
    let ticks = 0.5 * video.frameRate.inverse.value / video.timeBase.value
    let half = Int64(bounding: ticks.rounded(.down))
    for runUp in runUps {
      let target = max(0, start - runUp)
      let seek = target > 0 ? stamp(target) : nil
      try file.go(to: seek, stream: video.stream)
      let entries = try read(file, video.stream, until: stamp(end) + half)
      if let plan = try plan(entries, seek, start: stamp(start), end: stamp(end), half: half) {
        return plan
      }
      if target == 0 { break }
    }
    throw refusal("no key picture before it was found")
  }

  /// Why a stretch cannot be copied.
  static func refusal(_ reason: String) -> MediaError {
    MediaError(.unsupported, operation: "copy a stretch", detail: reason)
  }

  private static func read(
    _ file: InputFile, _ stream: Int, until end: Int64
  ) throws(MediaError) -> [Entry] {
    let packet = try Packet()
    var entries: [Entry] = []
    var beyond = 0
    while beyond < reach, try file.read(into: packet) {
      guard packet.stream == stream else { continue }
      guard let shown = packet.shown, !packet.isCorrupt else {
        throw refusal("its pictures carry no times")
      }
      entries.append(Entry(shown: shown, isKey: packet.isKey, isHidden: packet.isDiscarded))
      if shown >= end { beyond += 1 }
    }
    return entries
  }

  /// The plan for pictures that were read; `nil` when a key picture before them is needed.
  static func plan(
    _ entries: [Entry], _ seek: Int64?, start: Int64, end: Int64, half: Int64
  ) throws(MediaError) -> CopyPlan? {
    let visible = entries.filter { !$0.isHidden }.map(\.shown)
    guard let first = visible.filter({ $0 <= start + half }).max() else { return nil }
    let key = entries.lastIndex { $0.isKey && $0.shown <= first }
    guard let key else { return nil }
    // Where the picture on show began long before the start, time 0 is the start itself.
    let zero = first >= start - half ? first : start
    let nearest = visible.filter { abs($0 - end) <= half }.min { abs($0 - end) < abs($1 - end) }
    let close = nearest ?? end
    guard let last = entries.lastIndex(where: { $0.shown < close }), last >= key else { return nil }
    guard !entries[key...last].contains(where: { $0.isHidden && $0.shown >= zero }) else {
      throw refusal("an edit list of the source leaves pictures out inside it")
    }
    let shown = entries[key...last].map { $0.shown == first ? zero : $0.shown }
    let sorted = shown.sorted()
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw refusal("two of its pictures have the same time")
    }
    // Decoding times in the order of showing, early enough for every picture: some files have none.
    let delay = zip(sorted, shown).map { $0 - $1 }.max() ?? 0
    return CopyPlan(
      seek: seek, skipped: key, shown: shown, decoded: sorted.map { $0 - max(0, delay) },
      zero: zero, end: close, last: sorted.last { $0 < close } ?? zero)
  }
}

extension InputFile {
  /// Moves to the key picture at or before a place that a plan names.
  func go(to place: Int64?, stream: Int) throws(MediaError) {
    guard let place else { return try rewind(stream: stream) }
    try seek(stream: stream, before: place)
  }
}
