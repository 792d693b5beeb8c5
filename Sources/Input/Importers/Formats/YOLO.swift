import Audience
import Foundation

extension ImportFormat {
  static let yolo = ImportFormat(
    name: "yolo",
    summary: "YOLO on sampled frames: boxes in the detections form, or the raw grid (.npy)",
    carries: [.detections], options: [.video, .labels, .anchors, .fps, .fit, .offset],
    fits: { head in
      // Boxes without track IDs also match `detections`; this format confirms and tracks them.
      head.starts(with: NumPyHeader.magic)
        || (head.detector.map { $0.contains("yolo") && !$0.contains("vision") } ?? false)
          && !head.names("track")
    }
  ) { (context) throws(ImportError) in .detections(try YOLOImporter(context: context).read()) }
}

/// Reads boxes or a grid; boxes that persist become tracks, and brief ones are dropped.
private struct YOLOImporter {
  /// Width and height of the model's input in pixels, if the header does not contain it.
  private static let inputSide = 416.0

  let context: ImportContext

  func read() throws(ImportError) -> StagedDetections {
    let source = try context.open()
    let isGrid = source.peek().starts(with: NumPyHeader.magic)
    let found = isGrid ? try readGrid(source) : try readBoxes()
    var result = found.result()
    if found.frames.count > 1 { try replaceBoxesByTracks(found.frames, in: &result) }
    return result
  }

  private func readBoxes() throws(ImportError) -> BoxBuilder {
    var importer = DetectionsImporter(context: context)
    importer.defaults.source = "yolo"
    importer.defaults.image = SourceRectangle(width: Self.inputSide, height: Self.inputSide)
    return try importer.read()
  }

  /// Replaces all boxes by the tracks that further frames confirm, and counts the dropped boxes.
  private func replaceBoxesByTracks(
    _ frames: [(time: Double, boxes: Range<Int>)], in result: inout StagedDetections
  ) throws(ImportError) {
    var tracks = ObjectTracks()
    var kept = DetectionBuffer(context.scratch)
    // Track in order of time. Frames with equal times keep their order in the file.
    for index in frames.indices.sorted(by: { (frames[$0].time, $0) < (frames[$1].time, $1) }) {
      tracks.add(try result.boxes.boxes(frames[index].boxes))
      try kept.append(contentsOf: tracks.drainConfirmedDetections())
    }
    try kept.append(contentsOf: tracks.finish())
    result.boxes = kept
    var skips = SkipCounts()
    skips.add(.briefBox, tracks.brief)
    result.skipped.merge(skips.byReason, uniquingKeysWith: +)
  }

  private func readGrid(_ source: ByteSource) throws(ImportError) -> BoxBuilder {
    var reader = ByteStream(source)
    let header = try NumPyHeader(&reader)
    let grid = try grid(header.shape)
    let count = header.shape.count == 4 ? header.shape[0] : 1
    guard let rate = context.options.framesPerSecond ?? (count == 1 ? 1 : nil) else {
      throw context.missingOption(
        "the grid has frame numbers, not times",
        "give --fps: the number of sampled frames per second")
    }
    let video = try context.video(named: nil, line: nil)
    var builder = BoxBuilder(context, of: video, by: "yolo", in: try pictureArea(video))
    for index in 0..<count {
      let found = try Self.boxes(of: grid, header, &reader)
      guard let time = try builder.playTime(of: Double(index) / rate) else { continue }
      for box in found {
        try builder.add(SourceRectangle(box.box), box.label, score: box.score, track: nil, at: time)
      }
      builder.endFrame(at: time)
    }
    return builder
  }

  /// The boxes of the next frame; only one row of cells is in memory.
  private static func boxes(
    of grid: YOLOGrid, _ header: NumPyHeader, _ reader: inout ByteStream
  ) throws(ImportError) -> [Detection] {
    var found: [Detection] = []
    for row in 0..<grid.size {
      let values = try reader.numbers(grid.size * grid.depth, isDouble: header.isDouble)
      grid.find(in: values, ofRow: row, &found)
    }
    return YOLOGrid.nonMaximumSuppression(found)
  }

  private func grid(_ shape: [Int]) throws(ImportError) -> YOLOGrid {
    let sides = shape.suffix(3)
    guard let size = sides.first, let depth = sides.last, sides.dropFirst().first == size else {
      throw context.failure("the grid is not square", "its shape must be N × N × (B·(5+C))")
    }
    let options = context.options
    guard !options.labels.isEmpty, !options.anchors.isEmpty else {
      throw context.missingOption(
        "a raw grid does not contain its classes and anchors",
        "give --labels a,b,c and --anchors 1.08,1.19,…")
    }
    let grid = YOLOGrid(size: size, labels: options.labels, anchors: options.anchors)
    guard grid.depth == depth, size <= 1 << 10 else {
      throw context.failure(
        "the grid has \(depth) numbers per cell, but \(options.anchors.count) anchors with "
          + "\(options.labels.count) labels need \(grid.depth)",
        "give the model's own --labels and --anchors; B·(5+C) must be \(depth)")
    }
    return grid
  }

  /// The position of the video in the model's input, as shares of it.
  private func pictureArea(_ video: String) throws(ImportError) -> SourceRectangle {
    let whole = SourceRectangle(width: 1, height: 1)
    guard context.options.isLetterboxed ?? false else { return whole }
    return whole.letterboxed(
      try context.pictureSize(of: video, because: "--fit letterbox adds bars that depend on it"))
  }
}
