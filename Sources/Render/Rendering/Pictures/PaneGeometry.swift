import EditDecisions

/// Converts crops of one size to panes of the output: loose crop, scaling, exact crop.
///
/// A crop in source pixels moves in steps of one source pixel, which becomes visible judder when
/// enlarged. So a box around all crops is cut out and scaled first. The exact crop then moves in
/// steps of one output pixel. Chroma has half the resolution, so it is scaled to match the position
/// of the exact crop.
struct PaneGeometry: Hashable, Sendable {
  /// The horizontal or vertical direction.
  struct Axis: Hashable, Sendable {
    /// First source pixel of the loose crop; even because of chroma subsampling.
    var origin: Int
    /// Length of the loose crop in source pixels.
    var length: Int
    /// Its length after scaling, in output pixels.
    var scaled: Int
    /// Length of the pane in output pixels.
    var output: Int

    /// Creates the geometry for crops that begin at `starts` and are `size` long, in source pixels.
    ///
    /// Integer lengths make the scale slightly wrong. So the best of several boxes, each a few
    /// pixels larger, is used.
    init(starts: ClosedRange<Double>, size: Double, limit: Int, output: Int) {
      let scale = Double(output) / size
      let low = max(0, Int(starts.lowerBound + 0.001) / 2 * 2)
      let need = Int((starts.upperBound + size - 0.001).rounded(.up))
      let high = min(limit, need + need % 2)
      let last = min(limit, high + 16)
      var best = (origin: low, end: max(high, low + 2), fault: Double.infinity)
      for origin in stride(from: low, through: max(0, low - 16), by: -2) {
        for end in stride(from: high, through: max(high, last), by: 2) where end > origin {
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

    /// Position of the exact crop for a crop that begins at `start`, in output pixels.
    func offset(_ start: Double) -> Int {
      let place = (start - Double(origin)) * Double(scaled) / Double(length)
      return min(max(0, Int(place.rounded())), scaled - output)
    }
  }

  /// Position of the exact crop in output pixels.
  struct Place: Hashable, Sendable {
    var x: Int
    var y: Int

    /// Its position modulo 2, which decides where chroma samples are.
    var phase: Place { Place(x: x & 1, y: y & 1) }
  }

  var across: Axis
  var down: Axis

  /// Creates the geometry for a run of crops of one size, which are in display pixels, as
  /// `picture`.
  ///
  /// `source` is the frame size after rotation in source pixels, which may not be square. `output`
  /// is the size of the pane.
  init(
    windows: [FrameArea], picture: (width: Int, height: Int), source: (width: Int, height: Int),
    output: (width: Int, height: Int)
  ) {
    let scaleX = Double(source.width) / Double(picture.width)
    let scaleY = Double(source.height) / Double(picture.height)
    let (xs, ys) = (windows.map { $0.x * scaleX }, windows.map { $0.y * scaleY })
    let spanX = (xs.min() ?? 0)...(xs.max() ?? 0)
    let spanY = (ys.min() ?? 0)...(ys.max() ?? 0)
    across = Axis(
      starts: spanX, size: (windows.first?.width ?? 2) * scaleX, limit: source.width,
      output: output.width)
    down = Axis(
      starts: spanY, size: (windows.first?.height ?? 2) * scaleY, limit: source.height,
      output: output.height)
    (self.scaleX, self.scaleY) = (scaleX, scaleY)
  }

  private var scaleX: Double
  private var scaleY: Double

  /// Position of the exact crop for a crop.
  func place(_ window: FrameArea) -> Place {
    Place(x: across.offset(window.x * scaleX), y: down.offset(window.y * scaleY))
  }

  var isUnscaled: Bool { across.length == across.scaled && down.length == down.scaled }
  /// Whether scaling enlarges the loose crop or keeps its size.
  var isEnlarging: Bool { across.length * down.length <= across.scaled * down.scaled }
}
