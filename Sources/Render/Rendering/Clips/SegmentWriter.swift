internal import Media

/// Writes stretches of one source, one after the other, into one file: one clock for all.
///
/// Frames are streamed from decoder to encoder; nothing is kept but the encoded sound.
final class SegmentWriter {
  private let reader: RangeReader
  private let output: OutputFile
  private let captions: CaptionBurner?
  private let poster: PosterPicker?
  private let still: StillPicker?
  /// What a few pictures were, for the check of the finished file.
  private(set) var marks = FrameMarks()
  /// Frames written.
  private(set) var frames = 0
  /// Source pictures that were damaged, or missing for that reason.
  var damaged: Int { damagedPictures + reader.faults - faultsBefore }
  private var damagedPictures = 0
  /// Seconds in which the source has no sound.
  var silence = 0.0
  private let faultsBefore: Int

  /// Opens the target.
  ///
  /// - Parameters:
  ///   - reader: the source, open.
  ///   - path: the file to write.
  ///   - plan: how to encode.
  ///   - sound: all of its sound.
  ///   - captions: what to write into pictures.
  ///   - poster: looks at every picture, before captions are written into it.
  ///   - still: looks at every frame of the source.
  ///   - isCancelled: asked while reading.
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

  /// Appends the slots of `grid` to several files out of one decoding, each as its composer makes
  /// them.
  ///
  /// - Parameters:
  ///   - grid: the slots.
  ///   - files: where they go.
  ///   - reader: the source, open.
  ///   - told: told of each slot once the last of the files has it.
  /// - Throws: what reading, filtering and encoding throw.
  static func append(
    _ grid: FrameGrid, to files: [(writer: SegmentWriter, composer: PictureComposer)],
    from reader: RangeReader, told: @escaping () -> Void
  ) throws(MediaError) {
    let fillers = files.enumerated().map { index, file in
      file.writer.filler(grid, file.composer, told: index == files.count - 1 ? told : {})
    }
    for file in files.dropFirst() { file.composer.toner = files[0].composer.toner }
    let damaged = try reader.fill(fillers, on: grid)
    for file in files { file.writer.damagedPictures += damaged }
  }

  /// What puts source frames into this file's slots.
  private func filler(
    _ grid: FrameGrid, _ composer: PictureComposer, told: @escaping () -> Void
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

  func finish() throws(MediaError) {
    try output.finish()
  }
}

extension RangeReader {
  /// Fills the slots of a grid out of one decoding, with whole frames.
  ///
  /// - Parameters:
  ///   - fillers: of that grid.
  ///   - grid: the slots.
  ///   - sound: takes the sound of the same seconds; `nil` leaves it out.
  /// - Returns: how many of the source's pictures were damaged.
  /// - Throws: what reading throws, and what takes the frames.
  @discardableResult
  func fill(
    _ fillers: [SlotFiller], on grid: FrameGrid, sound: Take? = nil
  ) throws(MediaError) -> Int {
    let deinterlacer = Deinterlacer(info)
    func push(_ whole: Frame) throws(MediaError) {
      for filler in fillers { try filler.push(whole) }
    }
    var damaged = 0
    let metEnd = try read(
      from: grid.time(grid.frames.lowerBound), to: grid.time(grid.frames.upperBound),
      picture: { frame throws(MediaError) in
        if frame.isDamaged { damaged += 1 }
        try deinterlacer.push(frame, push)
      }, sound: sound)
    try deinterlacer.finish(push)
    for filler in fillers { try filler.finish(info, metEnd: metEnd) }
    return damaged
  }
}

/// Makes whole frames of interleaved fields, one for one; passes others through untouched.
///
/// Fields are interleaved where a frame says so, or where they were found although none does.
final class Deinterlacer {
  private let hidden: MediaInfo.FieldOrder?
  private var built: (key: String, graph: FilterGraph)?

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
