extension MediaInfo {
  /// Returns a copy with `video.hiddenFields` set, if the video is interlaced without being
  /// flagged.
  ///
  /// Old tapes and careless conversions of broadcasts show comb artefacts wherever something moves.
  /// libavfilter's `idet` checks ten frames at each of three positions.
  package func detectingFieldOrder(
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> MediaInfo {
    // Interlaced video has at most 30 frames per second, with two fields each.
    guard video.frameRate.value < 31, FFmpegBuild.missingFilters(of: ["idet"]).isEmpty else {
      return self
    }
    let file = try InputFile(path: path, isCancelled: isCancelled)
    guard video.stream < (unsafe file.streams.count) else { return self }
    var counts = FieldCounts()
    for place in [0.1, 0.45, 0.8] {
      let decoder = try unsafe Decoder(file.streams[video.stream], path: path, threads: 1)
      // The deblocking filter is not needed: comb artefacts are visible across block edges.
      decoder.disableDeblocking()
      try file.seek(video, before: place * duration)
      var frameCount = 0
      var graph: (key: String, graph: FilterGraph)?
      try decoder.decode(from: file) { frame throws(MediaError) in
        frameCount += 1
        if frame.colors.isInterlaced { counts.flagged += 1 }
        if graph?.key != frame.formatKey {
          graph = (frame.formatKey, try FilterGraph(frame.bufferSource() + ",idet,buffersink@out"))
        }
        frame.stamp(frameCount)
        try graph?.graph.push(frame)
        while let classified = try graph?.graph.pull() {
          switch classified.metadata("lavfi.idet.multiple.current_frame") {
          case "tff": counts.topFirst += 1
          case "bff": counts.bottomFirst += 1
          case "progressive": counts.progressive += 1
          default: break
          }
        }
        return frameCount < Self.framesPerPlace
      }
    }
    var copy = self
    copy.video.hiddenFields = counts.order
    return copy
  }

  private static let framesPerPlace = 10
}

private struct FieldCounts {
  var topFirst = 0
  var bottomFirst = 0
  var progressive = 0
  /// Frames that are flagged as interlaced.
  var flagged = 0

  /// The detected field order; `nil` if the video is progressive, or if its frames are flagged.
  ///
  /// At least 30 % of the frames must look interlaced. In film converted to 30 frames per second by
  /// telecine, two of five frames do.
  var order: MediaInfo.FieldOrder? {
    let combed = topFirst + bottomFirst
    guard flagged == 0, combed >= 4, Double(combed) >= 0.3 * Double(combed + progressive) else {
      return nil
    }
    return topFirst >= bottomFirst ? .topFirst : .bottomFirst
  }
}
