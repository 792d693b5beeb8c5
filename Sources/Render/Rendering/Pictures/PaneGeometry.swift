/// How windows of one size become panes of the output: loose crop, scale, exact crop.
///
/// A crop in source pixels moves in steps of a source pixel, which scaling up makes into visible
/// judder. So a box that holds all windows is cut out loosely, scaled to the output's scale, and
/// the exact crop moves there, in steps of one output pixel. Chroma has a sample for every second
/// pixel: it is scaled onto the lattice on which the crop begins.
struct PaneGeometry: Hashable, Sendable {
  /// One direction: across or down.
  struct Axis: Hashable, Sendable {
    /// First source pixel of the loose crop; even, for chroma's sake.
    var origin: Int
    /// Source pixels of the loose crop.
    var length: Int
    /// Output pixels that these become.
    var scaled: Int
    /// Output pixels of the pane.
    var output: Int

    /// Plans for windows that begin at `starts` and are `size` long, in source pixels.
    ///
    /// Whole numbers of pixels on both sides make the scale slightly wrong; among boxes a few
    /// pixels wider, the one whose scale is nearest right is taken.
    init(starts: ClosedRange<Double>, size: Double, limit: Int, output: Int) {
      let scale = Double(output) / size
      let low = max(0, Int(starts.lowerBound + 0.001) / 2 * 2)
      let need = Int((starts.upperBound + size - 0.001).rounded(.up))
      let high = min(limit, need + need % 2)
      var best = (origin: low, end: max(high, low + 2), fault: Double.infinity)
      for origin in stride(from: low, through: max(0, low - 16), by: -2) {
        for end in Self.ends(from: high, limit: limit) where end > origin {
          let ideal = Double(end - origin) * scale
          let fault = abs(ideal.rounded() / ideal - 1)
          if fault < best.fault - 1e-9 { best = (origin, end, fault) }
        }
      }
      origin = best.origin
      length = best.end - best.origin
      scaled = max(output, Int((Double(length) * scale).rounded()))
      self.output = output
    }

    private static func ends(from high: Int, limit: Int) -> [Int] {
      Array(stride(from: high, through: max(high, min(limit, high + 16)), by: 2))
    }

    /// Where the exact crop begins for a window that begins at `start`, in output pixels.
    func offset(_ start: Double) -> Int {
      let place = (start - Double(origin)) * Double(scaled) / Double(length)
      return min(max(0, Int(place.rounded())), scaled - output)
    }
  }

  /// Where the exact crop begins, in output pixels.
  struct Place: Hashable, Sendable {
    var x: Int
    var y: Int

    /// Which of four lattices of chroma samples, two pixels apart each way, begins there.
    var phase: Place { Place(x: x & 1, y: y & 1) }
  }

  var across: Axis
  var down: Axis

  /// Plans for a run of windows of one size.
  ///
  /// - Parameters:
  ///   - windows: in picture pixels, inside the picture; not empty.
  ///   - picture: size of the picture in picture pixels.
  ///   - source: size of the upright source frame in its own pixels (not square when SAR is not 1).
  ///   - output: size of the pane in output pixels.
  init(
    windows: [Window], picture: (width: Int, height: Int), source: (width: Int, height: Int),
    output: (width: Int, height: Int)
  ) {
    let scaleX = Double(source.width) / Double(picture.width)
    let scaleY = Double(source.height) / Double(picture.height)
    let xs = windows.map { $0.x * scaleX }
    let ys = windows.map { $0.y * scaleY }
    let spanX = (xs.min() ?? 0)...(xs.max() ?? 0)
    let spanY = (ys.min() ?? 0)...(ys.max() ?? 0)
    across = Axis(
      starts: spanX, size: (windows.first?.width ?? 2) * scaleX, limit: source.width,
      output: output.width)
    down = Axis(
      starts: spanY, size: (windows.first?.height ?? 2) * scaleY, limit: source.height,
      output: output.height)
    self.scaleX = scaleX
    self.scaleY = scaleY
  }

  private var scaleX: Double
  private var scaleY: Double

  /// Where the exact crop begins for a window.
  func place(_ window: Window) -> Place {
    Place(x: across.offset(window.x * scaleX), y: down.offset(window.y * scaleY))
  }

  var isUnscaled: Bool { across.length == across.scaled && down.length == down.scaled }
  /// Whether the loose crop has fewer pixels than it is scaled to, or as many.
  var isEnlarging: Bool { across.length * down.length <= across.scaled * down.scaled }
}
