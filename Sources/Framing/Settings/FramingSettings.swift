/// What a person may set about framing; the rest is `FramingConstants`.
package struct FramingSettings: Hashable, Sendable {
  /// A layout by its word in settings and files.
  package enum LayoutName: String, Hashable, Sendable, CaseIterable {
    case crop, stack, fit
  }

  /// Which layouts may be used.
  ///
  /// `crop` alone never shows the whole picture; `fit` alone always.
  ///
  /// `stack` shows two gatherings that persist side by side and do not fit one window.
  package var layouts: Set<LayoutName>
  /// The fastest pan, picture widths a second.
  ///
  /// Higher follows runners; lower is calmer.
  package var maximumSpeed: Double
  /// Output pixels per picture pixel that a window may be enlarged to.
  ///
  /// A full-height window is always allowed. It bounds how far a crop, or the panes of a stack,
  /// close in on a small gathering: at 2, a source of 1080 lines stays whole, one of 2160 lines
  /// may come as close as 960 of them. Higher closes in further and shows coarser pictures.
  package var maximumZoom: Double
  /// Width of the output, pixels; with the height it gives the window's shape.
  package var outputWidth: Int
  /// Height of the output, pixels.
  package var outputHeight: Int
  /// What no setting names.
  package var constants: FramingConstants

  /// Makes settings; every default is that of gazecut.yaml.
  package init(
    layouts: Set<LayoutName> = [.crop, .stack, .fit], maximumSpeed: Double = 0.4,
    maximumZoom: Double = 2, outputWidth: Int = 1080, outputHeight: Int = 1920,
    constants: FramingConstants = FramingConstants()
  ) {
    self.layouts = layouts
    self.maximumSpeed = maximumSpeed
    self.maximumZoom = maximumZoom
    self.outputWidth = outputWidth
    self.outputHeight = outputHeight
    self.constants = constants
  }
}
