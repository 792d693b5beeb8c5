internal import Media

/// Reopens what was written and proves that it is whole: a muxer's return code is no evidence.
enum OutputCheck {
  /// Steps of 8-bit luma by which a cell of a picture may change in encoding, on average; the
  /// coarsest settings change it by half of this.
  private static let tolerance = 8.0

  /// Checks a file against what was meant, unless the settings leave that out.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: what errors call it.
  ///   - plan: how it was to be encoded.
  ///   - frames: how many it was to have.
  ///   - marks: what they were when they were made.
  ///   - isCancelled: asked while reading.
  /// - Returns: what was written.
  /// - Throws: `invalidData` that says what is wrong with it; `interrupted`.
  static func verify(
    _ path: String, as name: String, plan: EncodePlan, frames: Int, marks: FrameMarks,
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
    try require((info.sound != nil) == (plan.channels != nil), "its sound stream is not as meant")
    let (counted, keyTimes) = try info.countPictures(isCancelled: isCancelled)
    try require(counted == frames, "it has \(counted) frames, not \(frames)")
    try require(
      abs(info.duration - duration) <= 0.5 / plan.rate.value,
      "it lasts \(info.duration) s, not \(duration) s")
    let reader = try RangeReader(info, isRough: true, isCancelled: isCancelled)
    // The probe decoded the first frame.
    let last = try picture(frames - 1, reader, plan)
    let expected = Double(frames - 1) / plan.rate.value
    try require(
      last.map { abs($0.time - expected) <= 0.5 / plan.rate.value } ?? false,
      "its last frame does not decode")
    let keys = keyTimes.map { Int(($0 * plan.rate.value).rounded()) }
    for frame in marks.compared(keys: keys, last: frames - 1) {
      let found = try frame == frames - 1 ? last : picture(frame, reader, plan)
      let difference = found?.signature.flatMap { marks.difference(of: $0, at: frame) } ?? 255
      try require(
        difference <= tolerance, "its frame \(frame) is not the picture that was encoded")
    }
    return RenderedFile(path: name, frames: frames, duration: duration, size: size)
  }

  /// When a frame of the output is shown, and what it looks like; only its group of pictures is
  /// decoded.
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

/// Told how far a render is: frames written, and frames in all.
package typealias RenderProgress = @Sendable (_ done: Int, _ total: Int) -> Void

package struct RenderedFile: Hashable, Sendable, Codable {
  package var path: String
  /// Frames.
  package var frames: Int
  /// Seconds.
  package var duration: Double
  /// Bytes.
  package var size: Int
  /// Pictures of the source that were damaged, and are shown as far as they could be read.
  package var damaged = 0
  /// Seconds of its sound that are silent because the source has none there.
  package var silence = 0.0
  /// Whether the source changes the shape of its picture in it.
  package var hasOtherShapes = false

  /// What a person should know of it, one sentence each.
  package var notices: [String] {
    let name = path.split(separator: "/").last ?? ""
    var notices: [String] = []
    if damaged > 0 {
      notices.append(
        "\(name): the source is damaged there: \(damaged) of its pictures could not be read in "
          + "full; look at the clip")
    }
    if silence >= Self.leastSilence {
      notices.append(
        "\(name): the source has no sound for \(MediaInfo.seconds(silence)) of "
          + "\(MediaInfo.seconds(duration)) s; the clip is silent there")
    }
    if hasOtherShapes {
      notices.append(
        "the source changes the shape of its picture: each part is shown in its own shape")
    }
    return notices
  }

  /// Seconds; sound often begins after the picture and ends before it by less.
  private static let leastSilence = 0.25
}
