import Foundation
import Media
import MediaFixture
import Testing

@Suite struct AtomicFileTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted()
  }

  @Test func writingTwiceReplacesTheFile() throws {
    let path = fixture.folder + "/a.json"
    try AtomicFile.write(Array("one".utf8), to: path)
    try AtomicFile.write(Array("two".utf8), to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
    #expect(try names() == ["a.json"])
  }

  @Test func failedWriteKeepsTheOldFile() throws {
    let path = fixture.folder + "/a.mp4"
    try AtomicFile.write([1], to: path)
    let error = #expect(throws: MediaError.self) {
      try AtomicFile.replace(path) { temporary throws(MediaError) in
        #expect(temporary.hasPrefix(fixture.folder + "/.tmp-") && temporary.hasSuffix(".mp4"))
        try AtomicFile.write([2], to: temporary)
        throw MediaError(.outOfSpace, operation: "write")
      }
    }
    #expect(error?.kind == .outOfSpace)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1]))
    #expect(try names() == ["a.mp4"])
  }

  @Test func missingFolderIsNotFound() {
    let error = #expect(throws: MediaError.self) {
      try AtomicFile.write([1], to: fixture.folder + "/none/a")
    }
    #expect(error?.kind == .notFound)
  }
}
