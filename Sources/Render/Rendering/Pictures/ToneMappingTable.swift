import Media

/// Computes colour lookup tables from the filters that `ColorPlan` names.
///
/// The filters themselves would take three times as long. The mean difference is less than 0.5 ΔE
/// (CIE 1976), which includes rounding to 8 bits.
enum ToneMappingTable {
  /// Creates the lookup table for frames in yuv420p10.
  ///
  /// `isSettled` is whether input frames already have limited range. The metadata of `frame` states
  /// the maximum luminance of the source.
  static func make(
    _ colors: ColorPlan, isSettled: Bool, like frame: Frame
  ) throws(MediaError) -> ColorLookupTable {
    let points = ColorLookupTable.points
    let source = Weights(colors.matrix)
    let isFull = colors.source.isFullRange && !isSettled
    let lattice = try Frame.rgb(width: points, height: points * points) { luma, chroma in
      let codes = [luma, chroma / points, chroma % points].map { Float($0 * 16) }
      let y = isFull ? codes[0] / 1023 : (codes[0] - 64) / 876
      let size: Float = isFull ? 1023 : 896
      return source.rgb(y, (codes[1] - 512) / size, (codes[2] - 512) / size).clamped()
    }
    try lattice.copyHDRMetadata(of: frame)
    lattice.stamp(0)
    let graph = try FilterGraph(lattice.bufferSource() + "," + colors.table + ",buffersink@out")
    let output = Weights(.bt709)
    return ColorLookupTable(try graph.apply(lattice).rgb.map { output.codes($0.clamped()) })
  }

  /// Weights of red and blue in luma.
  private struct Weights {
    let red: Float
    let blue: Float

    init(_ matrix: ColorDescription.Matrix) {
      switch matrix {
      case .bt601: (red, blue) = (0.299, 0.114)
      case .bt709, .rgb: (red, blue) = (0.2126, 0.0722)
      case .bt2020: (red, blue) = (0.2627, 0.0593)
      }
    }

    func rgb(_ y: Float, _ pb: Float, _ pr: Float) -> SIMD3<Float> {
      let (r, b) = (y + 2 * (1 - red) * pr, y + 2 * (1 - blue) * pb)
      return SIMD3(r, (y - red * r - blue * b) / (1 - red - blue), b)
    }

    /// Converts to 8-bit codes with limited range.
    func codes(_ color: SIMD3<Float>) -> ColorLookupTable.Color {
      let y = red * color.x + (1 - red - blue) * color.y + blue * color.z
      return (
        luma: 16 + 219 * y, blue: 128 + 112 * (color.z - y) / (1 - blue),
        red: 128 + 112 * (color.x - y) / (1 - red)
      )
    }
  }
}

/// Applies lookup tables; files of the same source share the table and each converted frame.
final class ToneMapper {
  private var table: (colors: ColorPlan, isSettled: Bool, made: ColorLookupTable)?
  private var last: (frame: Frame, area: ColorLookupTable.Area, made: Frame)?

  /// Returns a cached table, or creates it with `ToneMappingTable.make`.
  func table(
    _ colors: ColorPlan, isSettled: Bool, like frame: Frame
  ) throws(MediaError) -> ColorLookupTable {
    if let table, table.colors == colors, table.isSettled == isSettled { return table.made }
    let made = try ToneMappingTable.make(colors, isSettled: isSettled, like: frame)
    table = (colors, isSettled, made)
    return made
  }

  /// Converts a part of a source frame.
  func toneMapped(
    _ frame: Frame, by table: ColorLookupTable, in area: ColorLookupTable.Area
  ) throws(MediaError) -> Frame {
    if let last, last.frame === frame, last.area.contains(area) { return last.made }
    // Frees the memory of the previous frame first.
    last = nil
    let made = try table.applied(to: frame, in: area)
    last = (frame, area, made)
    return made
  }
}

extension ColorLookupTable.Area {
  fileprivate func contains(_ other: Self) -> Bool {
    columns.contains(other.columns) && rows.contains(other.rows)
  }
}

extension SIMD3<Float> {
  fileprivate func clamped() -> Self { clamped(lowerBound: .zero, upperBound: .one) }
}
