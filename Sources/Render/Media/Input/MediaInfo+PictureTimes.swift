extension MediaInfo {
  /// Codecs each packet of which is one picture that is shown at the packet's time.
  private static let plainCodecs: Set<String> = ["h264", "hevc", "mpeg2video"]
  /// Bytes; a smaller packet holds no picture.
  private static let leastPacket = 6
  /// How far before a time to seek, tried in turn.
  private static let runUps: [Double] = [0, 2, 12, .infinity]
  /// Pictures shown later that are passed over where packets carry no decoding times.
  private static let reach = 32

  /// The pictures that the file's packets say are on show at some times, without decoding any.
  ///
  /// A witness that is independent of decoders and of how they are fed.
  ///
  /// - Parameters:
  ///   - times: play times in seconds.
  ///   - isCancelled: asked while reading.
  /// - Returns: of each the play time at which the picture appears; `nil` where packets do not
  ///   tell.
  /// - Throws: `interrupted`, or what reading throws.
  package func pictureTimes(
    at times: [Double], isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [Double?] {
    guard Self.plainCodecs.contains(video.codec), video.hiddenFields == nil else {
      return times.map { _ in nil }
    }
    let file = try InputFile(path: path, isCancelled: isCancelled)
    file.readOnly([video.stream])
    var found: [Double?] = []
    for time in times { found.append(try latest(in: file, at: time)) }
    return found
  }

  private func latest(in file: InputFile, at time: Double) throws(MediaError) -> Double? {
    let packet = try Packet()
    for runUp in Self.runUps {
      let target = max(0, time - runUp)
      try file.seek(video, before: target)
      var latest: Double?
      var later = 0
      while later < Self.reach, try file.read(into: packet) {
        guard packet.stream == video.stream, let shown = packet.shown else { continue }
        if let decoded = packet.decoded, video.playTime(decoded) > time { break }
        let isShown = !packet.isDiscarded && !packet.isCorrupt && packet.size >= Self.leastPacket
        let instant = video.playTime(shown)
        if instant > time { later += 1 }
        if isShown, instant <= time { latest = max(latest ?? instant, instant) }
      }
      if let latest { return latest }
      if target == 0 { break }
    }
    return nil
  }

  /// Counts the packets of the picture stream: the frames of a file, without decoding them.
  ///
  /// - Parameter isCancelled: asked while reading.
  /// - Returns: how many there are, and when those are shown that decode by themselves, in seconds.
  /// - Throws: `invalidData` when a packet is damaged or cut short; `interrupted`.
  package func countPictures(
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> (count: Int, keyTimes: [Double]) {
    let file = try InputFile(path: path, isCancelled: isCancelled)
    let packet = try Packet()
    var found: (count: Int, keyTimes: [Double]) = (0, [])
    while try file.read(into: packet) {
      guard packet.stream == video.stream else { continue }
      guard !packet.isCorrupt else {
        throw MediaError(
          .invalidData, operation: "use", path: path, detail: "picture \(found.count) is damaged")
      }
      if packet.isKey, let shown = packet.shown { found.keyTimes.append(video.playTime(shown)) }
      found.count += 1
    }
    return found
  }
}
