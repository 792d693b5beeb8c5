import EditDecisions

/// A part of the picture or of the canvas.
extension PictureArea {
  init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// How far an edge of `self` is from that of `other`, at most.
  func distance(to other: PictureArea) -> Double {
    max(
      abs(x - other.x), abs(y - other.y), abs(x + width - other.x - other.width),
      abs(y + height - other.y - other.height))
  }
}

/// Where the whole picture lies on the canvas, so that a window of it fills a target.
package struct PicturePlace: Hashable, Sendable {
  /// Canvas pixels per picture pixel.
  package var scale: Double
  /// Where the picture's centre lands, canvas pixels from the left.
  var x: Double
  /// The same from the top.
  var y: Double

  package init(scale: Double, x: Double, y: Double) {
    self.scale = scale
    self.x = x
    self.y = y
  }

  /// The place at which `window` of a picture fills `target`.
  ///
  /// A window that was rounded to tenths of a pixel may be a little too tall or too wide: the
  /// larger scale leaves no black line.
  init(window: PictureArea, picture: PixelSize, target: PictureArea) {
    scale = max(target.width / window.width, target.height / window.height)
    x =
      target.x + target.width / 2
      + (Double(picture.width) / 2 - window.x - window.width / 2) * scale
    y =
      target.y + target.height / 2
      + (Double(picture.height) / 2 - window.y - window.height / 2) * scale
  }

  /// The place at which editors' programs put a clip that nobody moved: whole and centred.
  init(fitting picture: PixelSize, into canvas: PixelSize) {
    scale = Self.fit(picture, canvas)
    x = Double(canvas.width) / 2
    y = Double(canvas.height) / 2
  }

  /// Canvas pixels per picture pixel where the whole picture is fitted in.
  static func fit(_ picture: PixelSize, _ canvas: PixelSize) -> Double {
    min(
      Double(canvas.width) / Double(picture.width), Double(canvas.height) / Double(picture.height))
  }

  /// What of the picture fills `target`.
  func window(picture: PixelSize, target: PictureArea) -> PictureArea {
    let (width, height) = (target.width / scale, target.height / scale)
    return PictureArea(
      x: Double(picture.width) / 2 - (x - target.x - target.width / 2) / scale - width / 2,
      y: Double(picture.height) / 2 - (y - target.y - target.height / 2) / scale - height / 2,
      width: width, height: height)
  }

  /// The rectangle of the whole picture on the canvas.
  func rectangle(_ picture: PixelSize) -> PictureArea {
    let (width, height) = (Double(picture.width) * scale, Double(picture.height) * scale)
    return PictureArea(x: x - width / 2, y: y - height / 2, width: width, height: height)
  }

  /// What of the picture's edges lies outside `area`, in picture pixels.
  func trims(_ area: PictureArea, _ picture: PixelSize, _ canvas: PixelSize) -> Trims {
    let all = rectangle(picture)
    /// What is outside the canvas is not seen anyway, so only edges inside it are trimmed at.
    func outside(_ distance: Double, _ isInside: Bool) -> Double {
      isInside ? max(0, distance / scale) : 0
    }
    return Trims(
      left: outside(area.x - all.x, area.x > 0.01),
      top: outside(area.y - all.y, area.y > 0.01),
      right: outside(
        all.x + all.width - area.x - area.width,
        area.x + area.width < Double(canvas.width) - 0.01),
      bottom: outside(
        all.y + all.height - area.y - area.height,
        area.y + area.height < Double(canvas.height) - 0.01))
  }

  func mixed(with other: PicturePlace, share: Double) -> PicturePlace {
    PicturePlace(
      scale: scale + (other.scale - scale) * share, x: x + (other.x - x) * share,
      y: y + (other.y - y) * share)
  }
}

/// Picture pixels that are cut off at each side.
struct Trims: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
}

extension Layer {
  /// Keys between which the window moves linearly in scale and place, as editors' programs do.
  ///
  /// gazecut's windows are linear in their own edges, which differs where they grow: keys are
  /// added until no frame's window is off by more than `tolerance` picture pixels.
  static func keys(
    of windows: [PictureArea], picture: PixelSize, target: PictureArea, tolerance: Double = 0.1
  ) -> [Key] {
    let places = windows.map { PicturePlace(window: $0, picture: picture, target: target) }
    guard let first = places.first, let last = places.last else { return [] }
    let seen = places.map { $0.window(picture: picture, target: target) }
    func worst(_ from: Int, _ to: Int) -> Int? {
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
    var open = [places.count - 1]
    while let to = open.last, to > 0 {
      if let split = worst(chosen[chosen.count - 1], to) {
        open.append(split)
      } else {
        chosen.append(to)
        open.removeLast()
      }
    }
    if chosen.count == 2, first == last { chosen = [0] }
    return chosen.map { Key(frame: $0, place: places[$0]) }
  }

  /// Where the picture lies at a frame of the cut.
  func place(at frame: Int) -> PicturePlace {
    guard let next = keys.firstIndex(where: { $0.frame >= frame }), next > 0 else {
      return (keys.first { $0.frame >= frame } ?? keys[keys.count - 1]).place
    }
    let (from, to) = (keys[next - 1], keys[next])
    let share = Double(frame - from.frame) / Double(to.frame - from.frame)
    return from.place.mixed(with: to.place, share: share)
  }
}
