import Foundation
import Library
import LibraryFixture
import Testing

@testable import Workspace

/// How a changed source is described.
@Suite struct SourceChangeTests {
  private let seen = KnownSource(path: "videos/walk.mp4", mark: "m", duration: 40)

  @Test func changeIsFoundByPathAndContent() {
    #expect(SourceChange(from: seen, path: "videos/walk.mp4", mark: "m") == nil)
    #expect(
      SourceChange(from: seen, path: "videos/new/walk.mp4", mark: "m")
        == .moved(from: "videos/walk.mp4", to: "videos/new/walk.mp4"))
    #expect(
      SourceChange(from: seen, path: "videos/walk.mp4", mark: "n") == .replaced(before: 40))
  }

  @Test func shorterSourceIsReported() {
    let change = SourceChange.replaced(before: 40)
    #expect(change.sentence(duration: 32).contains("a shorter one (0:40.0 before, 0:32.0 now)"))
    #expect(change.sentence(duration: 50).contains("by another"))
    #expect(change.sentence(duration: nil) == "its source was replaced")
  }

  /// Finding the duration starts a process.
  @Test func durationOfAMovedSourceIsNotRead() {
    func readDuration() -> Double? {
      Issue.record("the duration was read")
      return nil
    }
    let moved = SourceChange.moved(from: "a.mp4", to: "b.mp4")
    #expect(moved.sentence(duration: readDuration()).contains("moved from 'a.mp4'"))
    #expect(
      SourceChange.replaced(before: 0).sentence(duration: readDuration()).contains("replaced"))
  }

  @Test func movingTheLibraryMovesNoSource() throws {
    let folder = try OwnedFolder()
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    try folder.write("videos/walk.mp4", "any bytes")
    let due = DueVideos(library: folder.library, database: folder.database)
    #expect(try due.standing(of: "walk").currentSource?.path == "videos/walk.mp4")
    let now = try #require(try due.standing(of: "walk").currentSource)
    try folder.database.videos.setSources(["walk": now])
    #expect(try due.standing(of: "walk").source == nil)
    try folder.write("videos/walk.mp4", "other bytes")
    #expect(try due.standing(of: "walk").source == .replaced(before: 0))
  }

  /// A renamed source is found until it is deleted.
  private func expectRenamed(
    _ old: String, _ new: String, in folder: OwnedFolder, _ due: () throws -> DueVideos
  ) throws {
    try FileManager.default.moveItem(
      atPath: folder.path + "/" + old, toPath: folder.path + "/" + new)
    #expect(try due().standing(of: "walk").source == .renamed(from: old, to: new))
    try FileManager.default.removeItem(atPath: folder.path + "/" + new)
    #expect(try due().standing(of: "walk").source == nil)
  }

  /// The new name need not be a valid ID.
  ///
  /// Another file of the same size is not the source.
  @Test(arguments: ["walk-final.mp4", "walk, final.mp4"])
  func renamedSourceIsFoundByItsContent(name: String) throws {
    let folder = try OwnedFolder()
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    try folder.write("videos/walk.mp4", "any bytes")
    try folder.write("videos/alike.mp4", "others 4u")
    let due = { DueVideos(library: folder.library, database: folder.database) }
    let now = try #require(try due().standing(of: "walk").currentSource)
    try folder.database.videos.setSources(["walk": now])
    let (old, new) = ("videos/walk.mp4", "videos/" + name)
    try expectRenamed(old, new, in: folder, due)
  }

  /// The same for a source that `gazecut.yaml` names.
  ///
  /// A copy that is the source of another video is not used.
  @Test func renamedConfiguredSourceIsFoundByItsContent() throws {
    let folder = try OwnedFolder()
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    try folder.write("gazecut.yaml", "videos: {walk: {source: videos/walk-final.mp4}}")
    try folder.write("videos/walk-final.mp4", "any bytes")
    try folder.write("videos/alike.mp4", "any bytes")
    let due = {
      DueVideos(
        library: try LibraryFolder.find(
          configuration: folder.path, environment: [:], directory: folder.path,
          readers: folder.library.readers),
        database: folder.database)
    }
    let now = try #require(try due().standing(of: "walk").currentSource)
    try folder.database.videos.setSources(["walk": now])
    try folder.database.videos.setSources([
      "alike": KnownSource(path: "videos/alike.mp4", mark: now.mark, duration: 0)
    ])
    let (old, new) = ("videos/walk-final.mp4", "videos/walk-last.mp4")
    try expectRenamed(old, new, in: folder, due)
  }

  @Test func unchangedSourceIsNotReadAgain() throws {
    let folder = try OwnedFolder()
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    try folder.write("videos/walk.mp4", "any bytes")
    let path = folder.library.path + "/videos/walk.mp4"
    let stamp = try #require(FileStamp(of: path)).text
    // This mark is not a real digest, so it shows that the file was not read.
    try folder.database.videos.setSources([
      "walk": KnownSource(path: "videos/walk.mp4", mark: "kept", duration: 4, stamp: stamp)
    ])
    let due = DueVideos(library: folder.library, database: folder.database)
    #expect(try due.standing(of: "walk").currentSource?.mark == "kept")
    #expect(try due.videoStatuses().map(\.currentSource?.mark) == ["kept"])
    try folder.write("videos/walk.mp4", "others 4u")
    #expect(try due.standing(of: "walk").source == .replaced(before: 4))
  }

  @Test func timestampOfARecentFileIsNotTrusted() throws {
    let folder = try OwnedFolder()
    try folder.write("videos/walk.mp4", "any bytes")
    let path = folder.library.path + "/videos/walk.mp4"
    let now = time(nil)
    #expect(try #require(FileStamp(of: path, now: now)).isSettled == false)
    #expect(try #require(FileStamp(of: path, now: now + 10)).isSettled)
    #expect(FileStamp(of: path + ".gone") == nil)
  }

  /// A source that was replaced during a run is processed again, even if the old one returns.
  @Test func sourceReplacedDuringARunLeavesItsVideoOutdated() {
    let status = DueVideos.ProcessingStatus(
      video: "walk", state: VideoState(), fingerprint: "1 a 10-b-c d", hasAudience: true,
      isDue: true, missing: [],
      currentSource: KnownSource(path: "videos/walk.mp4", mark: "10-b-c", duration: 0))
    #expect(status.fingerprint(workedOn: "10-b-c") == status.fingerprint)
    #expect(status.fingerprint(workedOn: nil) == status.fingerprint)
    #expect(status.fingerprint(workedOn: "12-e-f") != status.fingerprint)
  }
}
