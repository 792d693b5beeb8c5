import EditDecisions
import Media
import Support

/// Composes output frames from source frames, slot by slot, as the framing requires.
///
/// A filter graph serves a run of slots with crops of one size and one chroma position. It is
/// rebuilt when the run ends, or when the size, format or colours of the source change. During a
/// dissolve between segments, both frames are composed and mixed.
final class PictureComposer {
  struct FramedSegment: Sendable {
    var slots: Range<Int>
    var layout: Layout
    /// The area that `fit` shows; `nil` for the whole frame.
    var fitted: FrameArea?
  }

  /// Consecutive slots that share filter graphs.
  private struct Run {
    /// Index of the segment.
    let stretch: Int
    var slots: Range<Int>
    /// One array of crops per pane: one per slot, or a single one if nothing moves.
    var windows: [[FrameArea]]
    /// The area that is shown without crops; `nil` for the whole frame.
    var fitted: FrameArea?

    func windows(at slot: Int) -> [FrameArea] {
      windows.map { $0[min(slot - slots.lowerBound, $0.count - 1)] }
    }
  }

  private struct PlacedGraph {
    let graph: FilterGraph
    var places: [PaneGeometry.Place]
  }

  /// The filter graphs of a run for frames of one shape.
  private struct FilterGraphCache {
    let run: Run
    let key: String
    /// The geometry of the frames, and whether it equals that of the probed source.
    let shape: FrameGeometry
    let isUsual: Bool
    let panes: [PaneGeometry]
    /// The lookup table before the graphs, and the area of the source to which it is applied.
    var first: (table: ColorLookupTable, area: ColorLookupTable.Area)?
    /// The lookup table after the graphs.
    var last: ColorLookupTable?
    var graphs: [[PaneGeometry.Place]: PlacedGraph] = [:]
  }

  private let info: MediaInfo
  private let stretches: [FramedSegment]
  private let grid: FrameTimeGrid
  private let output: (width: Int, height: Int)
  private let threads: Int
  /// The graphs for even and odd segments; two segments that dissolve alternate.
  private var made: [FilterGraphCache?] = [nil, nil]
  /// Whether a frame had another shape than the probed source.
  private(set) var hasOtherShapes = false
  /// Shared by the composers of all files from the same source.
  var toner = ToneMapper()

  /// Creates a composer; `stretches` cover `grid` without gaps and overlap in dissolves.
  init(
    info: MediaInfo, stretches: [FramedSegment], grid: FrameTimeGrid,
    output: (width: Int, height: Int), threads: Int
  ) {
    (self.info, self.stretches, self.grid) = (info, stretches, grid)
    (self.output, self.threads) = (output, threads)
  }

  /// The segments of a framing on a grid.
  ///
  /// A segment begins at the frame nearest its start. A dissolve extends it by half of the
  /// dissolve, at most by half of the other segment.
  static func stretches(of framing: Framing, on grid: FrameTimeGrid) -> [FramedSegment] {
    let shots = framing.shots
    var stretches: [FramedSegment] = []
    for (index, shot) in shots.enumerated() {
      let first = index == 0 ? grid.frames.lowerBound : grid.slot(shot.start)
      let end = index == shots.count - 1 ? grid.frames.upperBound : grid.slot(shot.end)
      let slots = max(first, grid.frames.lowerBound)..<max(first, min(end, grid.frames.upperBound))
      guard !slots.isEmpty else { continue }
      var stretch = FramedSegment(slots: slots, layout: shot.layout, fitted: shot.fitted)
      if let dissolve = shot.dissolve, let before = stretches.last?.slots {
        let half = grid.slot(shot.start + dissolve / 2) - grid.slot(shot.start)
        stretch.slots = max(slots.lowerBound - half, before.middle)..<slots.upperBound
        stretches[stretches.count - 1].slots =
          before.lowerBound..<min(before.upperBound + half, slots.middle)
      }
      stretches.append(stretch)
    }
    return stretches
  }

