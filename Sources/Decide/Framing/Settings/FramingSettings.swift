package import EditDecisions

/// The framing settings that users can change; the rest is in `FramingConstants`.
package struct FramingSettings: Hashable, Sendable {
  /// The allowed layouts.
  ///
  /// `crop` shows a vertical crop, `fit` the whole frame or a wide crop. `stack` shows two gaze
  /// clusters, each in its own pane, if they persist and do not fit into one window.
  package var layouts: Set<Layout.Kind>
  /// Maximum speed of a pan, in frame widths per second; higher follows runners, lower is calmer.
  package var maximumSpeed: Double
  /// Maximum enlargement: output pixels per source pixel.
  ///
  /// It limits how far a crop closes in on a small gaze cluster. With 2, a source of 1080 lines is
  /// always shown in full height, and of 2160 lines at least 960 are shown. Higher closes in
  /// further and shows coarser images. A window of full height is always allowed.
  package var maximumZoom: Double
  /// Size of the output in pixels, which defines the aspect ratio of the window.
  package var outputWidth: Int, outputHeight: Int
  package var constants: FramingConstants

  package init(
    layouts: Set<Layout.Kind> = [.crop, .stack, .fit], maximumSpeed: Double = 0.4,
    maximumZoom: Double = 2, outputWidth: Int = 1080, outputHeight: Int = 1920,
    constants: FramingConstants = FramingConstants()
  ) {
    (self.layouts, self.constants) = (layouts, constants)
    (self.maximumSpeed, self.maximumZoom) = (maximumSpeed, maximumZoom)
    (self.outputWidth, self.outputHeight) = (outputWidth, outputHeight)
  }
}

extension FramingSettings {
  /// How far the largest window can move to the right and downwards in a frame, in pixels.
  package func room(inPictureOf width: Int, _ height: Int) -> (x: Double, y: Double) {
    let axis = WindowAxis(
      pictureWidth: width, pictureHeight: height, outputWidth: outputWidth,
      outputHeight: outputHeight)
    return axis.isHorizontal ? (axis.room, 0) : (0, axis.room)
  }
}
