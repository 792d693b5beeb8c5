internal import Media

/// Descriptions of the filter graphs that make output pictures out of source frames.
struct PictureGraphText {
  let colors: ColorPlan
  let orientation: Orientation
  let output: (width: Int, height: Int)

  /// One or two panes, top to bottom; pane `n` is moved by commands to `crop@pane<n>`.
  func panes(_ geometries: [PaneGeometry]) -> String {
    let chains = geometries.enumerated().map { index, geometry in
      pane(geometry, name: "crop@pane\(index)")
    }
    guard chains.count > 1 else { return upright + chains.joined() + "," + colors.after }
    let inputs = chains.indices.map { "[i\($0)]" }.joined()
    let bodies = chains.enumerated().map { "[i\($0)]\($1)[o\($0)]" }.joined(separator: ";")
    let outputs = chains.indices.map { "[o\($0)]" }.joined()
    return upright + "split=\(chains.count)\(inputs);\(bodies);"
      + "\(outputs)vstack=inputs=\(chains.count)," + colors.after
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
      return pane(geometry, name: name, at: geometry.offset(window))
    }
    let cover = still(shown.centered(shape: outputShape), small, "crop@back")
    let format = colors.format(isMoving: false)
    return upright + "split[i0][i1];"
      + "[i0]\(cover),gblur=sigma=\(Double(small.width) / 24):steps=2,"
      + "scale=\(output.width):\(output.height):flags=bicubic,format=\(format)[back];"
      + "[i1]\(still(shown, (width, height), "crop@front"))[front];"
      + "[back][front]overlay=x=\((output.width - width) / 4 * 2)"
      + ":y=\((output.height - height) / 4 * 2):format=\(overlayFormat)," + colors.after
  }

  private var overlayFormat: String {
    colors.isDeep ? "yuv420p10" : "yuv420"
  }

  private var upright: String { orientation.filter.map { $0 + "," } ?? "" }

  /// A loose crop, a scale and the exact crop, which stands at `place` until a command moves it.
  private func pane(
    _ geometry: PaneGeometry, name: String, at place: (x: Int, y: Int) = (0, 0)
  ) -> String {
    let (x, y) = (geometry.across, geometry.down)
    let format = colors.format(isMoving: geometry.isMoving)
    return "crop=\(x.length):\(y.length):\(x.origin):\(y.origin):exact=1,"
      + "scale=\(x.scaled):\(y.scaled):\(colors.scaleOptions),format=\(format),"
      + "\(name)=\(x.output):\(y.output):\(place.x):\(place.y):exact=1,"
      + "format=\(colors.format(isMoving: false))"
  }

  static func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
}
