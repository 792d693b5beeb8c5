internal import EditDecisions
internal import Media

/// Writes one stretch of a source, painted over, picture and sound in one pass.
final class OverlayWriter {
  private let reader: StretchReader
  private let output: OutputFile
  private let plan: EncodePlan
  private let painter: OverlayPainter
  /// What a few pictures were, for the check of the finished file.
  private(set) var marks = PictureMarks()
  private var padding: (key: String, graph: FilterGraph)?
  /// The bin that was drawn last, so that it is made once for all its frames.
  private var current: (number: Int, bin: OverlayBin)?

  /// Opens source and target.
  init(
    _ info: MediaInfo, to path: String, plan: EncodePlan, painter: OverlayPainter,
    isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    self.plan = plan
    self.painter = painter
    reader = try StretchReader(
      info, threads: plan.settings.encoderThreads, isCancelled: isCancelled)
    let sound = plan.channels.map {
      SoundEncoding(
        sampleRate: plan.settings.sampleRate, channels: $0, bitRate: plan.settings.audioBitRate,
        isQuick: plan.settings.isQuick)
    }
    output = try OutputFile(
      path: path, pictures: plan.pictures(), sound: sound,
      options: [.init("movflags", "+faststart")], isCancelled: isCancelled)
  }

  /// Writes the slots of `grid` and completes the file; `progress` is told frames written.
  func write(_ grid: FrameGrid, progress: @escaping (Int) -> Void) throws(MediaError) {
    let start = grid.time(grid.frames.lowerBound)
    marks.begin(grid)
    let filler = filler(grid, progress)
    let deinterlacer = Deinterlacer(reader.info)
    let runs = SoundRuns(length: output.soundFrameSize, rate: plan.settings.sampleRate) {
      [output] frame throws(MediaError) in try output.write(sound: frame)
    }
    let placer = plan.channels.map { channels in
      SoundPlacer(
        start: start, count: plan.sample(atFrame: grid.frames.count),
        rate: plan.settings.sampleRate, channels: channels
      ) { run throws(MediaError) in try runs.push(run) }
    }
    let metEnd = try reader.read(
      from: start, to: grid.time(grid.frames.upperBound),
      picture: { frame throws(MediaError) in
        try deinterlacer.push(frame) { whole throws(MediaError) in try filler.push(whole) }
      },
      sound: { frame throws(MediaError) in try placer?.push(frame) })
    try deinterlacer.finish { whole throws(MediaError) in try filler.push(whole) }
    try filler.finish(reader.info, metEnd: metEnd)
    try placer?.finish()
    try runs.finish()
    try output.finish()
  }

  private func filler(
    _ grid: FrameGrid, _ progress: @escaping (Int) -> Void
  ) -> SlotFiller {
    let video = reader.info.video
    let whole = Keyframe(
      t: 0, x: 0, y: 0, width: Double(video.width), height: Double(video.height))
    let composer = PictureComposer(
      info: reader.info, stretches: [.init(slots: grid.frames, layout: .crop([whole]))],
      grid: grid, output: (painter.width, painter.height), threads: plan.settings.encoderThreads)
    return SlotFiller(grid: grid) { [self] frame, slot throws(MediaError) in
      let picture = try padded(try composer.compose(frame, slot: slot))
      let (time, bin) = (grid.time(slot), bin(at: grid.time(slot)))
      try picture.paint { planes in painter.paint(planes, at: time, bin) }
      marks.consider(
        picture, frame: slot - grid.frames.lowerBound, slot: slot, on: grid, used: frame.time)
      picture.stamp(slot - grid.frames.lowerBound)
      try output.write(picture: picture)
      progress(slot + 1 - grid.frames.lowerBound)
    }
  }

  private func bin(at time: Double) -> OverlayBin {
    let number = painter.plan.bin(at: time)
    if let current, current.number == number { return current.bin }
    let bin = painter.plan.detail(number)
    current = (number, bin)
    return bin
  }

  /// The picture with the panel's room below it.
  private func padded(_ frame: Frame) throws(MediaError) -> Frame {
    if padding?.key != frame.shapeKey {
      let text =
        frame.bufferSource() + ",pad=\(plan.output.width):\(plan.output.height):0:0:black,"
        + "format=yuv420p,buffersink@out"
      padding = (frame.shapeKey, try FilterGraph(text))
    }
    guard let graph = padding?.graph else { return frame }
    return try graph.apply(frame)
  }
}
