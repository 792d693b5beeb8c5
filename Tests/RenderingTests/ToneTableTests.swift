import Foundation
@testable import Media
import MediaFixture
@testable import Rendering
import Testing

/// Compares the colour lookup table with the filters that it replaces.
@Suite struct ToneTableTests {
  static let colors = [
    ColorDescription(
      matrix: .bt2020, primaries: .bt2020, isFullRange: false, highDynamicRange: .pq,
      isInterlaced: false),
    ColorDescription(
      matrix: .bt2020, primaries: .bt2020, isFullRange: false, highDynamicRange: .hlg,
      isInterlaced: false),
    ColorDescription(
      matrix: .bt2020, primaries: .bt2020, isFullRange: false, isInterlaced: false),
    ColorDescription(
      matrix: .bt709, primaries: .displayP3, isFullRange: false, isInterlaced: false),
  ]

  /// Converts 4,096 colours to 8-bit BT.709 by the table and by the filters.
  ///
  /// A difference of 2.3 ΔE (CIE 1976) is just noticeable, and rounding to 8 bits is about 0.5 ΔE.
  /// Each colour is 16 pixels wide and high because chroma has half the resolution.
  @Test(arguments: colors, [false, true])
  func toneTableMatchesTheFilters(source: ColorDescription, isFull: Bool) throws {
    var source = source
    source.isFullRange = isFull
    let plan = ColorPlan(source: source)
    let lattice = try FilterGraph(
      "haldclutsrc=level=4:rate=1,format=gbrp16le,scale=iw*16:ih*16:flags=neighbor,buffersink@out")
    let all = try #require(try lattice.pull())
    all.stamp(0)
    let (matrix, range) = (source.matrix.rawValue, isFull ? "full" : "limited")
    let coded = try FilterGraph(
      all.bufferSource() + ",scale=out_color_matrix=\(matrix):out_range=\(range)"
        + ":flags=accurate_rnd,format=yuv420p10le,buffersink@out"
    ).apply(all)
    func shown(_ frame: Frame, _ filters: String = "") throws -> Frame {
      try FilterGraph(
        frame.bufferSource() + filters
          + ",scale=in_color_matrix=bt709:in_range=limited:flags=accurate_rnd,format=gbrp"
          + ",buffersink@out"
      ).apply(frame)
    }
    let direct = try shown(
      coded,
      ",scale=in_color_matrix=\(matrix):in_range=\(range):flags=accurate_rnd,format=gbrpf32le,"
        + plan.table + ",scale=out_color_matrix=bt709:out_range=limited:flags=accurate_rnd"
        + ",format=yuv420p")
    let table = try ToneMappingTable.make(plan, isSettled: false, like: all)
    let made = try table.applied(
      to: coded, in: .init(columns: 0..<coded.width, rows: 0..<coded.height))
    made.stamp(0)
    let toned = try shown(made)
    var differences: [Double] = []
    for y in stride(from: 7, to: all.height, by: 16) {
      for x in stride(from: 7, to: all.width, by: 16) {
        differences.append(Self.difference(Self.lab(direct, x, y), Self.lab(toned, x, y)))
      }
    }
    differences.sort()
    let mean = differences.reduce(0, +) / Double(differences.count)
    let most = differences[differences.count * 95 / 100]
    #expect(mean < 1, "\(source): \(mean)")
    #expect(most < 2.3, "\(source): \(most)")
  }

  /// CIE 1976 L*a*b* of an RGB pixel on a display with gamma 2.2.
  private static func lab(_ frame: Frame, _ x: Int, _ y: Int) -> [Double] {
    let light = [2, 0, 1].map { plane in
      pow(Double(frame.sample(plane: plane, x: x, y: y)) / 255, 2.2)
    }
    let rows = [
      [0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505],
    ]
    let f = zip(rows, [0.9505, 1, 1.089]).map { row, white in
      let share = zip(row, light).map(*).reduce(0, +) / white
      return share > 0.008856 ? cbrt(share) : 7.787 * share + 16.0 / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  private static func difference(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }
}
