internal import Media

/// What becomes of each colour, worked out once: a lattice of 64 steps each way, between which
/// `haldclut` interpolates (tetrahedra).
///
/// The filters that it is made by take five times the table's time for each pixel. Beside them its
/// pictures differ by 0.3 ΔE (CIE 1976) on average, eight bits' rounding among it. It is of floats,
/// whose planes `haldclut` takes in the right order; those of whole numbers it does not (FFmpeg
/// 5.1, and its sources since).
enum ToneTable {
  /// Makes the table of some colours.
  ///
  /// - Parameters:
  ///   - colors: from which to which.
  ///   - frame: of the source, whose word on its brightest light counts.
  /// - Returns: a picture that `haldclut` reads.
  /// - Throws: `missingComponent` where a filter is missing.
  static func make(_ colors: ColorPlan, like frame: Frame) throws(MediaError) -> Frame {
    let identity = try FilterGraph("haldclutsrc=level=8:rate=1,format=gbrp16le,buffersink@out")
    guard let even = try identity.pull() else {
      throw MediaError(.other, operation: "render", detail: "there is no table of colours")
    }
    try even.takeLight(of: frame)
    even.stamp(0)
    let graph = try FilterGraph(even.bufferSource() + "," + colors.table + ",buffersink@out")
    let table = try graph.apply(even)
    table.stamp(0)
    return table
  }
}
