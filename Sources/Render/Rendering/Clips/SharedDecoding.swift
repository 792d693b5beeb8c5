internal import Media

/// Makes files of one source out of one decoding of each stretch: a reel, and clips of its seconds
/// in all their shapes.
///
/// Each file is to the byte what it would be by itself. Sound is read for each: it costs little,
/// and is written from where it was encoded.
struct SharedDecoding {
  /// The reel; `nil` for clips alone, which show one stretch then.
  var reel: FileMaking?
  /// Of one stretch each, which the reel shows as well.
  let clips: [FileMaking]
  let progress: RenderProgress
  let isCancelled: CancellationCheck

  /// A file that is being written.
  private typealias Open = (writer: StretchWriter, composer: PictureComposer)

  /// Makes them.
  ///
  /// - Returns: what was written, in the order in which it was finished; the reel comes last.
  /// - Throws: as `ClipRenderer.render`; files that got their names by then are whole.
  func render() throws(MediaError) -> [RenderedFile] {
    guard let first = reel ?? clips.first else { return [] }
    let reader = try StretchReader(
      first.source, threads: first.plan.settings.encoderThreads, isCancelled: isCancelled)
    var done = 0
    let told = {
      done += 1
      progress(done, first.frames)
    }
    guard let reel else { return try make(clips[...], of: first.grids[0], [], reader, told) }
    var waiting = clips
    var made: [RenderedFile] = []
    let file = try AtomicFile.replace(reel.path) { temporary throws(MediaError) in
      let writer = try reel.open(reader, at: temporary, isCancelled)
      for grid in reel.grids {
        let own = waiting.filter { $0.grids == [grid] }
        waiting.removeAll { $0.grids == [grid] }
        made += try make(own[...], of: grid, [(writer, reel.composer)], reader, told)
      }
      return try reel.finish(writer, at: temporary, isCancelled)
    }
    return made + [file]
  }

  /// Opens the clips one inside the other, and then reads the stretch for all that is open.
  private func make(
    _ clips: ArraySlice<FileMaking>, of grid: FrameGrid, _ open: [Open], _ reader: StretchReader,
    _ told: @escaping () -> Void
  ) throws(MediaError) -> [RenderedFile] {
    guard let clip = clips.first else {
      try StretchWriter.append(grid, to: open, from: reader, told: told)
      return []
    }
    let made = try AtomicFile.replace(clip.path) { temporary throws(MediaError) in
      let writer = try clip.open(reader, at: temporary, isCancelled)
      let others = try make(
        clips.dropFirst(), of: grid, open + [(writer, clip.composer)], reader, told)
      return [try clip.finish(writer, at: temporary, isCancelled)] + others
    }
    try clip.writePoster()
    clip.still?.write()
    return made
  }
}
