import Audience
import Foundation
import TestMaterial
import Testing

@testable import Library

@Suite struct PrivacyStoreTests {
  /// Whether a file of the folder contains these bytes.
  private func contains(_ folder: LibraryFolder, _ bytes: [UInt8]) throws -> Bool {
    try folder.files.contains { name in
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      return data.range(of: Data(bytes)) != nil
    }
  }

  @Test func dataOfAForgottenViewerIsErasedFromDisk() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    var gone = session("s-1", viewer: "anna")
    gone.samples = SampleColumns(
      (0..<3000).map { _ in
        Sample(
          time: .random(in: 0...600),
          gaze: .at(
            PicturePoint(x: .random(in: 0...1), y: 0.5), confidence: .full, movement: .unknown))
      })
    _ = try library.sessions.store([gone, session("s-2", viewer: "ben", count: 3000)])
    let folded = Array("folded from both of them".utf8)
    var audience = EncodedAudience(TimelineFolder(duration: 30, aspect: 1).folded())
    audience.rows = [folded]
    try library.audiences.store(audience, of: "bbb", key: "k")
    try library.videos.setCache(.cuts, of: "bbb", key: "k", value: Data([1]))
    let key = try #require(try LibraryKey.read(folder: folder.path))
    let blob = SampleBlob.encode(gone.samples)
    // A blob is spread over pages, so a trace may cross a boundary. Most traces do not.
    let traces = stride(from: 100, to: blob.count - 16, by: 500).map { Array(blob[$0..<$0 + 16]) }
    #expect(try traces.count { try contains(folder, $0) } > traces.count / 2)
    for trace in [folded, Array(key.viewer("anna").utf8)] { #expect(try contains(folder, trace)) }

    #expect(try library.privacy.forget(["anna"]) == ["bbb"])
    for trace in traces + [folded, Array(key.viewer("anna").utf8)] {
      #expect(try !contains(folder, trace))
    }
    #expect(try contains(folder, Array(key.viewer("ben").utf8)))
    #expect(try library.videos.all().map(\.viewers) == [1])
    #expect(try library.audiences.summary(of: "bbb", key: "k") == .none)
    #expect(try library.videos.cached(.cuts, of: "bbb", key: "k") == Data([1]))
    #expect(try library.privacy.forget(["anna"]).isEmpty)
  }

  /// macOS writes accented letters of file names as two characters.
  @Test func namesAreComparedInUnicodeNormalForm() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session("s-1", viewer: "Jose\u{301}")])
    #expect(try library.privacy.data(ofViewer: "Jos\u{E9}")?.sessions.count == 1)
    #expect(try library.privacy.forget(["Jos\u{E9}"]) == ["bbb"])
    // The viewer is erased under both spellings.
    #expect(try library.privacy.isErased(viewerName: "Jose\u{301}"))
  }

  @Test func spacesAroundANameAreIgnored() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session("s-1", viewer: "amy")])
    #expect(try library.privacy.forget(["  amy \t"]) == ["bbb"])
    // A name that another program stored with spaces is found too.
    let spaced = session("s-2", viewer: " amy ")
    _ = try library.sessions.store([spaced], readmits: true) { _, take in try take(spaced.samples) }
    #expect(try library.privacy.forget([" amy "]) == ["bbb"])
    // Keeps the folder until the end of the test.
    #expect(!folder.files.isEmpty)
  }

  @Test func namesAreNotStored() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session("session-of-annabel", viewer: "annabel-lee")])
    #expect(try !contains(folder, Array("annabel".utf8)))
  }

  @Test func sessionsAreRemovedByIDOrLabel() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session("a"), session("b", shift: 0.1)])
    #expect(try library.sessions.remove("a", of: "bbb"))
    #expect(try !library.sessions.remove("a", of: "bbb"))
    let label = try #require(try library.sessions.all(of: "bbb").first?.label)
    #expect(try library.sessions.remove(label, of: "bbb"))
    #expect(try library.videos.all().isEmpty)
  }

  @Test func removingAVideoDeletesItsInputAndState() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session(video: "other")])
    try library.videos.setState(VideoState(fingerprint: "f"), of: "bbb")
    #expect(try library.videos.remove("bbb"))
    #expect(try !library.videos.remove("bbb"))
    #expect(try library.videos.all().map(\.id) == ["other"])
    #expect(try library.videos.state(of: "bbb") == VideoState())
  }
}
