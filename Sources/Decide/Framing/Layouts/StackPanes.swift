import Audience
import EditDecisions
import Support

/// Places the two panes of a split screen: windows with half the output's height.
struct StackPanes {
  let axis: WindowAxis
  let settings: FramingSettings

  /// Aspect ratio of a pane (width / height): 9:8 for an output of 9:16.
  private var shape: Double {
    2 * Double(max(1, settings.outputWidth)) / Double(max(1, settings.outputHeight))
  }
  /// Width of the largest pane that fits into the frame, in pixels.
  private var largest: Double { min(axis.pictureWidth, axis.pictureHeight * shape) }
  /// Minimum width of a pane in pixels: it is not enlarged more than a single window.
  private var least: Double { min(largest, axis.windowWidth) }

  /// Two panes of the same size that contain their gaze clusters with a margin.
  ///
  /// They are as large as possible without showing anything twice. They are never tighter than the
  /// clusters, nor narrower than one window, because that would cut a face of which gaze only marks
  /// the middle. The boxes are in shares of the frame. The result is `nil` if a cluster does not
  /// fit into a pane, or the panes would overlap.
  ///
  /// If two panes side by side would overlap a little, both move apart by up to half their margin.
  func panes(
    holding first: [GazePoint], and second: [GazePoint]
  ) -> (PictureBox, PictureBox)? {
    guard let first = PictureBox(around: first), let second = PictureBox(around: second) else {
      return nil
    }
    let needed = max(least, max(width(holding: first), width(holding: second)))
    let apart = max(
      abs(first.center.x - second.center.x) * axis.pictureWidth,
      abs(first.center.y - second.center.y) * axis.pictureHeight * shape)
    guard needed <= largest + 1e-6 else { return nil }
    func panes(_ width: Double) -> (PictureBox, PictureBox) {
      let width = Rounding.pixels(width)
      let height = Rounding.pixels(min(axis.pictureHeight, width / shape))
      let (wide, high) = (width / axis.pictureWidth, height / axis.pictureHeight)
      let isBeside = abs(first.center.y - second.center.y) < high
      let overlap = isBeside ? max(0, wide - abs(first.center.x - second.center.x)) : 0
      let margin = settings.constants.margin * axis.pictureHeight / axis.pictureWidth
      func pane(of box: PictureBox, awayFrom other: PictureBox) -> PictureBox {
        let push = min(overlap, margin) / 2 * (box.center.x < other.center.x ? -1 : 1)
        return PictureBox(
          x: min(1 - wide, max(0, box.center.x + push - wide / 2)),
          y: min(1 - high, max(0, box.center.y - high / 2)), width: wide, height: high)
      }
      return (pane(of: first, awayFrom: second), pane(of: second, awayFrom: first))
    }
    // Near the edges of the frame large panes overlap. Find the largest ones that do not.
    var (low, high) = (needed, min(largest, max(needed, apart)))
    if shared(by: panes(high)) > 0 {
      while high - low > 0.05 {
        let middle = (low + high) / 2
        if shared(by: panes(middle)) > 0 { high = middle } else { low = middle }
      }
    } else {
      low = high
    }
    return shared(by: panes(low)) < 1e-6 ? panes(low) : nil
  }

  /// The share of a pane that the other pane also shows; the frame's edges may push them together.
  private func shared(by panes: (PictureBox, PictureBox)) -> Double {
    let (one, other) = panes
    return max(0, 1 - abs(one.x - other.x) / one.width)
      * max(0, 1 - abs(one.y - other.y) / one.height)
  }

  private func width(holding box: PictureBox) -> Double {
    let margin = 2 * settings.constants.margin * axis.pictureHeight
    return max(
      box.width * axis.pictureWidth + margin, (box.height * axis.pictureHeight + margin) * shape)
  }
}

extension WindowAxis {
  /// A static window over a box of the frame, rounded as in decisions.
  func keyframe(at time: Double, over box: PictureBox) -> CropKeyframe {
    let width = Rounding.pixels(box.width * pictureWidth)
    let height = Rounding.pixels(box.height * pictureHeight)
    return CropKeyframe(
      t: Rounding.time(time),
      x: max(0, min(pictureWidth - width, Rounding.pixels(box.x * pictureWidth))),
      y: max(0, min(pictureHeight - height, Rounding.pixels(box.y * pictureHeight))),
      width: width, height: height)
  }
}