  func compose(_ frame: Frame, slot: Int) throws(MediaError) -> Frame {
    guard let last = stretches.lastIndex(where: { $0.slots.contains(slot) }) else {
      throw MediaError(
        .other, operation: "render", path: info.path,
        detail: "the framing does not cover \(grid.time(slot)) s")
    }
    let next = try compose(frame, slot: slot, of: last)
    guard last > 0, stretches[last - 1].slots.contains(slot) else { return next }
    let picture = try compose(frame, slot: slot, of: last - 1)
    let begin = stretches[last].slots.lowerBound
    let share = (Double(slot - begin) + 0.5) / Double(stretches[last - 1].slots.upperBound - begin)
    try picture.paint { planes in planes.mix(next, share: share) }
    return picture
  }

  private func compose(_ frame: Frame, slot: Int, of stretch: Int) throws(MediaError) -> Frame {
    let known = made[stretch % 2].flatMap { made in
      made.run.stretch == stretch && made.run.slots.contains(slot) ? made : nil
    }
    let run = known?.run ?? makeRun(at: slot, of: stretch)
    let shape = FrameGeometry(frame, of: info.video)
    let key = frame.formatKey + " \(shape)"
    var built =
      if let known, known.key == key { known } else { try prepare(frame, shape, as: key, run) }
    let source = try built.first.map { first throws(MediaError) in
      try toner.toneMapped(frame, by: first.table, in: first.area)
    }
    let windows = run.windows(at: slot).map { built.isUsual ? $0 : mapped($0, to: shape) }
    let places = zip(built.panes, windows).map { $0.place($1) }
    let phases = places.map(\.phase)
    var placed =
      if let placed = built.graphs[phases] { placed } else {
        try build(for: source ?? frame, built, places)
      }
    for (index, place) in places.enumerated() where placed.places[index] != place {
      try placed.graph.command("crop@pane\(index)", "x", "\(place.x)")
      try placed.graph.command("crop@pane\(index)", "y", "\(place.y)")
    }
    placed.places = places
    built.graphs[phases] = placed
    made[stretch % 2] = built
    let input = try (source ?? frame).reference()
    input.stamp(slot)
    let picture = try placed.graph.apply(input)
    guard let table = built.last else { return picture }
    return try table.applied(to: picture, in: Self.whole(picture))
  }

  private func makeRun(at slot: Int, of number: Int) -> Run {
    let stretch = stretches[number]
    let panes = stretch.layout.windows
    let (width, height) = (Double(info.video.width), Double(info.video.height))
    func windows(_ slot: Int) -> [FrameArea] {
      panes.map { $0.area(at: grid.time(slot)).inside(width: width, height: height) }
    }
    let first = windows(slot)
    var all = first.map { [$0] }
    var end = slot + 1
    let isStill = panes.allSatisfy { $0.count == 1 }
    while end < stretch.slots.upperBound, !isStill {
      let next = windows(end)
      guard zip(first, next).allSatisfy({ $0.hasSize(of: $1) && $0.isNear($1) }) else { break }
      for (index, window) in next.enumerated() { all[index].append(window) }
      end += 1
    }
    return Run(
      stretch: number, slots: slot..<(isStill ? stretch.slots.upperBound : end), windows: all,
      fitted: stretch.fitted)
  }

  /// Converts a crop to a frame of another shape.
  ///
  /// It keeps the centre and the share of the height, unless the frame is too narrow for that.
  private func mapped(_ window: FrameArea, to shape: FrameGeometry) -> FrameArea {
    let (width, height) = (Double(shape.width), Double(shape.height))
    let scale = min(height / Double(info.video.height), width / window.width)
    let (across, down) = (window.width * scale, window.height * scale)
    let x = (window.x + window.width / 2) * width / Double(info.video.width)
    let y = (window.y + window.height / 2) * height / Double(info.video.height)
    return FrameArea(x: x - across / 2, y: y - down / 2, width: across, height: down)
      .inside(width: width, height: height)
  }

  /// Whether a crop covers the whole frame, as in a highlight reel.
  private func isWhole(_ window: FrameArea) -> Bool {
    window.width >= Double(info.video.width) - 1 && window.height >= Double(info.video.height) - 1
  }

  /// The area that `fit` shows: the frame without black bars.
  private func shown(_ built: FilterGraphCache) -> FrameArea {
    let (width, height) = (Double(built.shape.width), Double(built.shape.height))
    let whole = FrameArea(x: 0, y: 0, width: width, height: height)
    let fitted = built.isUsual ? built.run.fitted : nil
    return fitted?.inside(width: width, height: height) ?? whole
  }

