import Testing

@testable import Rendering

@Suite struct DotFontTests {
  @Test func everySignHasAShapeOfItsOwnInFiveBySevenDots() {
    let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;%()+-/#=<>!?"
    var seen: Set<[UInt8]> = [DotFont.rows(of: "\u{1F600}")]
    for sign in signs {
      let rows = DotFont.rows(of: sign)
      #expect(rows.count == 7 && rows.allSatisfy { $0 < 32 }, "\(sign)")
      #expect(seen.insert(rows).inserted, "\(sign) looks like another, or like an unknown sign")
    }
    #expect(DotFont.rows(of: " ").isEmpty)
    #expect(DotFont.rows(of: "L") == [16, 16, 16, 16, 16, 16, 31])
  }
}
