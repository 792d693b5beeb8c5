import Audience
package import EditDecisions
package import Framing
package import Media
package import Rendering

/// Frames a moment inside what black bars leave of the picture, and away from the platform's own
/// buttons and titles.
package struct PictureFitting {
  var render: RenderSettings
  /// How black the sides of frames in and around the moment are.
  package var borders: [BlackBorders]

  /// Frames a moment.
  package func framed(_ request: FramingRequest) -> FramedMoment {
    let inside = borders.filter { $0.time >= request.start - 0.001 && $0.time < request.end }
    let area = ActivePicture(
      inside, width: request.pictureWidth, height: request.pictureHeight)
    guard let area else { return finished(frame(request), request) }
    let bounded = request.inside(area)
    var moment = finished(frame(bounded), bounded)
    moment.framing.shots = moment.framing.shots.map { $0.moved(x: area.x, y: area.y) }
    moment.framing.active = PictureArea(
      x: Double(area.x), y: Double(area.y), width: Double(area.width),
      height: Double(area.height))
    return moment
  }

  private func finished(_ framed: FramedMoment, _ request: FramingRequest) -> FramedMoment {
    var copy = framed
    let zone = SafeZone(margins: render.profile.safeArea, request: request)
    copy.framing.shots = framed.framing.shots.map { shot in
      request.hasWindow(in: shot) ? shot : zone.moved(shot)
    }
    if copy.framing.shots != framed.framing.shots {
      let before = gazeKept(by: framed.framing.shots, of: request) ?? 0
      let after = gazeKept(by: copy.framing.shots, of: request) ?? 0
      copy.framing.gazeKept = framed.framing.gazeKept.map { min(1, max(0, $0 + after - before)) }
    }
    let placing = CaptionPlacing(
      band: CaptionBand(
        output: (render.width, render.height), safeArea: render.profile.safeArea),
      request: request)
    if render.title != nil {
      copy.framing.title = placing.titlePlace(over: copy.framing.shots)
    }
    guard render.captions == .burn else { return copy }
    let title = render.title.map { _ in copy.framing.title }
    copy.framing.shots = copy.framing.shots.map { shot in
      var placed = shot
      placed.captions = placing.place(in: shot, title: title)
      return placed
    }
    return copy
  }
}

extension FramingRequest {
  /// Whether a person gave a stretch its window's place: that stays where it is.
  fileprivate func hasWindow(in shot: FramedShot) -> Bool {
    let middle = (shot.start + shot.end) / 2
    return wishes.last { $0.start <= middle && middle < $0.end }?.look.isWindow ?? false
  }

  /// The same request as if the picture were only an area of it; looks outside go to its edge.
  package func inside(_ area: ActivePicture) -> FramingRequest {
    let (width, height) = (Double(pictureWidth), Double(pictureHeight))
    func across(_ x: Double) -> Double { (x * width - Double(area.x)) / Double(area.width) }
    func down(_ y: Double) -> Double { (y * height - Double(area.y)) / Double(area.height) }
    func clamped(_ value: Double) -> Double { min(1, max(0, value)) }
    var copy = self
    copy.pictureWidth = area.width
    copy.pictureHeight = area.height
    copy.timeline.aspect = Double(area.width) / Double(area.height)
    copy.timeline.gazeNoise = timeline.gazeNoise * height / Double(area.height)
    let seconds = HalfSeconds.length
    let first = max(0, Int(start / seconds) - Self.binsAround)
    let last = min(timeline.bins.count, Int(end / seconds) + Self.binsAround)
    for bin in first..<max(first, last) {
      copy.timeline.bins[bin].rows = timeline.bins[bin].rows.map { row in
        guard let look = row.position else { return row }
        var moved = AudienceRow(
          position: PicturePoint(x: clamped(across(look.x)), y: clamped(down(look.y))),
          weight: row.weight)
        moved.isInSecondHalf = row.isInSecondHalf
        return moved
      }
    }
    copy.wishes = wishes.map { wish in
      guard case .window(let x, let y) = wish.look else { return wish }
      var moved = wish
      moved.look = .window(
        x: x.map { $0 - Double(area.x) }, y: y.map { $0 - Double(area.y) })
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

  /// Bins around a moment that its framing may look at.
  private static let binsAround = 8
}

extension FramedShot {
  /// The same stretch with all its windows moved, in picture pixels.
  package func moved(x: Int, y: Int) -> FramedShot {
    var copy = self
    copy.layout = layout.mapped { keyframe, _ in
      var moved = keyframe
      moved.x += Double(x)
      moved.y += Double(y)
      return moved
    }
    return copy
  }
}

extension Layout {
  /// The same layout with each keyframe changed, told the number of its pane.
  package func mapped(_ change: (Keyframe, _ pane: Int) -> Keyframe) -> Layout {
    with(windows.enumerated().map { pane, keys in keys.map { change($0, pane) } })
  }
}
