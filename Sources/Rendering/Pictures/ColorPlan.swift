internal import Media

/// The filters that bring a source's colours to the output's.
///
/// Scaling keeps the matrix and settles the range; after it, 8-bit pictures change their matrix by
/// `colormatrix`; those of a wider gamut are converted, and those of high dynamic range toned down,
/// by zimg.
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

  /// Filters that `after` needs and that not every build of FFmpeg has.
  var needs: [String] {
    guard source.highDynamicRange == nil else { return ["zscale", "tonemap"] }
    return source.primaries == .bt709 ? [] : ["zscale"]
  }

  /// Whether pictures have ten bits until their light is the output's.
  ///
  /// In eight, half a step moves a colour at the edge of BT.709's gamut by up to sixteen steps.
  var isDeep: Bool { source.highDynamicRange != nil || source.primaries != .bt709 }

  /// Options of every `scale` that reads the source.
  var scaleOptions: String {
    let range = "in_range=\(source.isFullRange ? "full" : "limited"):out_range=limited"
    let matrix = source.matrix == .rgb ? targetMatrix : Self.name(source.matrix)
    let input = source.matrix == .rgb ? "" : "in_color_matrix=\(matrix):"
    return "flags=bicubic+accurate_rnd:\(input)out_color_matrix=\(matrix):\(range)"
  }

  /// Pixel format to scale to; where a crop moves, full chroma keeps its colours from trembling.
  func format(isMoving: Bool) -> String {
    (isMoving ? "yuv444p" : "yuv420p") + (isDeep ? "10le" : "")
  }

  /// Filters for the composed picture, to the end.
  var after: String {
    var filters: [String]
    var matrix = source.matrix == .rgb ? targetMatrix : Self.name(source.matrix)
    if let transfer = source.highDynamicRange {
      filters = [
        "format=yuv420p10le",
        // zimg goes by what frames say of themselves; files often say only half of it.
        "setparams=range=limited:colorspace=bt2020nc:color_primaries=bt2020"
          + ":color_trc=\(transfer.rawValue)",
        "zscale=t=linear:npl=100",
        "format=gbrpf32le", "zscale=p=bt709", "tonemap=tonemap=hable:desat=0",
        "zscale=t=bt709:m=bt709:r=limited",
      ]
      matrix = "bt709"
    } else if source.primaries != .bt709 {
      // By the display's gamma, as players do, not the camera's; what a wider gamut holds beyond
      // BT.709's is cut off.
      filters = [
        "format=yuv420p10le",
        "setparams=range=limited:colorspace=\(space(source.matrix))"
          + ":color_primaries=\(source.primaries.rawValue):color_trc=bt709",
        "zscale=p=bt709:t=bt709:m=\(target == .video ? "709" : "170m"):r=limited",
      ]
      matrix = targetMatrix
    } else {
      filters = []
    }
    filters.append("format=yuv420p")
    if matrix != targetMatrix {
      filters.append("colormatrix=src=\(matrix):dst=\(targetMatrix)")
    }
    switch target {
    case .video:
      filters.append(
        "setparams=range=limited:color_primaries=bt709:color_trc=bt709:colorspace=bt709")
    case .jpeg:
      filters.append(
        "scale=in_range=limited:out_range=full:in_color_matrix=bt601:out_color_matrix=bt601")
      filters.append("format=yuvj420p")
    }
    filters.append("setsar=1")
    return filters.joined(separator: ",")
  }

  private var targetMatrix: String { target == .video ? "bt709" : "bt601" }

  /// The matrix in the words of `setparams`; RGB was scaled to the target's.
  private func space(_ matrix: ColorDescription.Matrix) -> String {
    switch matrix {
    case .bt601: "smpte170m"
    case .bt709: "bt709"
    case .bt2020: "bt2020nc"
    case .rgb: target == .video ? "bt709" : "smpte170m"
    }
  }

  private static func name(_ matrix: ColorDescription.Matrix) -> String {
    switch matrix {
    case .bt601: "bt601"
    case .bt709, .rgb: "bt709"
    case .bt2020: "bt2020"
    }
  }
}
