internal import Media

/// What brings a source's colours to the output's: BT.709, limited range.
///
/// Of 8-bit pictures in BT.709's primaries scaling keeps the matrix and settles the range, and
/// `colorspace` changes the matrix after it. All others go through a table (`ToneTable`).
struct ColorPlan: Hashable, Sendable {
  let source: ColorDescription

  /// Filters that not every build of FFmpeg has.
  var needs: [String] {
    guard source.highDynamicRange == nil else { return ["zscale", "tonemap"] }
    return source.primaries == .bt709 ? [] : ["zscale"]
  }

  /// Whether colours go through a table; pictures have ten bits or more until they are through.
  ///
  /// In eight, half a step moves a colour at the edge of BT.709's gamut by up to sixteen steps.
  var isDeep: Bool { source.highDynamicRange != nil || source.primaries != .bt709 }

  /// Pixel format to scale to.
  var format: String { isDeep ? "yuv420p10le" : "yuv420p" }

  /// What a `scale` does with colours: they keep their matrix, and their range is settled.
  var scaling: String {
    let range = "in_range=\(source.isFullRange ? "full" : "limited"):out_range=limited"
    let input = source.matrix == .rgb ? "" : "in_color_matrix=\(matrix.rawValue):"
    return "\(input)out_color_matrix=\(matrix.rawValue):\(range)"
  }

  /// Filters after a composed picture, to the end, or to the table.
  var after: String {
    guard !isDeep else { return "setsar=1" }
    var filters = ""
    if matrix != .bt709 {
      // Told everything, for it refuses frames that say nothing of themselves.
      filters =
        "colorspace=ispace=\(matrix == .bt601 ? "smpte170m" : "bt2020nc"):iprimaries=bt709:itrc=bt709:irange=tv"
        + ":space=bt709:primaries=bt709:trc=bt709:range=tv,"
    }
    return filters + "format=yuv420p,"
      + "setparams=range=limited:color_primaries=bt709:color_trc=bt709:colorspace=bt709,setsar=1"
  }

  /// Filters that make of colours in RGB what becomes of each.
  var table: String {
    guard let transfer = source.highDynamicRange else {
      // By the display's gamma, as players do, not the camera's; what a wider gamut holds beyond
      // BT.709's is cut off.
      return "setparams=range=full:colorspace=gbr:color_primaries=\(source.primaries.rawValue)"
        + ":color_trc=bt709,zscale=p=bt709:t=bt709:r=full,format=gbrpf32le"
    }
    // zimg goes by what frames say of themselves.
    return "setparams=range=full:colorspace=gbr:color_primaries=\(source.primaries.rawValue)"
      + ":color_trc=\(transfer.rawValue),zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,"
      + "tonemap=tonemap=hable:desat=0,zscale=t=bt709:r=full,format=gbrpf32le"
  }

  /// The matrix of pictures until it is changed; RGB is scaled to the output's.
  var matrix: ColorDescription.Matrix { source.matrix == .rgb ? .bt709 : source.matrix }
}
