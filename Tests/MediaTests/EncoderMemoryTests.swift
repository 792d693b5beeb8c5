import Foundation
import MediaFixture
import Testing

@testable import Media

/// The bytes of a clip rest on its pictures alone, whatever lay in memory before.
@Suite struct EncoderMemoryTests {
  /// In a process of its own, in which all memory that is not asked for as zeros holds `byte`s.
  @Test func whatLayInMemoryIsNotEncoded() async {
    await #expect(processExitsWith: .success) {
      let fixture = try Fixture()
      func encoded(_ name: String) throws -> Data {
        let path = try fixture.make(
          name, pictures: "mandelbrot=size=320x180:rate=25", options: [.init("preset", "medium")])
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      let first = try encoded("first.mp4")
      for byte: Int32 in [85, 170] {
        try EncoderMemoryTests.fill(byte)
        let again = try encoded("\(byte).mp4")
        try #require(again == first)
      }
    }
  }

  /// Has glibc fill its memory with a byte from now on: mallopt(M_PERTURB), of <malloc.h>, which
  /// Swift's module of glibc leaves out.
  fileprivate static func fill(_ byte: Int32) throws {
    typealias Call = @convention(c) (Int32, Int32) -> Int32
    let symbol = try #require(unsafe dlsym(nil, "mallopt"))
    let mallopt = unsafe unsafeBitCast(symbol, to: Call.self)
    try #require(mallopt(-6, byte) == 1)
  }
}
