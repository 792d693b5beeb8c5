import EditDecisions
import Media

/// Writes descriptions of FFmpeg filter graphs that convert source frames to output frames.
struct FilterGraphDescription {
  let colors: ColorPlan
  let orientation: Orientation
  let output: (width: Int, height: Int)
  /// Whether chroma has half the horizontal resolution.
  let hasHalfChroma: Bool
  /// Whether source frames have the output's pixel format, apart from size and colour matrix.
  let isPlain: Bool

  /// A part of the output, and the position of its exact crop.
  struct Pane {
    var geometry: PaneGeometry
    var place: PaneGeometry.Place
  }

  /// One or more panes from top to bottom; commands to `crop@pane<n>` move pane `n`.
  func panes(_ panes: [Pane]) -> String {
    let chains = panes.enumerated().map { index, pane in chain(pane, name: "crop@pane\(index)") }
    guard chains.count > 1 else { return finished(chains.joined()) }
    let inputs = chains.indices.map { "[i\($0)]" }.joined()
    let bodies = chains.enumerated().map { "[i\($0)]\($1)[o\($0)]" }.joined(separator: ";")
    let outputs = chains.indices.map { "[o\($0)]" }.joined()
    return finished(
      "split=\(chains.count)\(inputs);\(bodies);\(outputs)vstack=inputs=\(chains.count)")
  }

  /// The whole frame or a part of it, over an enlarged and blurred copy of itself.
  ///
  /// The blur is computed at an eighth of the size, which looks the same and is fast.
  func fit(
    _ shown: FrameArea, picture: (width: Int, height: Int), source: (width: Int, height: Int)
  ) -> String {
    let shape = shown.width / shown.height
    let outputShape = Double(output.width) / Double(output.height)
    let isWider = shape >= outputShape
    let width = isWider ? output.width : Self.even(Double(output.height) * shape)
    let height = isWider ? Self.even(Double(output.width) / shape) : output.height
    let small = (width: max(8, output.width / 16 * 2), height: max(8, output.height / 16 * 2))
    func still(_ window: FrameArea, _ size: (width: Int, height: Int), _ name: String) -> String {
      let geometry = PaneGeometry(windows: [window], picture: picture, source: source, output: size)
      return chain(Pane(geometry: geometry, place: geometry.place(window)), name: name)
    }
    let cover = still(shown.centered(shape: outputShape), small, "crop@back")
    return finished(
      "split[i0][i1];"
        + "[i0]\(cover),gblur=sigma=\(Double(small.width) / 24):steps=2,"
        + "scale=\(output.width):\(output.height):flags=bicubic,"
        + "format=\(colors.format)[back];"
        + "[i1]\(still(shown, (width, height), "crop@front"))[front];"
        + "[back][front]overlay=x=\((output.width - width) / 4 * 2)"
        + ":y=\((output.height - height) / 4 * 2):format=\(colors.isDeep ? "yuv420p10" : "yuv420")")
  }

  /// Adds rotation before the composition and colour conversion after it.
  private func finished(_ composed: String) -> String {
    let upright = orientation.filter.map { $0 + "," } ?? ""
    return upright + composed + "," + colors.after
  }

  /// The loose crop, the scaling, and the exact crop, which commands can move.
  private func chain(_ pane: Pane, name: String) -> String {
    let (x, y) = (pane.geometry.across, pane.geometry.down)
    let phase = pane.place.phase
    var filters = ["crop=\(x.length):\(y.length):\(x.origin):\(y.origin):exact=1"]
    if !isPlain || !pane.geometry.isUnscaled || phase != PaneGeometry.Place(x: 0, y: 0) {
      filters.append(scale(x.scaled, y.scaled, onto: phase))
    }
    filters.append("\(name)=\(x.output):\(y.output):\(pane.place.x):\(pane.place.y):exact=1")
    return filters.joined(separator: ",")
  }

  /// Scales, with chroma samples at the position of the exact crop.
  ///
  /// swscale needs the chroma position in 1/256 pixel. H.264 and HEVC have samples at every second
  /// column and between rows.
  private func scale(_ width: Int, _ height: Int, onto phase: PaneGeometry.Place) -> String {
    "scale=\(width):\(height):flags=bicubic"
      + (hasHalfChroma ? ":in_h_chr_pos=0" : "")
      + ":out_h_chr_pos=\(256 * phase.x):out_v_chr_pos=\(128 + 256 * phase.y)"
      + ":\(colors.scaling),format=\(colors.format)"
  }

  static func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
}

extension FrameArea {
  /// The largest centred area of an aspect ratio (width / height) inside this one.
  fileprivate func centered(shape: Double) -> FrameArea {
    let (w, h) = (min(width, height * shape), min(height, width / shape))
    return FrameArea(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }
}
