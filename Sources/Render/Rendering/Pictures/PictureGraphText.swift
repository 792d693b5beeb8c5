internal import Media

/// Descriptions of the filter graphs that make output pictures out of source frames.
struct PictureGraphText {
  let colors: ColorPlan
  let orientation: Orientation
  let output: (width: Int, height: Int)
  /// Whether the source has a chroma sample for every second column of pixels.
  let hasHalfChroma: Bool
  /// Whether the source's frames are in the output's format already, but for size and matrix.
  let isPlain: Bool

  /// A part of the output, and where its exact crop stands.
  struct Pane {
    var geometry: PaneGeometry
    var place: PaneGeometry.Place
  }

  /// One or two panes, top to bottom; pane `n` is moved by commands to `crop@pane<n>`.
  func panes(_ panes: [Pane]) -> String {
    let chains = panes.enumerated().map { index, pane in chain(pane, name: "crop@pane\(index)") }
    guard chains.count > 1 else { return finished(chains.joined()) }
    let inputs = chains.indices.map { "[i\($0)]" }.joined()
    let bodies = chains.enumerated().map { "[i\($0)]\($1)[o\($0)]" }.joined(separator: ";")
    let outputs = chains.indices.map { "[o\($0)]" }.joined()
    return finished(
      "split=\(chains.count)\(inputs);\(bodies);\(outputs)vstack=inputs=\(chains.count)")
  }

  /// The whole picture, or a part of it, inside the output, over its own enlarged and blurred copy.
  ///
  /// The blur is made at an eighth of the size and scaled up: it looks the same and costs little.
  func fit(
    _ shown: Window, picture: (width: Int, height: Int), source: (width: Int, height: Int)
  ) -> String {
    let shape = shown.width / shown.height
    let outputShape = Double(output.width) / Double(output.height)
    let isWider = shape >= outputShape
    let width = isWider ? output.width : Self.even(Double(output.height) * shape)
    let height = isWider ? Self.even(Double(output.width) / shape) : output.height
    let small = (width: max(8, output.width / 16 * 2), height: max(8, output.height / 16 * 2))
    func still(_ window: Window, _ size: (width: Int, height: Int), _ name: String) -> String {
      let geometry = PaneGeometry(
        windows: [window], picture: picture, source: source, output: size)
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

  /// A composed picture, made upright before.
  private func finished(_ composed: String) -> String {
    let upright = orientation.filter.map { $0 + "," } ?? ""
    return upright + composed + "," + colors.after
  }

  /// A loose crop, a scale and the exact crop, which stands at the pane's place until a command
  /// moves it.
  private func chain(_ pane: Pane, name: String) -> String {
    let (x, y) = (pane.geometry.across, pane.geometry.down)
    let phase = pane.place.phase
    var filters = ["crop=\(x.length):\(y.length):\(x.origin):\(y.origin):exact=1"]
    if !isPlain || !pane.geometry.isUnscaled || phase != PaneGeometry.Place(x: 0, y: 0) {
      filters.append(scale(x.scaled, y.scaled, onto: phase))
    }
    filters.append(
      "\(name)=\(x.output):\(y.output):\(pane.place.x):\(pane.place.y):exact=1")
    return filters.joined(separator: ",")
  }

  /// Scales, with chroma samples on the lattice that begins at a phase.
  ///
  /// In 256ths of a pixel: samples of H.264 and HEVC stand on every second column and between the
  /// rows, which swscale has to be told.
  private func scale(
    _ width: Int, _ height: Int, onto phase: PaneGeometry.Place
  ) -> String {
    "scale=\(width):\(height):flags=bicubic"
      + (hasHalfChroma ? ":in_h_chr_pos=0" : "")
      + ":out_h_chr_pos=\(256 * phase.x):out_v_chr_pos=\(128 + 256 * phase.y)"
      + ":\(colors.scaling),format=\(colors.format)"
  }

  static func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
}
