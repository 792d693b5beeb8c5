import Testing

@testable import Audience

/// Bytes with a correct checksum and impossible counts are rejected before memory is allocated.
@Suite struct AbsurdCountsTests {
  private static let absurd = [513, 1_000_001, 1 << 40, Int.max]

  private func withChecksum(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.withChecksum()
  }

  @Test(arguments: absurd) func rowCountOfATimeBinIsLimited(count: Int) {
    let bytes = withChecksum {
      $0.write(count: 1)
      $0.write(count: count)
    }
    #expect(GazeRow.decoded(bytes) == nil)
    #expect(GazeRow.decoded(withChecksum { $0.write(count: count) }) == nil)
  }

  @Test(arguments: absurd) func clusterCountOfATimeBinIsLimited(count: Int) {
    let bytes = withChecksum {
      $0.write(count: 1)
      // Four numbers of viewers, four sums, seven emotions of four bytes, then the clusters.
      for number in [5, 5, 5, 5] { $0.write(count: number) }
      for sum in [0.5, 1, 2, 1] { $0.write(sum) }
      for _ in 0..<7 { $0.write(UInt32(0)) }
      $0.write(count: count)
    }
    #expect(BinSummary.decoded(bytes) == nil)
    #expect(BinSummary.decoded(withChecksum { $0.write(count: count) }) == nil)
  }

  /// More faces than viewers, or sums that are not finite.
  @Test func impossibleFiguresAreRejected() {
    func bin(_ withFace: Int, _ reacting: Double) -> [UInt8] {
      withChecksum {
        $0.write(count: 1)
        for number in [5, 5, withFace, 3] { $0.write(count: number) }
        for sum in [0.5, reacting, 2, 1] { $0.write(sum) }
        for _ in 0..<7 { $0.write(UInt32(0)) }
        $0.write(count: 0)
      }
    }
    #expect(BinSummary.decoded(bin(5, 1))?.first?.reacting == 1)
    #expect(BinSummary.decoded(bin(6, 1)) == nil)
    for sum in [Double.nan, .infinity] { #expect(BinSummary.decoded(bin(5, sum)) == nil) }
  }

  @Test(arguments: absurd) func binCountOfAViewerIsLimited(count: Int) {
    let bytes = withChecksum {
      $0.write(UInt8(2))
      $0.write(count: count)
    }
    #expect(ViewerAggregate(encoded: bytes) == nil)
  }

  @Test(arguments: absurd) func countsInASummaryHeaderAreLimited(count: Int) throws {
    var whole = TimelineSummary(duration: 60)
    whole.viewers = 3
    let head = whole.encodedHead()
    #expect(TimelineSummary(head: head, figures: []) != nil)
    let bytes = withChecksum {
      $0.write(UInt32(0x3353_5A47))
      $0.write(60.0)
      $0.write(16.0 / 9)
      $0.write(count: count)
    }
    #expect(TimelineSummary(head: bytes, figures: []) == nil)
    // Runs that are longer than their column.
    var reader = try #require(
      ByteReader(
        withChecksum: withChecksum {
          $0.write(UInt8(2))
          $0.write(count: count)
          $0.write(UInt8(7))
        }))
    #expect(reader.column(UInt8.self, count: 100) == nil)
  }
}
