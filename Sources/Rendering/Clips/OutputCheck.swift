internal import Media

/// Reopens what was written and proves that it is whole: a muxer's return code is no evidence.
enum OutputCheck {
  /// Checks a file against what was meant, unless the settings leave that out.
  ///
  /// - Throws: `invalidData` that says what is wrong with it.
  static func verify(
    _ path: String, as name: String, plan: EncodePlan, frames: Int
  ) throws(MediaError) -> RenderedFile {
    let duration = Double(frames) / plan.rate.value
    let size = AtomicFile.size(path)
    guard plan.settings.isVerified else {
      return RenderedFile(path: name, frames: frames, duration: duration, size: size)
    }
    let info = try MediaInfo.probe(path)
    func require(_ holds: Bool, _ fault: @autoclosure () -> String) throws(MediaError) {
      guard !holds else { return }
      throw MediaError(
        .invalidData, operation: "verify what was written to", path: name, detail: fault())
    }
    try info.requireWhole()
    let (width, height) = (info.video.width, info.video.height)
    try require(
      width == plan.output.width && height == plan.output.height,
      "it is \(width)x\(height), not \(plan.output.width)x\(plan.output.height)")
    try require((info.sound != nil) == (plan.channels != nil), "its sound stream is not as meant")
    let counted = try info.countPictures()
    try require(counted == frames, "it has \(counted) frames, not \(frames)")
    try require(
      abs(info.duration - duration) <= 0.5 / plan.rate.value,
      "it lasts \(info.duration) s, not \(duration) s")
    let last = try lastFrameTime(info)
    let expected = Double(frames - 1) / plan.rate.value
    try require(
      last.map { abs($0 - expected) <= 0.5 / plan.rate.value } ?? false,
      "its last frame does not decode")
    return RenderedFile(path: name, frames: frames, duration: duration, size: size)
  }

  /// The first frame was decoded by the probe; this decodes the last.
  private static func lastFrameTime(_ info: MediaInfo) throws(MediaError) -> Double? {
    var last: Double?
    try StretchReader(info).read(
      from: max(0, info.duration - 0.2), to: info.duration + 1,
      picture: { frame throws(MediaError) in last = frame.time })
    return last
  }
}
