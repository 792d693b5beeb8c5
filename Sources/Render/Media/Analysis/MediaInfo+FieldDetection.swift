extension MediaInfo {
  /// The same file, with the order of fields that are interleaved in frames which do not say so.
  ///
  /// Old tapes and broadcasts that were converted carelessly show combs wherever something moves.
  /// A few frames in three places are looked at by libavfilter's `idet`.
  ///
  /// - Parameter isCancelled: asked while reading.
  /// - Returns: `self` with `video.hiddenFields` set where combs were found.
  /// - Throws: what reading throws; `interrupted`.
  package func detectingFields(
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> MediaInfo {
    // Interlaced video has at most 30 frames a second, of two fields each.
    guard video.frameRate.value < 31, Catalogue.missingFilters(of: ["idet"]).isEmpty else {
      return self
    }
    let file = try InputFile(path: path, isCancelled: isCancelled)
    guard video.stream < (unsafe file.streams.count) else { return self }
    let watch = FieldWatch()
    for place in [0.1, 0.45, 0.8] {
      let decoder = try unsafe Decoder(file.streams[video.stream], path: path, threads: 1)
      // Combs show through the edges of blocks.
      decoder.leaveRough()
      try file.seek(video, before: place * duration)
      watch.begin()
      try decoder.decode(from: file) { frame throws(MediaError) in
        try watch.look(frame)
        return watch.seen < Self.looks
      }
    }
    var copy = self
    copy.video.hiddenFields = watch.counts.order
    return copy
  }

  /// Frames looked at in each place.
  private static let looks = 10
}

/// How many frames looked like what.
struct FieldCounts {
  var topFirst = 0
  var bottomFirst = 0
  var progressive = 0
  /// Frames that say themselves that they are interlaced.
  var flagged = 0

  /// The order of the fields; `nil` for whole frames, and for those that tell it themselves.
  ///
  /// Film brought to television has combs in two of five frames.
  var order: MediaInfo.FieldOrder? {
    let combed = topFirst + bottomFirst
    guard flagged == 0, combed >= 4, Double(combed) >= 0.3 * Double(combed + progressive) else {
      return nil
    }
    return topFirst >= bottomFirst ? .topFirst : .bottomFirst
  }
}

/// Follows runs of frames.
private final class FieldWatch {
  private(set) var seen = 0
  private(set) var counts = FieldCounts()
  private var graph: (key: String, graph: FilterGraph)?

  func begin() { (seen, graph) = (0, nil) }

  func look(_ frame: Frame) throws(MediaError) {
    seen += 1
    if frame.colors.isInterlaced { counts.flagged += 1 }
    if graph?.key != frame.shapeKey {
      graph = (frame.shapeKey, try FilterGraph(frame.bufferSource() + ",idet,buffersink@out"))
    }
    frame.stamp(seen)
    try graph?.graph.push(frame)
    while let judged = try graph?.graph.pull() {
      switch judged.metadata("lavfi.idet.multiple.current_frame") {
      case "tff": counts.topFirst += 1
      case "bff": counts.bottomFirst += 1
      case "progressive": counts.progressive += 1
      default: break
      }
    }
  }
}
