internal import Media

/// The filters that bring a source's colours to the output's.
///
/// Of 8-bit pictures in BT.709's primaries scaling keeps the matrix and settles the range, and
/// `colorspace` changes the matrix after it. All others go through a table (`ToneTable`), whose
/// colours are the output's.
struct ColorPlan: Hashable, Sendable {
  /// What pictures are made for.
  enum Target: Hashable, Sendable {
    /// BT.709, limited range.
    case video
    /// BT.601, full range, as JFIF has it.
    case jpeg
  }

  let source: ColorDescription
  let target: Target

  /// Filters that not every build of FFmpeg has.
  var needs: [String] {
    guard source.highDynamicRange == nil else { return ["zscale", "tonemap"] }
    return source.primaries == .bt709 ? [] : ["zscale"]
  }

  /// Whether colours go through a table; pictures have ten bits or more until they are through.
  ///
  /// In eight, half a step moves a colour at the edge of BT.709's gamut by up to sixteen steps.
  var isDeep: Bool { source.highDynamicRange != nil || source.primaries != .bt709 }

  /// Pixel format to scale to, from the source's colours or from those of the table.
  func format(isToned: Bool) -> String {
    guard isToned else { return isDeep ? "yuv420p10le" : "yuv420p" }
    return target == .video ? "yuv420p" : "yuvj420p"
  }

  /// What a `scale` does with colours: those of the source keep their matrix, and their range is
  /// settled; toned ones become the output's.
  func scaling(isToned: Bool) -> String {
    if isToned { return toned }
    let range = "in_range=\(source.isFullRange ? "full" : "limited"):out_range=limited"
    let input = source.matrix == .rgb ? "" : "in_color_matrix=\(matrix.rawValue):"
    return "\(input)out_color_matrix=\(matrix.rawValue):\(range)"
  }

  /// Filters that bring pictures through the table that is pushed into the graph's source `name`;
  /// settled ones have the limited range already.
  func tone(by name: String, isSettled: Bool) -> String {
    let range = source.isFullRange && !isSettled ? "full" : "limited"
    let input =
      source.matrix == .rgb && !isSettled
      ? "" : ":in_color_matrix=\(matrix.rawValue):in_range=\(range)"
    return "scale=flags=bicubic\(input),format=gbrpf32le[\(name)v];"
      + "[\(name)v][\(name)]haldclut=clut=first:interp=tetrahedral"
  }

  /// What a `scale` that reads toned pictures does with colours.
  private var toned: String {
    target == .video
      ? "out_color_matrix=bt709:out_range=limited" : "out_color_matrix=bt601:out_range=full"
  }

  /// Filters after a composed picture, to the end; a toned one went through a table.
  func after(isToned: Bool) -> String {
    var filters: [String] = []
    if !isToned, matrix != targetMatrix {
      // Told everything, for it refuses frames that say nothing of themselves.
      filters.append(
        "colorspace=ispace=\(Self.space(matrix)):iprimaries=bt709:itrc=bt709:irange=tv"
          + ":space=\(Self.space(targetMatrix)):primaries=bt709:trc=bt709:range=tv")
    }
    switch target {
    case .video:
      filters.append("format=yuv420p")
      filters.append(
        "setparams=range=limited:color_primaries=bt709:color_trc=bt709:colorspace=bt709")
    case .jpeg:
      if !isToned {
        filters.append(
          "scale=in_range=limited:out_range=full:in_color_matrix=bt601:out_color_matrix=bt601")
      }
      filters.append("format=yuvj420p")
    }
    filters.append("setsar=1")
    return filters.joined(separator: ",")
  }

  /// Filters that make of an identity, in RGB, the table of what becomes of each colour.
  var table: String {
    guard let transfer = source.highDynamicRange else {
      // By the display's gamma, as players do, not the camera's; what a wider gamut holds beyond
      // BT.709's is cut off.
      return "setparams=range=full:colorspace=gbr:color_primaries=\(source.primaries.rawValue)"
        + ":color_trc=bt709,zscale=p=bt709:t=bt709:r=full,format=gbrpf32le"
    }
    // zimg goes by what frames say of themselves.
    return "setparams=range=full:colorspace=gbr:color_primaries=bt2020"
      + ":color_trc=\(transfer.rawValue),zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,"
      + "tonemap=tonemap=hable:desat=0,zscale=t=bt709:r=full,format=gbrpf32le"
  }

  private var targetMatrix: ColorDescription.Matrix { target == .video ? .bt709 : .bt601 }

  /// The matrix of pictures until it is changed; RGB is scaled to the target's.
  private var matrix: ColorDescription.Matrix {
    source.matrix == .rgb ? targetMatrix : source.matrix
  }

  /// The matrix in the words of `colorspace`.
  private static func space(_ matrix: ColorDescription.Matrix) -> String {
    switch matrix {
    case .bt601: "smpte170m"
    case .bt709, .rgb: "bt709"
    case .bt2020: "bt2020nc"
    }
  }
}