  private func prepare(
    _ frame: Frame, _ seen: FrameGeometry, as key: String, _ run: Run
  ) throws(MediaError) -> FilterGraphCache {
    // Frames with the same aspect ratio and another size use the same crops.
    let isUsual = seen.covers(FrameGeometry(info.video))
    let shape = isUsual ? FrameGeometry(info.video) : seen
    hasOtherShapes = hasOtherShapes || !isUsual
    let isFitted = !isUsual && run.windows.contains { $0.contains(where: isWhole) }
    let windows =
      isUsual
      ? run.windows : isFitted ? [] : run.windows.map { $0.map { mapped($0, to: shape) } }

    let colors = ColorPlan(source: frame.colors)
    if let missing = FFmpegBuild.missingFilters(of: colors.needs).first {
      throw MediaError(
        .missingComponent(.filter, name: missing, available: []), operation: "render",
        path: info.path)
    }
    let paneOutput = (width: output.width, height: output.height / max(1, windows.count))
    let panes = windows.map { windows in
      PaneGeometry(
        windows: windows, picture: (shape.width, shape.height), source: upright(frame, shape),
        output: paneOutput)
    }
    var built = FilterGraphCache(run: run, key: key, shape: shape, isUsual: isUsual, panes: panes)
    guard colors.isDeep else { return built }
    // Applies the table where the frame is smaller: before an enlargement.
    let isFirst =
      ColorLookupTable.accepts(frame) && !panes.isEmpty && panes.allSatisfy(\.isEnlarging)
    let table = try toner.table(colors, isSettled: !isFirst, like: frame)
    if isFirst {
      built.first = (table, shape.orientation.filter == nil ? area(panes) : Self.whole(frame))
    } else {
      built.last = table
    }
    return built
  }

  private static func whole(_ frame: Frame) -> ColorLookupTable.Area {
    ColorLookupTable.Area(columns: 0..<frame.width, rows: 0..<frame.height)
  }

  /// The source area that the panes show.
  private func area(_ panes: [PaneGeometry]) -> ColorLookupTable.Area {
    func span(_ axes: [PaneGeometry.Axis]) -> Range<Int> {
      let first = axes.map(\.origin).min() ?? 0
      return first..<(axes.map { $0.origin + $0.length }.max() ?? first)
    }
    return ColorLookupTable.Area(columns: span(panes.map(\.across)), rows: span(panes.map(\.down)))
  }

  /// Frame size after rotation, in source pixels.
  private func upright(_ frame: Frame, _ shape: FrameGeometry) -> (width: Int, height: Int) {
    shape.orientation.isSideways ? (frame.height, frame.width) : (frame.width, frame.height)
  }

  private func build(
    for frame: Frame, _ built: FilterGraphCache, _ places: [PaneGeometry.Place]
  ) throws(MediaError) -> PlacedGraph {
    let colors = ColorPlan(source: frame.colors)
    let text = FilterGraphDescription(
      colors: colors, orientation: built.shape.orientation, output: output,
      hasHalfChroma: frame.hasHalfChroma,
      isPlain: frame.isYUV420 && !colors.isDeep && !colors.source.isFullRange)
    let body =
      built.panes.isEmpty
      ? text.fit(
        shown(built), picture: (built.shape.width, built.shape.height),
        source: upright(frame, built.shape))
      : text.panes(zip(built.panes, places).map { .init(geometry: $0, place: $1) })
    let graph = try FilterGraph(
      frame.bufferSource() + "," + body + ",buffersink@out", threads: threads)
    return PlacedGraph(graph: graph, places: places)
  }
}

extension Range<Int> {
  fileprivate var middle: Int { (lowerBound + upperBound) / 2 }
}

extension FrameArea {
  /// Whether both crops have the same size, within 0.001 pixels.
  fileprivate func hasSize(of other: FrameArea) -> Bool {
    abs(width - other.width) < 0.001 && abs(height - other.height) < 0.001
  }

  /// Whether the crops are at most a quarter of their size apart in each direction.
  fileprivate func isNear(_ other: FrameArea) -> Bool {
    abs(x - other.x) <= 0.25 * width && abs(y - other.y) <= 0.25 * height
  }
}
