import Audience
import EditDecisions
import Framing
import Media
import Rendering

/// Frames a moment inside the black bars of the source and outside the platform's safe-area
/// margins.
struct ActiveAreaFramer {
  var render: RenderSettings
  /// Titles of single moments, each with a play time in the moment.
  var lines: [(near: Double, line: String)] = []
  /// The measured black borders of frames in and around the moment.
  var borders: [BlackBorders]
  /// The source's captions to burn in; empty if they are not burned in.
  var captions: [SubtitleCue]

  /// Share of gaze points that text may cover without a note, because as many always wander there.
  private static let minimumCoveredShare = 0.1

  /// Frames a moment.
  ///
  /// If black bars change at a cut, the parts are framed separately.
  func framed(_ request: FramingRequest) -> FramedMoment {
    let parts = areas(of: request).map { part, area in
      guard let area else { return (part, movedIntoSafeArea(frame(part), part)) }
      let bounded = part.inside(area)
      var framed = movedIntoSafeArea(frame(bounded), bounded)
      framed.framing.shots = framed.framing.shots.map { $0.moved(x: area.x, y: area.y) }
      framed.framing.active = FrameArea(
        x: Double(area.x), y: Double(area.y), width: Double(area.width),
        height: Double(area.height))
      return (bounded, framed)
    }
    return withCaptionPositions(FramedMoment(joining: parts), request)
  }

  /// The parts of a moment, split where black bars change, and the frame area of each.
  ///
  /// The area is `nil` for the whole frame.
  private func areas(of request: FramingRequest) -> [(FramingRequest, ActiveArea?)] {
    let (width, height) = (request.pictureWidth, request.pictureHeight)
    func sides(_ start: Double, _ end: Double) -> [BlackBorders] {
      borders.filter { $0.time >= start - 0.001 && $0.time < end }
    }
    let whole = ActiveArea(sides(request.start, request.end), width: width, height: height)
    let cuts = request.cuts.filter { $0 > request.start && $0 < request.end }.sorted()
    let edges = [request.start] + cuts + [request.end]
    // The bars of one shot are certain only if the picture between them is bright up to its edges.
    // A dark shot can have any bars that are black in it too. Shots of other moments help to find
    // them.
    let sure = Set(
      bordersOfShots(request.cuts.sorted()).compactMap {
        ActiveArea($0, width: width, height: height, leastClear: ActiveArea.minimumLitShareOneSided)
      }
    ).filter { $0.differsClearly(from: whole, request) }
    var parts: [(FramingRequest, ActiveArea?)] = []
    for (start, end) in zip(edges, edges.dropFirst()) {
      let shown =
        sure.filter { $0.isSurroundedByBlack(in: sides(start, end), width: width, height: height) }
        .min { ($0.width * $0.height, $0.y, $0.x) < ($1.width * $1.height, $1.y, $1.x) } ?? whole
      if parts.last?.1 == shown, !parts.isEmpty {
        parts[parts.count - 1].0.end = end
      } else {
        var part = request
        (part.start, part.end) = (start, end)
        parts.append((part, shown))
      }
    }
    return parts
  }

  private func bordersOfShots(_ cuts: [Double]) -> [[BlackBorders]] {
    var (shots, left) = ([[BlackBorders]()], cuts[...])
    for border in borders {
      while let cut = left.first, border.time >= cut - 0.001 {
        shots.append([])
        left.removeFirst()
      }
      shots[shots.count - 1].append(border)
    }
    return shots
  }

  /// Moves the crops so that the platform's buttons do not cover watched objects.
  private func movedIntoSafeArea(_ framed: FramedMoment, _ request: FramingRequest) -> FramedMoment
  {
    var copy = framed
    let shots = framed.framing.shots
    let zone = SafeAreaAdjuster(margins: render.profile.safeArea, request: request)
    copy.framing.shots = shots.map { request.hasUserPosition(in: $0) ? $0 : zone.moved($0) }
    if copy.framing.shots != shots {
      let before = gazeKept(by: shots, of: request) ?? 0
      let after = gazeKept(by: copy.framing.shots, of: request) ?? 0
      copy.framing.gazeKept = framed.framing.gazeKept.map { min(1, max(0, $0 + after - before)) }
    }
    return copy
  }

