import Media

/// Writes consecutive segments of a source into one file with continuous time stamps.
///
/// Frames are streamed from decoder to encoder; only the encoded sound is kept.
final class SegmentWriter {
  private let rendering: FileRendering
  /// The temporary name of the file.
  private let path: String
  private let reader: RangeReader
  private let output: OutputFile
  private let captions: CaptionBurner?
  private let isCancelled: CancellationCheck
  private var marks = FrameFingerprints()
  private var frames = 0
  private var damagedPictures = 0
  private let silence: Double
  private let faultsBefore: Int

  /// Encodes the sound, and opens the file under a temporary name.
  init(
    _ rendering: FileRendering, _ reader: RangeReader, at path: String,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    let plan = rendering.plan
    try plan.tryEncoder()
    let sound: EncodedAudioTrack?
    (sound, silence) = try AudioTrackBuilder.make(reader, rendering.grids, plan: plan, to: path)
    captions = try rendering.captions()
    output = try OutputFile(
      path: path, format: "mp4", pictures: plan.pictures(), encodedSound: sound,
      metadata: plan.metadata, options: [.init("movflags", "+faststart")], isCancelled: isCancelled)
    (self.rendering, self.path, self.reader) = (rendering, path, reader)
    self.isCancelled = isCancelled
    faultsBefore = reader.faults
  }

  /// Decodes the slots of `grid` once and appends them to several files; calls `told` after each
  /// slot.
  static func append(
    _ grid: FrameTimeGrid, to files: [SegmentWriter], from reader: RangeReader,
    told: @escaping () -> Void
  ) throws(MediaError) {
    let fillers = files.enumerated().map { index, file in
      file.filler(grid, told: index == files.count - 1 ? told : {})
    }
    for file in files.dropFirst() {
      file.rendering.composer.toner = files[0].rendering.composer.toner
    }
    let damaged = try reader.fill(fillers, on: grid)
    for file in files { file.damagedPictures += damaged }
  }

  private func filler(_ grid: FrameTimeGrid, told: @escaping () -> Void) -> SlotFiller {
    let offset = frames - grid.frames.lowerBound
    marks.begin(grid)
    return SlotFiller(grid: grid) { [self] frame, slot throws(MediaError) in
      let picture = try rendering.composer.compose(frame, slot: slot)
      rendering.still?.consider(frame, slot: slot)
      try rendering.poster?.consider(picture, slot: slot)
      try captions?.burn(picture, frame: slot - grid.frames.lowerBound)
      marks.consider(picture, frame: slot + offset, slot: slot, on: grid, used: frame.time)
      picture.stamp(slot + offset)
      try output.write(picture: picture)
      frames += 1
      told()
    }
  }

  /// Completes and verifies the file.
  func finish() throws(MediaError) -> RenderedFile {
    try output.finish()
    var written = try OutputFileVerifier.verify(
      path, as: rendering.path, plan: rendering.plan, frames: rendering.frames, marks: marks,
      isCancelled: isCancelled)
    written.damaged = damagedPictures + reader.faults - faultsBefore
    written.silence = silence
    written.hasOtherShapes = rendering.composer.hasOtherShapes
    if rendering.plan.settings.isVerified, written.damaged == 0 {
      try marks.verify(of: rendering.source, as: rendering.path, isCancelled: isCancelled)
    }
    try rendering.confirm()
    return written
  }
}

extension RangeReader {
  /// Decodes the source once, fills the slots of a grid with deinterlaced frames, and returns the
  /// number of damaged source frames.
  ///
  /// `sound` receives the sound of the same range.
  @discardableResult
  func fill(
    _ fillers: [SlotFiller], on grid: FrameTimeGrid, sound: Take? = nil
  ) throws(MediaError) -> Int {
    let deinterlacer = Deinterlacer(info)
    func push(_ whole: Frame) throws(MediaError) {
      for filler in fillers { try filler.push(whole) }
    }
    var damaged = 0
    let hasReachedEnd = try read(
      from: grid.time(grid.frames.lowerBound), to: grid.time(grid.frames.upperBound),
      picture: { frame throws(MediaError) in
        if frame.isDamaged { damaged += 1 }
        try deinterlacer.push(frame, push)
      }, sound: sound)
    try deinterlacer.finish(push)
    for filler in fillers { try filler.finish(info, hasReachedEnd: hasReachedEnd) }
    return damaged
  }
}

/// Deinterlaces frames, one output frame per input frame; progressive frames pass unchanged.
///
/// A frame is interlaced if it is flagged as such, or if fields were detected in the source.
final class Deinterlacer {
  private let hidden: MediaInfo.FieldOrder?
  private var built: (key: String, graph: FilterGraph)?

  init(_ source: MediaInfo) { hidden = source.video.hiddenFields }

  /// Adds a source frame and passes on finished frames; an interlaced one is delayed by one frame.
  func push(_ frame: Frame, _ take: (Frame) throws(MediaError) -> Void) throws(MediaError) {
    if built == nil, hidden == nil, !frame.colors.isInterlaced { return try take(frame) }
    if built?.key != frame.formatKey {
      try finish(take)
      let fields =
        switch hidden {
        case .topFirst: "deint=all:parity=tff"
        case .bottomFirst: "deint=all:parity=bff"
        case nil: "deint=interlaced"
        }
      let text = frame.bufferSource() + ",bwdif=mode=send_frame:\(fields),buffersink@out"
      built = (frame.formatKey, try FilterGraph(text, threads: 2))
    }
    frame.stamp(Int(bounding: frame.time * 1_000_000))
    try built?.graph.push(frame)
    try drain(take)
  }

  /// Passes on the remaining frames.
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
