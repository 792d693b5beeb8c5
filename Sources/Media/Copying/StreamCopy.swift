internal import CFFmpeg

/// Copies a stretch of a source into an MP4 as it is coded, cropped by what its headers say.
///
/// Nothing is decoded or encoded but one picture, to know the coded size: it takes milliseconds.
/// The crop goes into the sequence parameter sets (`h264_metadata`, `hevc_metadata`); pictures
/// before the stretch, from the key picture on, and after it are hidden by an edit list.
package struct StreamCopy: Sendable {
  /// The source, with the sound track to take.
  package let info: MediaInfo
  private let filter: String

  /// Makes a copier.
  ///
  /// - Throws: `unsupported` for a source whose stream cannot be cropped without encoding, with the
  ///   reason.
  package init(_ info: MediaInfo) throws(MediaError) {
    self.info = info
    switch info.video.codec {
    case "h264": filter = "h264_metadata"
    case "hevc": filter = "hevc_metadata"
    default: throw Self.refusal("its codec \(info.video.codec) cannot be cropped without encoding")
    }
    guard info.video.orientation == .upright else {
      throw Self.refusal("its picture is turned by the player")
    }
  }

  /// Codecs of sound that players take in MP4 as they are.
  private static let copiedSounds: Set<String> = ["aac", "mp3", "ac3", "eac3", "alac", "opus"]

  /// Whether the source's sound can be copied; else it has to be encoded, and given to `write`.
  package var copiesSound: Bool {
    info.sound.map { Self.copiedSounds.contains($0.codec) } ?? false
  }

  static func refusal(_ reason: String) -> MediaError {
    MediaError(.unsupported, operation: "copy a stretch", detail: reason)
  }

  /// Writes a stretch.
  ///
  /// - Parameters:
  ///   - start: play time in seconds; the frame nearest it is the first.
  ///   - end: play time in seconds; the frame nearest it is the first left out.
  ///   - crop: what is shown.
  ///   - sound: sound to write in place of the source's, from the same start on.
  ///   - metadata: what the container says of itself.
  ///   - path: the file; it is overwritten.
  ///   - isCancelled: asked while reading.
  /// - Throws: `unsupported` with the reason where this stretch cannot be copied; `outOfSpace`,
  ///   `interrupted` and others.
  package func write(
    from start: Double, to end: Double, crop: CodedCrop, sound: EncodedSound? = nil,
    metadata: [PictureEncoding.Option] = [], to path: String,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    let file = try InputFile(path: info.path, isCancelled: isCancelled)
    let (index, soundIndex) = (info.video.stream, copiesSound ? info.sound?.stream ?? -1 : -1)
    let streams = unsafe file.streams
    guard unsafe max(index, soundIndex) < streams.count else {
      throw MediaError(
        .invalidData, operation: "read", path: info.path, detail: "the file has changed")
    }
    let plan = try CopyPlan.make(file, info.video, from: start, to: end)
    let margins = try margins(file, plan, crop)
    let video = try unsafe BitstreamFilter(filter, for: streams[index], options: margins)
    let output = try CopiedFile(path: path, metadata: metadata)
    try unsafe output.addPictures(video, like: streams[index], crop: crop)
    if let sound {
      try output.add(sound)
    } else if soundIndex >= 0 {
      try unsafe output.addSound(like: streams[soundIndex])
    }
    try output.begin()
    try copy(file, plan, soundIndex, through: video, to: output)
    let length = Double(plan.end - plan.zero) * info.video.timeBase.value
    try output.finish()
    try EditListEnd.set(path, seconds: length)
    try verify(path, crop, pictures: plan.shown.count, hasSound: sound != nil || soundIndex >= 0)
  }

  /// Reopens what was written: its packets are counted, and its key picture, the first, is decoded.
  ///
  /// What lies before the stretch need not be decoded to know that the crop is there.
  private func verify(
    _ path: String, _ crop: CodedCrop, pictures: Int, hasSound: Bool
  ) throws(MediaError) {
    let file = try InputFile(path: path)
    let fault = { (detail: String) in
      MediaError(.invalidData, operation: "verify what was written to", path: path, detail: detail)
    }
    guard let stream = unsafe file.videoStream else { throw fault("it has no picture") }
    let index = unsafe Int(stream.pointee.index)
    let size = try CodedSize.read(file, stream: index, after: nil)
    guard size.left == crop.x, size.top == crop.y, size.shownWidth == crop.width,
      size.shownHeight == crop.height
    else { throw Self.refusal("its stream does not take the crop") }
    guard unsafe (file.soundStream != nil) == hasSound else {
      throw fault("its sound stream is not as meant")
    }
    try file.rewind(stream: index)
    let packet = try Packet()
    var count = 0
    while try file.read(into: packet) {
      if packet.stream == index, !packet.isCorrupt { count += 1 }
    }
    guard count == pictures else { throw fault("it has \(count) pictures, not \(pictures)") }
  }

  /// The crop as the filter counts it: luma pixels from each edge of the coded picture.
  private func margins(
    _ file: InputFile, _ plan: CopyPlan, _ crop: CodedCrop
  ) throws(MediaError) -> [PictureEncoding.Option] {
    let coded = try CodedSize.read(file, stream: info.video.stream, after: plan.seek)
    guard coded.left == 0, coded.top == 0 else {
      throw Self.refusal("its stream is cropped on the left or above already")
    }
    guard crop.x + crop.width <= coded.shownWidth, crop.y + crop.height <= coded.shownHeight else {
      throw Self.refusal("its pictures change their size")
    }
    return [
      .init("crop_left", "\(crop.x)"),
      .init("crop_right", "\(coded.width - crop.x - crop.width)"),
      .init("crop_top", "\(crop.y)"),
      .init("crop_bottom", "\(coded.height - crop.y - crop.height)"),
    ]
  }

  private func copy(
    _ file: InputFile, _ plan: CopyPlan, _ soundIndex: Int, through filter: BitstreamFilter,
    to output: CopiedFile
  ) throws(MediaError) {
    try file.go(to: plan.seek, stream: info.video.stream)
    let packet = try Packet()
    var seen = 0
    let last = plan.skipped + plan.shown.count
    let base = info.video.timeBase
    let window = Window(plan, base, soundIndex < 0 ? base : file.timeBase(of: soundIndex))
    var soundIsDone = soundIndex < 0
    while seen < last || !soundIsDone, try file.read(into: packet) {
      if packet.stream == soundIndex {
        guard let shown = packet.presentation else { continue }
        soundIsDone = shown >= window.end
        if window.contains(shown) { try output.write(sound: packet, from: window.zero) }
      } else if packet.stream == info.video.stream {
        seen += 1
        if seen > last + Self.patience { soundIsDone = true }
        guard seen > plan.skipped, seen <= last else { continue }
        let place = seen - 1 - plan.skipped
        plan.stamp(packet, place)
        try filter.apply(packet) { copy throws(MediaError) in
          try output.write(picture: copy, timeBase: base)
        }
      }
    }
    guard seen >= last else { throw Self.refusal("its file ends before it does") }
  }

  /// Pictures after the stretch in which sound is still looked for.
  private static let patience = 250

  /// The stretch in the time of the sound stream.
  private struct Window {
    var zero: Int64
    var end: Int64
    var start: Int64

    /// Decoders need a little of what comes before; the edit list hides it.
    private static let runUp = 0.1

    init(_ plan: CopyPlan, _ video: Rational, _ sound: Rational) {
      let ratio = video.value / sound.value
      zero = Int64(bounding: Double(plan.zero) * ratio)
      end = Int64(bounding: Double(plan.end) * ratio)
      start = zero - Int64(bounding: (Self.runUp / sound.value).rounded(.down))
    }

    func contains(_ stamp: Int64) -> Bool { stamp >= start && stamp < end }
  }
}
