import Foundation
import MediaFixture
import Testing

@testable import Media

/// Encoding is deterministic.
@Suite struct EncoderMemoryTests {
  /// Runs in its own process, in which malloc fills memory with different bytes.
  @Test func uninitializedMemoryDoesNotChangeTheOutput() async {
    await #expect(processExitsWith: .success) {
      let fixture = try Fixture()
      func encoded(_ name: String) throws -> Data {
        let path = try fixture.make(
          name, pictures: "mandelbrot=size=320x180:rate=25", options: [.init("preset", "medium")])
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      let first = try encoded("first.mp4")
      for byte: Int32 in [85, 170] {
        try EncoderMemoryTests.fillAllocations(byte)
        let again = try encoded("\(byte).mp4")
        try #require(again == first)
      }
    }
  }

  /// Makes glibc fill new allocations with `byte` by mallopt(M_PERTURB).
  ///
  /// Swift's module Glibc does not contain <malloc.h>.
  fileprivate static func fillAllocations(_ byte: Int32) throws {
    typealias Call = @convention(c) (Int32, Int32) -> Int32
    let symbol = try #require(unsafe dlsym(nil, "mallopt"))
    let mallopt = unsafe unsafeBitCast(symbol, to: Call.self)
    try #require(mallopt(-6, byte) == 1)
  }
}
