import EditDecisions
import Media

/// Writes one range of a source with an overlay, video and sound in one pass.
final class OverlayWriter {
  private let reader: RangeReader
  private let output: OutputFile
  private let plan: EncodePlan
  private let painter: OverlayPainter
  private let detail: (Int) -> OverlayBin
  /// Fingerprints of frames, to verify the finished file.
  private(set) var marks = FrameFingerprints()
  private var joining: (key: String, graph: FilterGraph)?
  /// The current bin with its rendered panel, which all its frames share.
  private var current: (number: Int, bin: OverlayBin, panel: Frame)?

  init(
    _ info: MediaInfo, to path: String, plan: EncodePlan, painter: OverlayPainter,
    detail: @escaping (Int) -> OverlayBin, isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    (self.plan, self.painter, self.detail) = (plan, painter, detail)
    try ASSScript.require(for: OverlayPainter.textOperation)
    reader = try RangeReader(info, threads: plan.settings.encoderThreads, isCancelled: isCancelled)
    output = try OutputFile(
      path: path, pictures: plan.pictures(), sound: plan.sound,
      options: [.init("movflags", "+faststart")], isCancelled: isCancelled)
  }

  /// Writes the slots of `grid` and completes the file; calls `progress` with the frames written.
  func write(_ grid: FrameTimeGrid, progress: @escaping (Int) -> Void) throws(MediaError) {
    marks.begin(grid)
    let runs = AudioBlockBuffer(length: output.soundFrameSize, rate: plan.settings.sampleRate) {
      [output] frame throws(MediaError) in try output.write(sound: frame)
    }
    let placer = plan.channels.map { channels in
      AudioAligner(
        start: grid.time(grid.frames.lowerBound), count: plan.sample(atFrame: grid.frames.count),
        rate: plan.settings.sampleRate, channels: channels
      ) { run throws(MediaError) in try runs.push(run) }
    }
    try reader.fill([filler(grid, progress)], on: grid) { frame throws(MediaError) in
      try placer?.push(frame)
    }
    try placer?.finish()
    try runs.finish()
    try output.finish()
  }

  private func filler(_ grid: FrameTimeGrid, _ progress: @escaping (Int) -> Void) -> SlotFiller {
    let whole = ClipRenderer.wholeFrame(of: reader.info)
    let composer = PictureComposer(
      info: reader.info, stretches: [.init(slots: grid.frames, layout: whole)], grid: grid,
      output: (painter.width, painter.height), threads: plan.settings.encoderThreads)
    return SlotFiller(grid: grid) { [self] frame, slot throws(MediaError) in
      let time = grid.time(slot)
      let (bin, panel) = try bin(at: time)
      let picture = try joined(
        try composer.compose(frame, slot: slot), panel, slot - grid.frames.lowerBound)
      try picture.paint { planes in painter.paint(planes, at: time, bin) }
      marks.consider(
        picture, frame: slot - grid.frames.lowerBound, slot: slot, on: grid, used: frame.time)
      picture.stamp(slot - grid.frames.lowerBound)
      try output.write(picture: picture)
      progress(slot + 1 - grid.frames.lowerBound)
    }
  }

  private func bin(at time: Double) throws(MediaError) -> (OverlayBin, Frame) {
    let number = painter.job.bin(at: time)
    if let current, current.number == number { return (current.bin, current.panel) }
    let bin = detail(number)
    let panel = try painter.panelFrame(bin.lines)
    current = (number, bin, panel)
    return (bin, panel)
  }

  /// Stacks the frame on the panel.
  private func joined(_ picture: Frame, _ panel: Frame, _ number: Int) throws(MediaError) -> Frame {
    if joining?.key != picture.formatKey {
      let base = plan.rate.inverse
      let text =
        picture.bufferSource(timeBase: base) + ",setsar=1,format=yuv420p[p];"
        + panel.bufferSource("panel", timeBase: base) + "[l];[p][l]vstack,buffersink@out"
      joining = (picture.formatKey, try FilterGraph(text))
    }
    guard let graph = joining?.graph else { return picture }
    picture.stamp(number)
    panel.stamp(number)
    try graph.push(panel, into: "panel")
    return try graph.apply(picture)
  }
}

/// Collects sound into blocks of the length that an encoder requires.
final class AudioBlockBuffer {
  private let length: Int
  private let rate: Int
  private let take: (Frame) throws(MediaError) -> Void
  private var waiting: [[Float]] = []
  private var position = 0

  /// Creates blocks of `length` samples, or of 1024 if the encoder accepts any length.
  init(length: Int, rate: Int, take: @escaping (Frame) throws(MediaError) -> Void) {
    self.length = length > 0 ? length : 1024
    (self.rate, self.take) = (rate, take)
  }

  /// Adds consecutive samples, one array per channel.
  func push(_ samples: [[Float]]) throws(MediaError) {
    if waiting.isEmpty { waiting = samples.map { _ in [] } }
    for channel in samples.indices { waiting[channel] += samples[channel] }
    let whole = (waiting.first?.count ?? 0) / length * length
    for start in stride(from: 0, to: whole, by: length) { try passOn(start..<start + length) }
    for channel in waiting.indices { waiting[channel].removeFirst(whole) }
  }

  /// Passes on the remaining samples.
  func finish() throws(MediaError) {
    let left = waiting.first?.count ?? 0
    if left > 0 { try passOn(0..<left) }
    waiting = []
  }

  private func passOn(_ range: Range<Int>) throws(MediaError) {
    let frame = try Frame.sound(channels: waiting.map { Array($0[range]) }, sampleRate: rate)
    frame.stamp(position)
    position += range.count
    try take(frame)
  }
}
