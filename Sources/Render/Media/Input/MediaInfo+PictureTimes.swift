extension MediaInfo {
  /// Codecs in which each packet contains one frame, displayed at the packet's timestamp.
  private static let oneFramePerPacketCodecs: Set<String> = ["h264", "hevc", "mpeg2video"]
  /// Minimum bytes of a packet that contains a frame.
  private static let minimumPacketSize = 6
  /// How many seconds before the requested time to seek, in turn.
  private static let seekOffsets: [Double] = [0, 2, 12, .infinity]
  /// Maximum number of later frames that are read, if packets have no decoding timestamp (DTS).
  private static let maximumLaterFrames = 32

  /// Finds the play times at which the frames displayed at given times begin; `nil` if unknown.
  ///
  /// Only packets are read and nothing is decoded, so the result can verify the decoder's output.
  package func pictureTimes(
    at times: [Double], isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [Double?] {
    guard Self.oneFramePerPacketCodecs.contains(video.codec), video.hiddenFields == nil else {
      return times.map { _ in nil }
    }
    let file = try InputFile(path: path, isCancelled: isCancelled)
    file.discardOtherStreams([video.stream])
    var found: [Double?] = []
    for time in times { found.append(try latestFrameTime(in: file, at: time)) }
    return found
  }

  private func latestFrameTime(in file: InputFile, at time: Double) throws(MediaError) -> Double? {
    let packet = try Packet()
    for seekOffset in Self.seekOffsets {
      let target = max(0, time - seekOffset)
      try file.seek(video, before: target)
      var latestFrameTime: Double?
      var later = 0
      while later < Self.maximumLaterFrames, try file.read(into: packet) {
        guard packet.stream == video.stream, let shown = packet.shown else { continue }
        if let decoded = packet.decoded, video.playTime(decoded) > time { break }
        let isShown =
          !packet.isDiscarded && !packet.isCorrupt && packet.size >= Self.minimumPacketSize
        let instant = video.playTime(shown)
        if instant > time { later += 1 }
        if isShown, instant <= time { latestFrameTime = max(latestFrameTime ?? instant, instant) }
      }
      if let latestFrameTime { return latestFrameTime }
      if target == 0 { break }
    }
    return nil
  }

  /// Counts the frames by the packets of the video stream, and lists the play times of key frames.
  ///
  /// - Throws: `invalidData` if a packet is damaged or truncated; `interrupted`.
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
          .invalidData, operation: "use", path: path, detail: "frame \(found.count) is damaged")
      }
      if packet.isKey, let shown = packet.shown { found.keyTimes.append(video.playTime(shown)) }
      found.count += 1
    }
    return found
  }
}