  private func withCaptionPositions(_ framed: FramedMoment, _ request: FramingRequest)
    -> FramedMoment
  {
    var copy = framed
    let placing = CaptionPlacer(
      band: CaptionLayout(output: (render.width, render.height), safeArea: render.profile.safeArea),
      request: request)
    copy.framing.line = lines.last { request.start <= $0.near && $0.near < request.end }?.line
    let isTitled = render.title != nil || copy.framing.line != nil
    let title = isTitled ? placing.titlePlace(over: copy.framing.shots) : nil
    copy.framing.title = title ?? .top
    if render.captions == .burn {
      copy.framing.shots = copy.framing.shots.map { shot in
        var placed = shot
        placed.captions = placing.place(in: shot, title: title)
        return placed
      }
    }
    let coveredGazeShare =
      placing.coveredGazeShare(copy.framing.shots) { _ in title }
      + placing.coveredGazeShare(copy.framing.shots) { shot in
        captions.contains { $0.start < shot.end && $0.end > shot.start } ? shot.captions : nil
      }
    if coveredGazeShare >= Self.minimumCoveredShare { copy.framing.textCovers = coveredGazeShare }
    return copy
  }
}

extension ActiveArea {
  /// Minimum difference in size, as a share of the frame, that counts as different black bars.
  ///
  /// The bars of one film differ by less from shot to shot.
  private static let minimumAreaDifference = 0.05

  /// Whether the area is clearly smaller than the one of the whole moment.
  fileprivate func differsClearly(from whole: ActiveArea?, _ request: FramingRequest) -> Bool {
    let (wide, high) = (
      whole?.width ?? request.pictureWidth, whole?.height ?? request.pictureHeight
    )
    return Double(wide - width) > Self.minimumAreaDifference * Double(request.pictureWidth)
      || Double(high - height) > Self.minimumAreaDifference * Double(request.pictureHeight)
  }
}

extension FramingRequest {
  /// Whether the user set the position of the crop, so that it must not move.
  fileprivate func hasUserPosition(in shot: ClipShot) -> Bool {
    let middle = (shot.start + shot.end) / 2
    return wishes.last { $0.start <= middle && middle < $0.end }?.look.isWindow ?? false
  }

  /// A request as if the frame were only this area; gaze points outside are moved to its edge.
  func inside(_ area: ActiveArea) -> FramingRequest {
    let (width, height) = (Double(pictureWidth), Double(pictureHeight))
    func across(_ x: Double) -> Double { (x * width - Double(area.x)) / Double(area.width) }
    func down(_ y: Double) -> Double { (y * height - Double(area.y)) / Double(area.height) }
    func clamped(_ value: Double) -> Double { min(1, max(0, value)) }
    var copy = self
    copy.pictureWidth = area.width
    copy.pictureHeight = area.height
    copy.timeline.gazeNoise = timeline.gazeNoise * height / Double(area.height)
    let seconds = TimeBins.length
    let first = max(0, Int(start / seconds) - Self.binsAround)
    let last = min(timeline.bins.count, Int(end / seconds) + Self.binsAround)
    for bin in first..<max(first, last) {
      copy.timeline.bins[bin] = timeline.bins[bin].map { row in
        guard let look = row.position else { return row }
        func inside(_ point: PicturePoint) -> PicturePoint {
          PicturePoint(x: clamped(across(point.x)), y: clamped(down(point.y)))
        }
        var moved = GazeRow(position: inside(look), weight: row.weight)
        if let glance = row.look { moved.glance(at: inside(glance)) }
        moved.isInSecondHalf = row.isInSecondHalf
        return moved
      }
    }
    copy.wishes = wishes.map { wish in
      guard case .window(let x, let y) = wish.look else { return wish }
      var moved = wish
      moved.look = .window(x: x.map { $0 - Double(area.x) }, y: y.map { $0 - Double(area.y) })
      return moved
    }
    copy.detections = detections.map { detection in
      var moved = detection
      moved.box = PictureBox(
        x: across(detection.box.x), y: down(detection.box.y),
        width: detection.box.width * width / Double(area.width),
        height: detection.box.height * height / Double(area.height))
      return moved
    }
    return copy
  }

  /// Number of time bins around a moment that framing may use.
  private static let binsAround = 8
}

extension ClipShot {
  /// The shot with all of its crops moved, in pixels.
  func moved(x: Int, y: Int) -> ClipShot {
    var copy = self
    copy.layout = layout.mapped { keyframe in
      var moved = keyframe
      moved.x += Double(x)
      moved.y += Double(y)
      return moved
    }
    copy.part?.x += Double(x)
    copy.part?.y += Double(y)
    return copy
  }
}

extension Layout {
  func mapped(_ change: (CropKeyframe) -> CropKeyframe) -> Layout {
    with(windows.map { $0.map(change) })
  }
}
