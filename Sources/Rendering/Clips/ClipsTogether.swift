internal import EditDecisions
internal import Media

/// One clip of several that show the same seconds.
struct ClipTake {
  let renderer: ClipRenderer
  let framing: Framing
  let captions: [SubtitleCue]
  let poster: PosterRequest?
  /// The `.mp4` to write.
  let path: String
}

/// Renders clips of the same seconds of one source out of one decoding of its pictures.
///
/// Each file is to the byte what it would be by itself. Sound is read for each: it costs little,
/// and is written from where it was encoded.
struct ClipsTogether {
  /// Of the same source and frame rate; not empty.
  let takes: [ClipTake]
  /// Play times in seconds, as of `ClipRenderer.render`.
  let start: Double, end: Double
  let progress: RenderProgress
  let isCancelled: CancellationCheck

  /// Renders.
  ///
  /// - Returns: what was written, in the order of the takes.
  /// - Throws: as `ClipRenderer.render`; files that got their names by then are whole.
  func render() throws(MediaError) -> [RenderedFile] {
    var makings: [ClipMaking] = []
    for take in takes { makings.append(try ClipMaking(take, from: start, to: end)) }
    let files = try placed(makings, [])
    for making in makings { try making.writePoster() }
    return files
  }

  /// Gives each file its name once all of them are whole.
  private func placed(
    _ makings: [ClipMaking], _ temporaries: [String]
  ) throws(MediaError) -> [RenderedFile] {
    guard temporaries.count < makings.count else { return try write(makings, temporaries) }
    let path = makings[temporaries.count].take.path
    return try AtomicFile.replace(path) { temporary throws(MediaError) in
      try placed(makings, temporaries + [temporary])
    }
  }

  private func write(
    _ makings: [ClipMaking], _ temporaries: [String]
  ) throws(MediaError) -> [RenderedFile] {
    let first = makings[0]
    for making in makings { try making.plan.tryEncoder() }
    let reader = try StretchReader(
      first.take.renderer.source, threads: first.plan.settings.encoderThreads,
      isCancelled: isCancelled)
    var sounds: [EncodedSound?] = []
    for (making, path) in zip(makings, temporaries) {
      sounds.append(try SoundTrack.make(reader, [making.grid], plan: making.plan, to: path))
    }
    var files: [(writer: StretchWriter, composer: PictureComposer)] = []
    for (index, making) in makings.enumerated() {
      // Files get each frame in their order, so the last file's progress is that of all.
      var told: RenderProgress = { _, _ in }
      if index == makings.count - 1 { told = progress }
      let writer = try making.writer(
        reader, to: temporaries[index], sounds[index], told, isCancelled)
      files.append((writer, making.composer))
    }
    try StretchWriter.append(first.grid, to: files, from: reader)
    var written: [RenderedFile] = []
    for (index, making) in makings.enumerated() {
      written.append(
        try making.finished(files[index].writer, temporaries[index], isCancelled))
    }
    return written
  }
}

/// What one clip needs while it is made.
struct ClipMaking {
  let take: ClipTake
  let plan: EncodePlan
  let grid: FrameGrid
  let composer: PictureComposer
  private let picker: PosterPicker?

  init(_ take: ClipTake, from start: Double, to end: Double) throws(MediaError) {
    let renderer = take.renderer
    try renderer.check(take.framing)
    let plan = renderer.plan(from: start, to: end)
    let grid = FrameGrid(rate: plan.rate, start: start, end: end)
    (self.take, self.plan, self.grid) = (take, plan, grid)
    composer = renderer.composer(take.framing, grid)
    let stretches = PictureComposer.stretches(of: take.framing, on: grid)
    picker = take.poster.map {
      PosterPicker(near: $0.time, within: $0.core, on: grid, stretches)
    }
  }

  /// Opens the file under its temporary name.
  func writer(
    _ reader: StretchReader, to path: String, _ sound: EncodedSound?,
    _ progress: @escaping RenderProgress, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> StretchWriter {
    try StretchWriter(
      reader, to: path, plan: plan, sound: sound,
      captions: take.renderer.burner(take.captions, take.framing, grid, beside: path),
      poster: picker, total: grid.frames.count, progress: progress, isCancelled: isCancelled)
  }

  /// Completes the file and proves that it is whole.
  func finished(
    _ writer: StretchWriter, _ path: String, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> RenderedFile {
    try writer.finish()
    var written = try OutputCheck.verify(
      path, as: take.path, plan: plan, frames: grid.frames.count, marks: writer.marks,
      isCancelled: isCancelled)
    written.damaged = writer.damaged
    if plan.settings.isVerified, written.damaged == 0 {
      try writer.marks.verify(of: take.renderer.source, as: take.path, isCancelled: isCancelled)
    }
    try take.renderer.confirm()
    return written
  }

  /// Writes the poster out of the pictures that went by.
  func writePoster() throws(MediaError) {
    guard let poster = take.poster else { return }
    let (renderer, settings) = (take.renderer, plan.settings)
    _ = try picker?.write(
      to: poster.path, renderer.composer(take.framing, grid, target: .jpeg),
      output: (settings.width, settings.height), source: renderer.source)
  }
}
