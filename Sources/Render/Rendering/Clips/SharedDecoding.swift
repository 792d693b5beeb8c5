import Media

/// Renders a highlight reel and clips in several aspect ratios, and decodes each segment's frames
/// only once.
///
/// Each file has the same bytes as if it were rendered alone. Sound is read separately for each
/// file, because that costs little.
struct SharedDecoding {
  /// The highlight reel, or `nil`; without it, all clips must show the same segment.
  var reel: FileRendering?
  /// Clips of one segment each; if there is a reel, it contains these segments too.
  let clips: [FileRendering]
  let progress: RenderProgress
  let isCancelled: CancellationCheck

  /// Renders all files, and returns them in the order in which they were finished, the reel last.
  ///
  /// If there is an error, files that were already renamed are complete.
  func render() throws(MediaError) -> [RenderedFile] {
    guard let first = reel ?? clips.first else { return [] }
    let reader = try RangeReader(
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
      let writer = try SegmentWriter(reel, reader, at: temporary, isCancelled)
      for grid in reel.grids {
        let own = waiting.filter { $0.grids == [grid] }
        waiting.removeAll { $0.grids == [grid] }
        made += try make(own[...], of: grid, [writer], reader, told)
      }
      return try writer.finish()
    }
    return made + [file]
  }

  /// Opens all clips recursively, and then decodes the segment once for all open files.
  private func make(
    _ clips: ArraySlice<FileRendering>, of grid: FrameTimeGrid, _ open: [SegmentWriter],
    _ reader: RangeReader, _ told: @escaping () -> Void
  ) throws(MediaError) -> [RenderedFile] {
    guard let clip = clips.first else {
      try SegmentWriter.append(grid, to: open, from: reader, told: told)
      return []
    }
    let made = try AtomicFile.replace(clip.path) { temporary throws(MediaError) in
      let writer = try SegmentWriter(clip, reader, at: temporary, isCancelled)
      let others = try make(clips.dropFirst(), of: grid, open + [writer], reader, told)
      return [try writer.finish()] + others
    }
    _ = try clip.poster?.write(clip.source)
    clip.still?.write()
    return made
  }
}
