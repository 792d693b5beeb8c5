import Audience
import Foundation
import GRDB
import Testing

@testable import Library

/// Digests that save a run without new data from reading all samples.
@Suite struct VideoStoreDigestTests {
  private let subsets = ["bbb": AudienceSubset.everyone, "ccc": .everyone]

  private func videosWithStoredDigest(_ library: LibraryDatabase) throws -> Set<String> {
    try library.queue.read { try Set(String.fetchAll($0, sql: "SELECT video FROM inputDigest")) }
  }

  /// The digests of both videos.
  ///
  /// Checks that stored and new digests are equal.
  private func digests(_ library: LibraryDatabase) throws -> [String: String] {
    let digests = try library.videos.inputDigests(of: subsets)
    for (video, digest) in digests {
      #expect(try library.videos.inputDigest(of: video) == digest)
      let made = try library.queue.read {
        try VideoStore.inputDigest(of: video, in: .everyone, $0)
      }
      #expect(made == digest)
    }
    return digests
  }

  @Test func digestsAreStoredUntilTheInputOfTheirVideoChanges() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session(video: "ccc")])
    let first = try digests(library)
    #expect(try videosWithStoredDigest(library) == ["bbb", "ccc"])
    let changes: [(String, () throws -> Void)] = [
      (
        "another session",
        { _ = try library.sessions.store([session("s-2", viewer: "ben", shift: 0.1)]) }
      ),
      (
        "a changed session",
        { _ = try library.sessions.store([session("s-2", viewer: "ben", shift: 0.2)]) }
      ),
      (
        "a label",
        {
          var labelled = session()
          labelled.labels = [ViewerLabel(text: "age=child")].compactMap { $0 }
          _ = try library.sessions.store([labelled])
        }
      ),
      ("a removed session", { _ = try library.sessions.remove("s-1", of: "bbb") }),
      ("a forgotten viewer", { _ = try library.privacy.forget(["ben"]) }),
    ]
    for (name, change) in changes {
      _ = try digests(library)
      try change()
      #expect(try videosWithStoredDigest(library) == ["ccc"], "\(name)")
    }
    #expect(try digests(library)["bbb"] != first["bbb"])
    #expect(try digests(library)["ccc"] == first["ccc"])
  }

  @Test func digestOfASubsetIsNotUsedForAllViewers() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    var child = session()
    child.labels = [ViewerLabel(text: "age=child")].compactMap { $0 }
    _ = try library.sessions.store([child, session("s-2", viewer: "ben", shift: 0.1)])
    let all = try library.videos.inputDigests(of: subsets)
    let part = try #require(AudienceSubset(text: "age=child"))
    let children = try library.videos.inputDigests(of: ["bbb": part])
    #expect(children["bbb"] != all["bbb"])
    #expect(try library.videos.inputDigests(of: ["bbb": part]) == children)
    #expect(try library.videos.inputDigests(of: subsets) == all)
  }

  @Test func readingDoesNotStoreDigests() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session(video: "ccc")])
    try library.close()
    let reading = try folder.open(.reading)
    let digests = try reading.videos.inputDigests(of: subsets)
    #expect(try videosWithStoredDigest(reading).isEmpty)
    #expect(try reading.videos.inputDigest(of: "bbb") == digests["bbb"])
  }

  @Test func wholeDatabaseIsCheckedWeeklyAndAfterACrash() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(count: 100_000)])
    let began = Date(timeIntervalSince1970: 1_000_000)
    try library.checkIfOutdated(now: began)
    try library.close()
    // A page in the middle of the samples, which only the check reads.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let page = bytes.count / 4096 / 2 * 4096
    bytes.replaceSubrange(page..<page + 4096, with: repeatElement(0xFF, count: 4096))
    try folder.write([UInt8](bytes), to: folder.database)
    let day = 24.0 * 3600
    try folder.open().checkIfOutdated(now: began + day)
    #expect(throws: LibraryError.self) { try folder.open().checkIfOutdated(now: began + 8 * day) }
    // The write-ahead log shows that another program has the library open, or crashed.
    let other = try folder.open()
    try other.videos.setState(VideoState(), of: "ddd")
    #expect(throws: LibraryError.self) { try folder.open().checkIfOutdated(now: began + day) }
    withExtendedLifetime(other) {}
  }
}
