import Audience
import EditDecisions

/// Places the two panes of a stack: windows of the shape of half the output's height.
struct StackPanes {
  let axis: WindowAxis
  let settings: FramingSettings

  /// A pane's width divided by its height: 9:8 for an output of 9:16.
  private var shape: Double {
    2 * Double(max(1, settings.outputWidth)) / Double(max(1, settings.outputHeight))
  }
  /// The largest pane in the picture, pixels.
  private var largest: Double { min(axis.pictureWidth, axis.pictureHeight * shape) }
  /// The least width of a pane, pixels: at `maximumZoom` output pixels a picture pixel.
  private var least: Double {
    min(largest, Double(settings.outputWidth) / max(0.01, settings.maximumZoom))
  }

  /// One of two gatherings over time, pixels: nine tenths of its looks lie in it.
  private struct Extent {
    var x: ClosedRange<Double>, y: ClosedRange<Double>
    var middle: (x: Double, y: Double) {
      ((x.lowerBound + x.upperBound) / 2, (y.lowerBound + y.upperBound) / 2)
    }
  }

  /// Two panes of one size, which hold their gatherings with a margin.
  ///
  /// They are as large as they can be without showing anything twice, but never tighter than the
  /// gatherings, and never enlarged beyond `maximumZoom` (a full-height pane is always allowed).
  ///
  /// - Returns: shares of the picture, or `nil` where a gathering fits no pane, or one pane would
  ///   hold both middles, or show more than half of what the other shows.
  func panes(
    holding first: [WeighedPoint], and second: [WeighedPoint]
  ) -> (PictureBox, PictureBox)? {
    guard let first = extent(of: first), let second = extent(of: second) else { return nil }
    let needed = max(least, max(width(holding: first), width(holding: second)))
    let apart = max(
      abs(first.middle.x - second.middle.x), abs(first.middle.y - second.middle.y) * shape)
    guard needed <= largest + 1e-6, apart > needed / 2 else { return nil }
    func panes(_ width: Double) -> (PictureBox, PictureBox) {
      let width = Written.pixels(width)
      let height = Written.pixels(min(axis.pictureHeight, width / shape))
      return (
        box(at: first.middle, width: width, height: height),
        box(at: second.middle, width: width, height: height)
      )
    }
    // Near the picture's edges large panes overlap: the largest that share nothing are looked for.
    var (low, high) = (needed, min(largest, max(needed, apart)))
    if shared(by: panes(high)) > 0 {
      while high - low > 0.05 {
        let middle = (low + high) / 2
        if shared(by: panes(middle)) > 0 { high = middle } else { low = middle }
      }
    } else {
      low = high
    }
    return shared(by: panes(low)) <= 0.5 ? panes(low) : nil
  }

  /// The share of a pane that the other shows, too: the picture's edges may push them together.
  private func shared(by panes: (PictureBox, PictureBox)) -> Double {
    let (one, other) = panes
    return max(0, 1 - abs(one.x - other.x) / one.width)
      * max(0, 1 - abs(one.y - other.y) / one.height)
  }

  private func width(holding extent: Extent) -> Double {
    let margin = 2 * settings.constants.margin * axis.pictureHeight
    return max(
      extent.x.upperBound - extent.x.lowerBound + margin,
      (extent.y.upperBound - extent.y.lowerBound + margin) * shape)
  }

  private func extent(of looks: [WeighedPoint]) -> Extent? {
    guard !looks.isEmpty else { return nil }
    return Extent(
      x: middleNineTenths(looks.map { ($0.point.x * axis.pictureWidth, $0.weight) }),
      y: middleNineTenths(looks.map { ($0.point.y * axis.pictureHeight, $0.weight) }))
  }

  /// Between the weighted quantiles .05 and .95.
  private func middleNineTenths(_ values: [(Double, Double)]) -> ClosedRange<Double> {
    let sorted = values.sorted { $0 < $1 }
    let all = sorted.reduce(0) { $0 + $1.1 }
    func quantile(_ share: Double) -> Double {
      var sum = 0.0
      for (value, weight) in sorted {
        sum += weight
        if sum >= share * all { return value }
      }
      return sorted.last?.0 ?? 0
    }
    let low = quantile(0.05)
    return low...max(low, quantile(0.95))
  }

  private func box(
    at middle: (x: Double, y: Double), width: Double, height: Double
  ) -> PictureBox {
    let x = min(axis.pictureWidth - width, max(0, middle.x - width / 2))
    let y = min(axis.pictureHeight - height, max(0, middle.y - height / 2))
    return PictureBox(
      x: x / axis.pictureWidth, y: y / axis.pictureHeight, width: width / axis.pictureWidth,
      height: height / axis.pictureHeight)
  }
}

extension WindowAxis {
  /// A still window over a box of the picture, rounded as decisions are written.
  func keyframe(at time: Double, over box: PictureBox) -> Keyframe {
    let width = Written.pixels(box.width * pictureWidth)
    let height = Written.pixels(box.height * pictureHeight)
    return Keyframe(
      t: Written.seconds(time),
      x: max(0, min(pictureWidth - width, Written.pixels(box.x * pictureWidth))),
      y: max(0, min(pictureHeight - height, Written.pixels(box.y * pictureHeight))),
      width: width, height: height)
  }
}
