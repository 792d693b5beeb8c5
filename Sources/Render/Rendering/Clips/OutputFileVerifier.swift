import Media

/// Verifies a written file by reading it, because a muxer may fail without an error code.
enum OutputFileVerifier {
  /// Maximum mean luma difference per cell, in 8-bit steps; the lowest quality causes half of it.
  private static let tolerance = 8.0

  /// Verifies a file, unless the settings disable that; `name` is its name in error messages.
  static func verify(
    _ path: String, as name: String, plan: EncodePlan, frames: Int, marks: FrameFingerprints,
    isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> RenderedFile {
    let duration = Double(frames) / plan.rate.value
    let size = AtomicFile.size(path)
    guard plan.settings.isVerified else {
      return RenderedFile(path: name, frames: frames, duration: duration, size: size)
    }
    let info = try MediaInfo.probe(path, isCancelled: isCancelled)
    func require(_ holds: Bool, _ fault: @autoclosure () -> String) throws(MediaError) {
      guard !holds else { return }
      throw MediaError(
        .invalidData, operation: "verify what was written to", path: name, detail: fault())
    }
    try info.requireComplete()
    let (width, height) = (info.video.width, info.video.height)
    try require(
      width == plan.output.width && height == plan.output.height,
      "it is \(width)x\(height), not \(plan.output.width)x\(plan.output.height)")
    try require((info.sound != nil) == (plan.channels != nil), "its audio stream is wrong")
    let (counted, keyTimes) = try info.countPictures(isCancelled: isCancelled)
    try require(counted == frames, "it has \(counted) frames, not \(frames)")
    try require(
      abs(info.duration - duration) <= 0.5 / plan.rate.value,
      "it lasts \(info.duration) s, not \(duration) s")
    let reader = try RangeReader(info, isRough: true, isCancelled: isCancelled)
    // Probing has already decoded the first frame.
    let last = try picture(frames - 1, reader, plan)
    let expected = Double(frames - 1) / plan.rate.value
    try require(
      last.map { abs($0.time - expected) <= 0.5 / plan.rate.value } ?? false,
      "its last frame does not decode")
    let keys = keyTimes.map { Int(($0 * plan.rate.value).rounded()) }
    for frame in marks.compared(keys: keys, last: frames - 1) {
      let found = try frame == frames - 1 ? last : picture(frame, reader, plan)
      let difference = found?.signature.flatMap { marks.difference(of: $0, at: frame) } ?? 255
      try require(difference <= tolerance, "its frame \(frame) is not the picture that was encoded")
    }
    return RenderedFile(path: name, frames: frames, duration: duration, size: size)
  }

  /// The time and fingerprint of an output frame; decodes only its group of pictures.
  private static func picture(
    _ frame: Int, _ reader: RangeReader, _ plan: EncodePlan
  ) throws(MediaError) -> (time: Double, signature: FrameFingerprint?)? {
    var found: (time: Double, signature: FrameFingerprint?)?
    try reader.read(
      from: (Double(frame) + 0.25) / plan.rate.value, to: (Double(frame) + 0.75) / plan.rate.value,
      picture: { picture throws(MediaError) in
        found = found ?? (picture.time, picture.signature)
      })
    return found
  }
}

/// Called with the number of frames written and their total.
package typealias RenderProgress = @Sendable (_ done: Int, _ total: Int) -> Void

package struct RenderedFile: Hashable, Sendable, Codable {
  package var path: String
  package var frames: Int
  /// Duration in seconds.
  package var duration: Double
  /// Size in bytes.
  package var size: Int
  /// Number of damaged source frames, which are shown as far as they could be decoded.
  package var damaged = 0
  /// Seconds without sound, because the source has none there.
  package var silence = 0.0
  /// Whether the frame size of the source changes within the clip.
  package var hasOtherShapes = false

  /// Messages for the user, one sentence each.
  package var notices: [String] {
    let name = path.split(separator: "/").last ?? ""
    var notices: [String] = []
    if damaged > 0 {
      notices.append(
        "\(name): the source is damaged: \(damaged) of its frames could not be decoded completely; "
          + "check the clip")
    }
    if silence >= Self.minimumReportedSilence {
      notices.append(
        "\(name): the source has no sound for \(MediaInfo.seconds(silence)) of "
          + "\(MediaInfo.seconds(duration)) s; the clip is silent there")
    }
    if hasOtherShapes {
      notices.append(
        "the aspect ratio of the source changes: each part is shown in its own aspect ratio")
    }
    return notices
  }

  /// Minimum duration in seconds of reported silence; shorter gaps at either end are common.
  private static let minimumReportedSilence = 0.25
}
