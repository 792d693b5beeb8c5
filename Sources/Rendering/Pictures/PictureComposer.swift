internal import EditDecisions
internal import Media

/// Makes output pictures out of source frames, slot by slot, by what the framing says.
///
/// One filter graph serves a run of slots whose windows have one size; it is built again when the
/// run ends, or when the source changes its size or format.
final class PictureComposer {
  /// A stretch of slots with one layout.
  struct Stretch: Sendable {
    var slots: Range<Int>
    var layout: Layout
  }

  /// Consecutive slots that one graph serves.
  private struct Run {
    var slots: Range<Int>
    /// Of each pane, the window of each slot.
    var windows: [[Window]]
  }

  private let info: MediaInfo
  private let stretches: [Stretch]
  private let grid: FrameGrid
  private let output: (width: Int, height: Int)
  private let active: PictureArea?
  private let target: ColorPlan.Target
  private let threads: Int
  private var run: Run?
  private var built: (key: String, graph: FilterGraph, panes: [PaneGeometry])?

  /// Prepares for the slots of `grid`, which `stretches` tile.
  init(
    info: MediaInfo, stretches: [Stretch], grid: FrameGrid, output: (width: Int, height: Int),
    active: PictureArea? = nil, target: ColorPlan.Target = .video, threads: Int
  ) {
    self.active = active
    self.info = info
    self.stretches = stretches
    self.grid = grid
    self.output = output
    self.target = target
    self.threads = threads
  }

  /// The stretches of a framing on a grid: each begins at the frame nearest its start.
  static func stretches(of framing: Framing, on grid: FrameGrid) -> [Stretch] {
    framing.shots.enumerated().compactMap { index, shot in
      let isLast = index == framing.shots.count - 1
      let first = index == 0 ? grid.frames.lowerBound : grid.slot(shot.start)
      let end = isLast ? grid.frames.upperBound : grid.slot(shot.end)
      let slots = max(first, grid.frames.lowerBound)..<max(first, min(end, grid.frames.upperBound))
      return slots.isEmpty ? nil : Stretch(slots: slots, layout: shot.layout)
    }
  }

  /// The picture of a slot.
  func compose(_ frame: Frame, slot: Int) throws(MediaError) -> Frame {
    if run?.slots.contains(slot) != true {
      run = try makeRun(at: slot)
      built = nil
    }
    guard let run else { throw noLayout(slot) }
    if built?.key != frame.shapeKey { built = try build(for: frame, run) }
    guard let built else { throw noLayout(slot) }
    for (index, pane) in built.panes.enumerated() {
      let place = pane.offset(run.windows[index][slot - run.slots.lowerBound])
      try built.graph.command("crop@pane\(index)", "x", "\(place.x)")
      try built.graph.command("crop@pane\(index)", "y", "\(place.y)")
    }
    let input = try frame.reference()
    input.stamp(slot)
    return try built.graph.apply(input)
  }

  private func noLayout(_ slot: Int) -> MediaError {
    MediaError(
      .other, operation: "render", path: info.path,
      detail: "the framing says nothing of \(grid.time(slot)) s")
  }

  private func makeRun(at slot: Int) throws(MediaError) -> Run {
    guard let stretch = stretches.first(where: { $0.slots.contains(slot) }) else {
      throw noLayout(slot)
    }
    let panes: [[Keyframe]] =
      switch stretch.layout {
      case .crop(let keyframes): [keyframes]
      case .stack(let top, let bottom): [top, bottom]
      case .fit: []
      }
    let (width, height) = (Double(info.video.width), Double(info.video.height))
    func windows(_ slot: Int) -> [Window] {
      panes.map { Window.at(grid.time(slot), of: $0).inside(width: width, height: height) }
    }
    let first = windows(slot)
    var all = first.map { [$0] }
    var end = slot + 1
    while end < stretch.slots.upperBound, !panes.isEmpty {
      let next = windows(end)
      guard zip(first, next).allSatisfy({ $0.hasSize(of: $1) && $0.isNear($1) }) else { break }
      for (index, window) in next.enumerated() { all[index].append(window) }
      end += 1
    }
    return Run(slots: slot..<(panes.isEmpty ? stretch.slots.upperBound : end), windows: all)
  }

  /// What `fit` shows: the picture, or what black bars leave of it.
  private func shown(_ picture: (width: Int, height: Int)) -> Window {
    let (width, height) = (Double(picture.width), Double(picture.height))
    guard let active else { return Window(x: 0, y: 0, width: width, height: height) }
    return Window(x: active.x, y: active.y, width: active.width, height: active.height)
      .inside(width: width, height: height)
  }

  private func build(
    for frame: Frame, _ run: Run
  ) throws(MediaError) -> (key: String, graph: FilterGraph, panes: [PaneGeometry]) {
    let colors = ColorPlan(source: frame.colors, target: target)
    if let missing = Catalogue.missingFilters(of: colors.needs).first {
      throw MediaError(
        .missingComponent(.filter, name: missing, available: []), operation: "render",
        path: info.path)
    }
    let isSideways = info.video.orientation.isSideways
    let source =
      isSideways
      ? (width: frame.height, height: frame.width) : (width: frame.width, height: frame.height)
    let picture = (width: info.video.width, height: info.video.height)
    let text = PictureGraphText(
      colors: colors, orientation: info.video.orientation, output: output)
    let paneOutput = (width: output.width, height: output.height / max(1, run.windows.count))
    let panes = run.windows.map { windows in
      PaneGeometry(windows: windows, picture: picture, source: source, output: paneOutput)
    }
    let body =
      panes.isEmpty ? text.fit(shown(picture), picture: picture, source: source) : text.panes(panes)
    let graph = try FilterGraph(
      frame.bufferSource() + "," + body + ",buffersink@out", threads: threads)
    return (frame.shapeKey, graph, panes)
  }
}
