import Glibc
import MediaFixture
import Testing

@testable import Media

@Suite struct ReadingFaultTests {
  /// libav's demuxers report a failing disk as the end of the file.
  @Test func diskErrorIsNotTakenForTheEndOfTheFile() throws {
    let fixture = try Fixture()
    let file = try InputFile(path: try fixture.make("a.mp4"))
    let packet = try Packet()
    #expect(try file.read(into: packet))
    file.fault = -EIO
    let error = #expect(throws: MediaError.self) {
      while try file.read(into: packet) {}
    }
    #expect(error?.kind == .inputOutput && error?.operation == "read")
  }
}
