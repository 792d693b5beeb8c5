import EditDecisions

extension FrameArea {
  init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// The largest distance between two corresponding edges.
  func distance(to other: FrameArea) -> Double {
    max(
      abs(x - other.x), abs(y - other.y), abs(x + width - other.x - other.width),
      abs(y + height - other.y - other.height))
  }
}

/// Position and scale of the whole video frame on the canvas.
struct FramePlacement: Hashable, Sendable {
  /// Canvas pixels per source pixel.
  var scale: Double
  /// Horizontal position of the frame's centre, in canvas pixels from the left.
  var x: Double
  /// Vertical position of the frame's centre, in canvas pixels from the top.
  var y: Double
}

extension FramePlacement {
  /// Places the frame so that the crop `window` fills `target`.
  ///
  /// A crop that was rounded to 0.1 pixel may have a slightly different aspect ratio. The larger
  /// scale then avoids a black line.
  init(window: FrameArea, picture: PixelSize, target: FrameArea) {
    scale = max(target.width / window.width, target.height / window.height)
    x =
      target.x + target.width / 2
      + (Double(picture.width) / 2 - window.x - window.width / 2) * scale
    y =
      target.y + target.height / 2
      + (Double(picture.height) / 2 - window.y - window.height / 2) * scale
  }

  /// The default placement in editing programs: the whole frame, centred and fitted.
  init(fitting picture: PixelSize, into canvas: PixelSize) {
    scale = Self.fit(picture, canvas)
    x = Double(canvas.width) / 2
    y = Double(canvas.height) / 2
  }

  static func fit(_ picture: PixelSize, _ canvas: PixelSize) -> Double {
    min(
      Double(canvas.width) / Double(picture.width), Double(canvas.height) / Double(picture.height))
  }

  /// The part of the frame that fills `target`.
  func window(picture: PixelSize, target: FrameArea) -> FrameArea {
    let (width, height) = (target.width / scale, target.height / scale)
    return FrameArea(
      x: Double(picture.width) / 2 - (x - target.x - target.width / 2) / scale - width / 2,
      y: Double(picture.height) / 2 - (y - target.y - target.height / 2) / scale - height / 2,
      width: width, height: height)
  }

  /// The rectangle that the whole frame covers on the canvas.
  func rectangle(_ picture: PixelSize) -> FrameArea {
    let (width, height) = (Double(picture.width) * scale, Double(picture.height) * scale)
    return FrameArea(x: x - width / 2, y: y - height / 2, width: width, height: height)
  }

  /// How much of the frame is outside `area` at each side, in source pixels.
  func trims(_ area: FrameArea, _ picture: PixelSize, _ canvas: PixelSize) -> EdgeTrims {
    let all = rectangle(picture)
    /// Edges outside the canvas are invisible anyway, so only edges inside it need a trim.
    func outside(_ distance: Double, _ isInside: Bool) -> Double {
      isInside ? max(0, distance / scale) : 0
    }
    return EdgeTrims(
      left: outside(area.x - all.x, area.x > 0.01), top: outside(area.y - all.y, area.y > 0.01),
      right: outside(
        all.x + all.width - area.x - area.width, area.x + area.width < Double(canvas.width) - 0.01),
      bottom: outside(
        all.y + all.height - area.y - area.height,
        area.y + area.height < Double(canvas.height) - 0.01))
  }

  func mixed(with other: FramePlacement, share: Double) -> FramePlacement {
    FramePlacement(
      scale: scale + (other.scale - scale) * share, x: x + (other.x - x) * share,
      y: y + (other.y - y) * share)
  }
}

/// Source pixels that are cut off at each side.
struct EdgeTrims: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
}

extension Layer {
  /// Largest error of an interpolated crop, in source pixels.
  private static let tolerance = 0.1

  /// Computes keys between which editing programs can interpolate scale and position linearly.
  ///
  /// gazecut interpolates the edges of a crop linearly, which gives other results while its size
  /// changes. Keys are added until the crop of each frame is within `tolerance` source pixels.
  static func keys(of windows: [FrameArea], picture: PixelSize, target: FrameArea) -> [Key] {
    let places = windows.map { FramePlacement(window: $0, picture: picture, target: target) }
    guard let first = places.first, let last = places.last else { return [] }
    let seen = places.map { $0.window(picture: picture, target: target) }
    func frameWithLargestError(_ from: Int, _ to: Int) -> Int? {
      var found: (frame: Int, fault: Double)?
      for frame in from..<to where frame > from {
        let share = Double(frame - from) / Double(to - from)
        let window = places[from].mixed(with: places[to], share: share)
          .window(picture: picture, target: target)
        let fault = window.distance(to: seen[frame])
        if fault > max(tolerance, found?.fault ?? 0) { found = (frame, fault) }
      }
      return found?.frame
    }
    var chosen = [0]
    var pendingEnds = [places.count - 1]
    while let to = pendingEnds.last, to > 0 {
      if let split = frameWithLargestError(chosen[chosen.count - 1], to) {
        pendingEnds.append(split)
      } else {
        chosen.append(to)
        pendingEnds.removeLast()
      }
    }
    if chosen.count == 2, first == last { chosen = [0] }
    return chosen.map { Key(frame: $0, place: places[$0]) }
  }

  func place(at frame: Int) -> FramePlacement {
    guard let next = keys.firstIndex(where: { $0.frame >= frame }), next > 0 else {
      return (keys.first { $0.frame >= frame } ?? keys[keys.count - 1]).place
    }
    let (from, to) = (keys[next - 1], keys[next])
    let share = Double(frame - from.frame) / Double(to.frame - from.frame)
    return from.place.mixed(with: to.place, share: share)
  }
}
