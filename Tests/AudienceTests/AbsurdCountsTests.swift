import Testing

@testable import Audience

/// Bytes whose digest is right and whose counts cannot be: refused, and no memory is asked for.
@Suite struct AbsurdCountsTests {
  private static let absurd = [513, 1_000_001, 1 << 40, Int.max]

  private func sealed(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.sealed()
  }

  @Test(arguments: absurd) func rowsOfAHalfSecond(count: Int) {
    let bytes = sealed {
      $0.write(count: 1)
      $0.write(count: count)
    }
    #expect(AudienceRow.decoded(bytes) == nil)
    #expect(AudienceRow.decoded(sealed { $0.write(count: count) }) == nil)
  }

  @Test(arguments: absurd) func facesOfAHalfSecond(count: Int) {
    let bytes = sealed {
      $0.write(count: 1)
      $0.write(UInt8(0))
      for number in [5, 5, count] { $0.write(count: number) }
    }
    #expect(BinSummary.decoded(bytes) == nil)
    #expect(BinSummary.decoded(sealed { $0.write(count: count) }) == nil)
  }

  @Test(arguments: absurd) func halfSecondsOfAViewer(count: Int) {
    let bytes = sealed {
      $0.write(UInt8(1))
      $0.write(count: count)
    }
    #expect(FoldedViewer(encoded: bytes) == nil)
  }

  @Test(arguments: absurd) func viewersAndSettingsOfAHead(count: Int) throws {
    var whole = TimelineSummary(duration: 60)
    whole.viewers = 3
    let head = whole.encodedHead()
    #expect(TimelineSummary(head: head, figures: []) != nil)
    let bytes = sealed {
      $0.write(UInt32(0x3153_5A47))
      $0.write(60.0)
      $0.write(16.0 / 9)
      $0.write(count: count)
    }
    #expect(TimelineSummary(head: bytes, figures: []) == nil)
    // Runs that are longer than their column.
    var reader = try #require(
      ByteReader(
        sealed: sealed {
          $0.write(UInt8(2))
          $0.write(count: count)
          $0.write(UInt8(7))
        }))
    #expect(reader.column(UInt8.self, count: 100) == nil)
  }
}
