package import EditDecisions
import Support

extension EditTimeline {
  package init(_ moment: Moment, of source: TimelineSource, canvas: PixelSize) {
    let rate = source.frameRate.counted
    let first = rate.frame(nearest: moment.start)
    let end = max(first + 1, rate.frame(nearest: moment.end))
    let shots = moment.framing.shots
    var cuts: [Cut] = []
    for (index, shot) in shots.enumerated() {
      let from = index == 0 ? first : max(first, rate.frame(nearest: shot.start))
      let to = index == shots.count - 1 ? end : min(end, rate.frame(nearest: shot.end))
      guard from < to else { continue }
      let layers = LayerPlan(
        frames: from..<to, rate: rate, picture: source.picture, canvas: canvas, fitted: shot.fitted
      ).layers(shot.layout)
      cuts.append(
        Cut(frames: from..<to, at: from - first, moment: moment.id, shot: shot, layers: layers))
    }
    self.init(
      name: moment.id, rate: rate, canvas: canvas, source: source, cuts: cuts,
      marker: Marker(
        at: min(max(0, rate.frame(nearest: moment.coreStart) - first), end - first - 1),
        text: moment.title))
  }

  /// Creates the timeline of the highlight reel: full frames, all moments in sequence; `nil` if the
  /// document has no reel.
  init?(reelOf document: DecisionDocument, _ source: TimelineSource, canvas: PixelSize) {
    guard !document.reel.isEmpty else { return nil }
    let rate = source.frameRate.counted
    let whole = Layer(
      keys: [Layer.Key(frame: 0, place: FramePlacement(fitting: source.picture, into: canvas))])
    var at = 0
    let cuts = document.reel.map { entry in
      let first = rate.frame(nearest: entry.start)
      let frames = first..<max(first + 1, rate.frame(nearest: entry.end))
      defer { at += frames.count }
      return Cut(frames: frames, at: at, moment: entry.moment, shot: nil, layers: [whole])
    }
    self.init(name: "highlights", rate: rate, canvas: canvas, source: source, cuts: cuts)
  }

  /// Number of source frames available to editing programs: those of the file, or more if a cut
  /// needs more.
  var sourceFrames: Int { max(source.frames, cuts.map(\.frames.upperBound).max() ?? 0) }

  /// Returns whether a layer equals a program's default for a clip: the whole frame, centred and
  /// fitted.
  func hasDefaultPlacement(_ layer: Layer) -> Bool {
    guard layer.keys.count == 1, !layer.isBlurred, layer.area == nil else { return false }
    let fitted = FramePlacement(fitting: source.picture, into: canvas).rectangle(source.picture)
    return layer.keys[0].place.rectangle(source.picture).distance(to: fitted) < 0.01
  }
}

extension Moment {
  /// Text of a marker: the title of the clip, or else for example `happy, 71 % react`.
  var title: String {
    if let line = framing.line { return line }
    guard let emotion = why.emotion else {
      return why.choosing ?? why.curve.map { "a peak of \($0.source)" } ?? "moment \(rank)"
    }
    guard let share = why.reactingShare else { return emotion }
    return "\(emotion), \(Rounding.percent(share)) react"
  }
}

/// Converts the layout of one shot into layers.
private struct LayerPlan {
  var frames: Range<Int>
  var rate: FrameRate
  var picture: PixelSize
  var canvas: PixelSize
  var fitted: FrameArea?

  func layers(_ layout: Layout) -> [Layer] {
    let whole = FrameArea(canvas)
    let windows = layout.windows
    guard !windows.isEmpty else { return fit(whole) }
    let height = whole.height / Double(windows.count)
    return windows.enumerated().map { index, keyframes in
      let band = FrameArea(x: 0, y: height * Double(index), width: whole.width, height: height)
      // A pane may be taller than its band. The next layer covers the rest, because it has an
      // `area`.
      return Layer(keys: keys(keyframes, band), area: index == 0 ? nil : band)
    }
  }

  /// Layers of the `fit` layout: the frame, or part of it, over a blurred copy of itself.
  private func fit(_ whole: FrameArea) -> [Layer] {
    let shown = fitted ?? FrameArea(picture)
    let scale = min(whole.width / shown.width, whole.height / shown.height)
    let (width, height) = (shown.width * scale, shown.height * scale)
    let target = FrameArea(
      x: (whole.width - width) / 2, y: (whole.height - height) / 2, width: width, height: height)
    func key(_ target: FrameArea) -> Layer.Key {
      .init(frame: 0, place: FramePlacement(window: shown, picture: picture, target: target))
    }
    return [
      Layer(keys: [key(whole)], isBlurred: true),
      Layer(keys: [key(target)], area: fitted == nil ? nil : target),
    ]
  }

  private func keys(_ keyframes: [CropKeyframe], _ target: FrameArea) -> [Layer.Key] {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let windows = frames.map { frame in
      keyframes.area(at: rate.time(frame)).inside(width: width, height: height)
    }
    return Layer.keys(of: windows, picture: picture, target: target)
  }
}
