internal import Media

/// Makes whole frames of interleaved fields, one for one; passes others through untouched.
///
/// Fields are interleaved where a frame says so, or where they were found although none does.
final class Deinterlacer {
  private let hidden: MediaInfo.FieldOrder?
  private var built: (key: String, graph: FilterGraph)?

  /// Prepares for a source.
  init(_ source: MediaInfo) { hidden = source.video.hiddenFields }

  /// Takes a source frame and hands on what is ready; an interlaced one comes one frame late.
  func push(
    _ frame: Frame, _ take: (Frame) throws(MediaError) -> Void
  ) throws(MediaError) {
    if built == nil, hidden == nil, !frame.colors.isInterlaced { return try take(frame) }
    if built?.key != frame.shapeKey {
      try finish(take)
      let fields =
        switch hidden {
        case .topFirst: "deint=all:parity=tff"
        case .bottomFirst: "deint=all:parity=bff"
        case nil: "deint=interlaced"
        }
      let text = frame.bufferSource() + ",bwdif=mode=send_frame:\(fields),buffersink@out"
      built = (frame.shapeKey, try FilterGraph(text, threads: 2))
    }
    frame.stamp(Int(bounding: frame.time * 1_000_000))
    try built?.graph.push(frame)
    try drain(take)
  }

  /// Hands on what is left.
  func finish(_ take: (Frame) throws(MediaError) -> Void) throws(MediaError) {
    guard let built else { return }
    try built.graph.push(nil)
    try drain(take)
    self.built = nil
  }

  private func drain(_ take: (Frame) throws(MediaError) -> Void) throws(MediaError) {
    while let frame = try built?.graph.pull() { try take(frame) }
  }
}
