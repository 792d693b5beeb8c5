import Media

/// Writes consecutive segments of a source into one file with continuous time stamps.
///
/// Frames are streamed from decoder to encoder; only the encoded sound is kept.
final class SegmentWriter {
  private let reader: RangeReader
  private let output: OutputFile
  private let captions: CaptionBurner?
  private let poster: PosterPicker?
  private let still: StillPicker?
  /// Fingerprints of frames, to verify the finished file.
  private(set) var marks = FrameFingerprints()
  private(set) var frames = 0
  /// Number of source frames that were damaged or lost through damage.
  var damaged: Int { damagedPictures + reader.faults - faultsBefore }
  private var damagedPictures = 0
  var silence = 0.0
  private let faultsBefore: Int

  /// Opens the output file.
  ///
  /// `poster` receives every frame before captions are drawn, and `still` every source frame.
  ///
  /// - Throws: `missingComponent`, `notPermitted` and others.
  init(
    _ reader: RangeReader, to path: String, plan: EncodePlan, sound: EncodedAudioTrack?,
    captions: CaptionBurner? = nil, poster: PosterPicker? = nil, still: StillPicker? = nil,
    isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    self.reader = reader
    output = try plan.open(path, sound: sound, isCancelled: isCancelled)
    self.captions = captions
    self.poster = poster
    self.still = still
    faultsBefore = reader.faults
  }

  /// Decodes the slots of `grid` once and appends them to several files.
  ///
  /// `told` is called for each slot after all files have it.
  ///
  /// - Throws: errors of reading, filtering and encoding.
  static func append(
    _ grid: FrameTimeGrid, to files: [(writer: SegmentWriter, composer: PictureComposer)],
    from reader: RangeReader, told: @escaping () -> Void
  ) throws(MediaError) {
    let fillers = files.enumerated().map { index, file in
      file.writer.filler(grid, file.composer, told: index == files.count - 1 ? told : {})
    }
    for file in files.dropFirst() { file.composer.toner = files[0].composer.toner }
    let damaged = try reader.fill(fillers, on: grid)
    for file in files { file.writer.damagedPictures += damaged }
  }

  private func filler(
    _ grid: FrameTimeGrid, _ composer: PictureComposer, told: @escaping () -> Void
  ) -> SlotFiller {
    let offset = frames - grid.frames.lowerBound
    marks.begin(grid)
    return SlotFiller(grid: grid) { [self] frame, slot throws(MediaError) in
      let picture = try composer.compose(frame, slot: slot)
      still?.consider(frame, slot: slot)
      try poster?.consider(picture, slot: slot)
      try captions?.burn(picture, frame: slot - grid.frames.lowerBound)
      marks.consider(picture, frame: slot + offset, slot: slot, on: grid, used: frame.time)
      picture.stamp(slot + offset)
      try output.write(picture: picture)
      frames += 1
      told()
    }
  }

  func finish() throws(MediaError) { try output.finish() }
}

extension RangeReader {
  /// Decodes the source once and fills the slots of a grid with deinterlaced frames.
  ///
  /// `sound` receives the sound of the same range.
  ///
  /// - Returns: the number of damaged source frames.
  /// - Throws: errors of reading and of the receivers.
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
