import MediaFixture
import Testing

@testable import Media

/// Application of a colour lookup table to frames.
@Suite struct ColorTableTests {
  private let identity: ColorLookupTable = {
    let points = ColorLookupTable.points
    return ColorLookupTable(
      (0..<points * points * points).map { index in
        let codes = [index % points, index / points / points, index / points % points]
        let eight = codes.map { Float($0 * 16) / 4 }
        return (luma: eight[0], blue: eight[1], red: eight[2])
      })
  }()

  private func pictures(_ size: String) throws -> (eight: Frame, ten: Frame) {
    let graph = try FilterGraph("testsrc2=size=\(size):rate=1,format=yuv420p,buffersink@out")
    let eight = try #require(try graph.pull())
    eight.stamp(0)
    let ten = try FilterGraph(eight.bufferSource() + ",format=yuv420p10le,buffersink@out")
      .apply(eight)
    return (eight, ten)
  }

  @Test(arguments: ["64x36", "33x19", "5x3"])
  func identityTableKeepsEverySample(size: String) throws {
    let (eight, ten) = try pictures(size)
    let made = try identity.applied(
      to: ten, in: .init(columns: 0..<ten.width, rows: 0..<ten.height))
    #expect(made.isYUV420 && made.colors.matrix == .bt709 && !made.colors.isFullRange)
    for plane in 0..<3 {
      for y in 0..<eight.height {
        for x in 0..<eight.width {
          #expect(
            made.sample(plane: plane, x: x, y: y) == eight.sample(plane: plane, x: x, y: y),
            "plane \(plane) at \(x), \(y)")
        }
      }
    }
  }

  @Test func resultsOfOneTableDoNotShareMemory() throws {
    let (_, ten) = try pictures("64x36")
    let black = ColorLookupTable(
      Array(repeating: (luma: 16, blue: 128, red: 128), count: 65 * 65 * 65))
    let area = ColorLookupTable.Area(columns: 0..<64, rows: 0..<36)
    let (one, other) = (
      try black.applied(to: ten, in: area), try black.applied(to: ten, in: area)
    )
    try one.paint { planes in planes.mix(200, opacity: 256, plane: 0, columns: 0..<64, row: 3) }
    #expect(one.sample(plane: 0, x: 9, y: 3) == 200)
    #expect(other.sample(plane: 0, x: 9, y: 3) == 16)
  }

  @Test func framesOfEightBitsAreRejected() throws {
    let (eight, ten) = try pictures("64x36")
    #expect(ColorLookupTable.accepts(ten) && !ColorLookupTable.accepts(eight))
    #expect(throws: MediaError.self) {
      try identity.applied(to: eight, in: .init(columns: 0..<2, rows: 0..<2))
    }
  }
}
