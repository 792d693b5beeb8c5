import Foundation
import Library
import LibraryFixture
import Testing

@testable import Workspace

/// What is said of a source that is not what the last night saw.
@Suite struct SourceChangeTests {
  private let seen = KnownSource(path: "videos/walk.mp4", mark: "m", duration: 40)

  @Test func thePathAndTheContentTell() {
    #expect(SourceChange(from: seen, path: "videos/walk.mp4", mark: "m") == nil)
    #expect(
      SourceChange(from: seen, path: "videos/new/walk.mp4", mark: "m")
        == .moved(from: "videos/walk.mp4", to: "videos/new/walk.mp4"))
    #expect(
      SourceChange(from: seen, path: "videos/walk.mp4", mark: "n") == .replaced(before: 40))
  }

  @Test func aShorterOneIsSaidSo() {
    let change = SourceChange.replaced(before: 40)
    #expect(change.sentence(duration: 32).contains("a shorter one (0:40.0 before, 0:32.0 now)"))
    #expect(change.sentence(duration: 50).contains("by another"))
    #expect(change.sentence(duration: nil) == "its source was replaced")
  }

  /// It takes a process to find out.
  @Test func howLongItLastsIsNotAskedOfOneThatMoved() {
    func asked() -> Double? {
      Issue.record("it was asked")
      return nil
    }
    let moved = SourceChange.moved(from: "a.mp4", to: "b.mp4")
    #expect(moved.sentence(duration: asked()).contains("moved from 'a.mp4'"))
    #expect(SourceChange.replaced(before: 0).sentence(duration: asked()).contains("replaced"))
  }

  @Test func aMovedLibraryHasNoMovedSource() throws {
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

  /// It is found by its new name, and no longer once that is gone, too.
  private func expectRenamed(
    _ old: String, _ new: String, in folder: OwnedFolder, _ due: () throws -> DueVideos
  ) throws {
    try FileManager.default.moveItem(
      atPath: folder.path + "/" + old, toPath: folder.path + "/" + new)
    #expect(try due().standing(of: "walk").source == .renamed(from: old, to: new))
    try FileManager.default.removeItem(atPath: folder.path + "/" + new)
    #expect(try due().standing(of: "walk").source == nil)
  }

  /// Also where its new name can be no id; another film of its size is none.
  @Test(arguments: ["walk-final.mp4", "walk, final.mp4"])
  func aSourceThatWasRenamedIsKnownByItsContent(name: String) throws {
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

  /// Nor is one that gazecut.yaml names; a copy that is another video's source is not this one's.
  @Test func aSourceThatIsNamedIsFoundRenamedAndAnotherVideosIsNot() throws {
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

  @Test func aSourceThatWasLeftAloneIsNotReadAgain() throws {
    let folder = try OwnedFolder()
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    try folder.write("videos/walk.mp4", "any bytes")
    let path = folder.library.path + "/videos/walk.mp4"
    let stamp = try #require(FileStamp(of: path)).text
    // A mark that reading would not give shows that it was not read.
    try folder.database.videos.setSources([
      "walk": KnownSource(path: "videos/walk.mp4", mark: "kept", duration: 4, stamp: stamp)
    ])
    let due = DueVideos(library: folder.library, database: folder.database)
    #expect(try due.standing(of: "walk").currentSource?.mark == "kept")
    #expect(try due.videoStatuses().map(\.currentSource?.mark) == ["kept"])
    try folder.write("videos/walk.mp4", "others 4u")
    #expect(try due.standing(of: "walk").source == .replaced(before: 4))
  }

  @Test func aStampOfAFileJustWrittenIsNoneToGoBy() throws {
    let folder = try OwnedFolder()
    try folder.write("videos/walk.mp4", "any bytes")
    let path = folder.library.path + "/videos/walk.mp4"
    let now = time(nil)
    #expect(try #require(FileStamp(of: path, now: now)).isSettled == false)
    #expect(try #require(FileStamp(of: path, now: now + 10)).isSettled)
    #expect(FileStamp(of: path + ".gone") == nil)
  }

  /// One that was replaced while it was worked on is worked on again, whichever of them stays.
  @Test func aSourceReplacedMeanwhileLeavesItsVideoDue() {
    let standing = DueVideos.Standing(
      video: "walk", state: VideoState(), fingerprint: "1 a 10-b-c d", hasAudience: true,
      isDue: true, missing: [],
      currentSource: KnownSource(path: "videos/walk.mp4", mark: "10-b-c", duration: 0))
    #expect(standing.fingerprint(workedOn: "10-b-c") == standing.fingerprint)
    #expect(standing.fingerprint(workedOn: nil) == standing.fingerprint)
    #expect(standing.fingerprint(workedOn: "12-e-f") != standing.fingerprint)
  }
}
