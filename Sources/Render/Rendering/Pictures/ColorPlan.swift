import Media

/// Converts a source's colours to those of the output: BT.709, limited range.
///
/// For SDR sources with BT.709 primaries, the `scale` filter converts the range, and `colorspace`
/// then converts the matrix. All other sources use a lookup table (`ToneMappingTable`).
struct ColorPlan: Hashable, Sendable {
  let source: ColorDescription

  /// Required filters that some builds of FFmpeg lack.
  var needs: [String] {
    guard source.highDynamicRange == nil else { return ["zscale", "tonemap"] }
    return source.primaries == .bt709 ? [] : ["zscale"]
  }

  /// Whether colours are converted by a lookup table, which requires frames of at least 10 bits.
  ///
  /// With 8 bits, a rounding error of half a step can become 16 steps at the edge of the gamut.
  var isDeep: Bool { source.highDynamicRange != nil || source.primaries != .bt709 }

  /// Pixel format of the scaled frames.
  var format: String { isDeep ? "yuv420p10le" : "yuv420p" }

  /// Colour options of the `scale` filter: keep the matrix and convert to limited range.
  var scaling: String {
    let range = "in_range=\(source.isFullRange ? "full" : "limited"):out_range=limited"
    let input = source.matrix == .rgb ? "" : "in_color_matrix=\(matrix.rawValue):"
    return "\(input)out_color_matrix=\(matrix.rawValue):\(range)"
  }

  /// Filters after composition; with a lookup table, those before the table.
  var after: String {
    guard !isDeep else { return "setsar=1" }
    var filters = ""
    if matrix != .bt709 {
      // All input properties are set, because `colorspace` rejects frames without them.
      filters =
        "colorspace=ispace=\(matrix == .bt601 ? "smpte170m" : "bt2020nc"):iprimaries=bt709:itrc=bt709:irange=tv"
        + ":space=bt709:primaries=bt709:trc=bt709:range=tv,"
    }
    return filters + "format=yuv420p,"
      + "setparams=range=limited:color_primaries=bt709:color_trc=bt709:colorspace=bt709,setsar=1"
  }

  /// Filters that convert RGB colours; their results fill the lookup table.
  var table: String {
    guard let transfer = source.highDynamicRange else {
      // Use the gamma of displays, as players do, and not that of cameras. Colours outside the
      // gamut of BT.709 are clipped.
      return "setparams=range=full:colorspace=gbr:color_primaries=\(source.primaries.rawValue)"
        + ":color_trc=bt709,zscale=p=bt709:t=bt709:r=full,format=gbrpf32le"
    }
    // zimg reads colour properties from the frames, so `setparams` sets them.
    return "setparams=range=full:colorspace=gbr:color_primaries=\(source.primaries.rawValue)"
      + ":color_trc=\(transfer.rawValue),zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,"
      + "tonemap=tonemap=hable:desat=0,zscale=t=bt709:r=full,format=gbrpf32le"
  }

  /// The colour matrix after scaling; RGB sources are scaled to the output's matrix, BT.709.
  var matrix: ColorDescription.Matrix { source.matrix == .rgb ? .bt709 : source.matrix }
}
