import Foundation
import MediaFixture
import Testing

@testable import Media

/// The bytes of a clip rest on its pictures alone, whatever was encoded in the process before.
@Suite struct EncoderMemoryTests {
  /// In a process of its own, as files are made: in this one lies what other tests left.
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
        EncoderMemoryTests.leave(byte)
        let again = try encoded("\(byte).mp4")
        try #require(again == first)
      }
    }
  }

  /// Leaves memory behind in which every byte is `byte`, where glibc gives none back.
  fileprivate static func leave(_ byte: Int32) {
    // A block that is freed raises the size up to which glibc takes blocks from its heap.
    unsafe free(malloc(30 << 20))
    let blocks = unsafe (0..<24).map { _ in unsafe malloc(1 << 20) }
    // What is at the end of the heap keeps the rest in it.
    let last = unsafe malloc(1 << 10)
    unsafe blocks.forEach { block in
      if let block = unsafe block { unsafe memset(block, byte, 1 << 20) }
      unsafe free(block)
    }
    unsafe free(last)
  }
}
