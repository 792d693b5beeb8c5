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
    default:
      let codec = info.video.codec
      throw CopyPlan.refusal("its codec \(codec) cannot be cropped without encoding")
    }
    guard info.video.orientation == .upright else {
      throw CopyPlan.refusal("its picture is turned by the player")
    }
  }

  /// Codecs of sound that players take in MP4 as they are.
  private static let copiedSounds: Set<String> = ["aac", "mp3", "ac3", "eac3", "alac", "opus"]

  /// Whether the source's sound can be copied; else it has to be encoded, and given to `write`.
  package var copiesSound: Bool {
    info.sound.map { Self.copiedSounds.contains($0.codec) } ?? false
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
    let output = try Container(
      path: path, format: "mp4", metadata: metadata, isCancelled: { false })
    // Times count from the stretch's first instant: of negative ones the edit list is made.
    unsafe output.context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED
    try unsafe Self.add(video, like: streams[index], crop, to: output)
    if let sound {
      _ = try unsafe output.addStream(for: sound.encoder)
    } else if soundIndex >= 0 {
      let parameters = unsafe streams[soundIndex].pointee.codecpar
      _ = try unsafe output.addStream(of: parameters, file.timeBase(of: soundIndex))
    }
    try output.begin([
      .init("movflags", "+faststart"), .init("movie_timescale", "\(Self.movieTicks)"),
    ])
    try copy(file, plan, soundIndex, through: video, sound, to: output)
    if let sound { try output.write(sound, before: .infinity) }
    try output.finish()
    let length = Double(plan.end - plan.zero) * info.video.timeBase.value
    try EditListEnd.set(path, seconds: length)
    try verify(path, crop, pictures: plan.shown.count, hasSound: sound != nil || soundIndex >= 0)
  }

  /// Ticks a second in which the container counts edits; finer than any frame.
  private static let movieTicks = 90_000

  /// Adds the pictures that come out of a filter; the container gives them the cropped size.
  private static func add(
    _ filter: BitstreamFilter, like source: UnsafeMutablePointer<AVStream>, _ crop: CodedCrop,
    to output: Container
  ) throws(MediaError) {
    let base = unsafe Rational(source.pointee.time_base)
    let stream = try unsafe output.addStream(of: filter.parameters, base)
    unsafe stream.pointee.codecpar.pointee.width = Int32(crop.width)
    unsafe stream.pointee.codecpar.pointee.height = Int32(crop.height)
    unsafe stream.pointee.sample_aspect_ratio = unsafe source.pointee.sample_aspect_ratio
    unsafe stream.pointee.avg_frame_rate = unsafe source.pointee.avg_frame_rate
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
    guard let stream = try unsafe file.videoStream() else { throw fault("it has no picture") }
    let index = unsafe Int(stream.pointee.index)
    let size = try CodedSize.read(file, stream: index, after: nil)
    guard size.left == crop.x, size.top == crop.y, size.shownWidth == crop.width,
      size.shownHeight == crop.height
    else { throw CopyPlan.refusal("its stream does not take the crop") }
    guard unsafe (file.soundStream(of: Int(stream.pointee.index)).stream != nil) == hasSound else {
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
      throw CopyPlan.refusal("its stream is cropped on the left or above already")
    }
    guard crop.x + crop.width <= coded.shownWidth, crop.y + crop.height <= coded.shownHeight else {
      throw CopyPlan.refusal("its pictures change their size")
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
    _ sound: EncodedSound?, to output: Container
  ) throws(MediaError) {
    try file.go(to: plan.seek, stream: info.video.stream)
    let packet = try Packet()
    var seen = 0
    let last = plan.skipped + plan.shown.count
    let base = info.video.timeBase
    let soundBase = soundIndex < 0 ? base : file.timeBase(of: soundIndex)
    let window = Window(plan, base, soundBase)
    var soundIsDone = soundIndex < 0
    while seen < last || !soundIsDone, try file.read(into: packet) {
      if packet.stream == soundIndex {
        guard let shown = packet.presentation else { continue }
        soundIsDone = shown >= window.end
        guard window.contains(shown) else { continue }
        packet.stamp(shown: shown - window.zero, decoded: shown - window.zero)
        try output.write(packet, stream: 1, soundBase)
      } else if packet.stream == info.video.stream {
        seen += 1
        if seen > last + Self.patience { soundIsDone = true }
        guard seen > plan.skipped, seen <= last else { continue }
        let place = seen - 1 - plan.skipped
        plan.stamp(packet, place)
        try filter.apply(packet) { copy throws(MediaError) in
          let time = Double(copy.presentation ?? 0) * base.value
          if let sound { try output.write(sound, before: time) }
          try output.write(copy, stream: 0, base)
        }
      }
    }
    guard seen >= last else { throw CopyPlan.refusal("its file ends before it does") }
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
