import Foundation
import Support
import Testing

@testable import Workspace

@Suite struct SourceFinderTests {
  @Test func sourcesAreFoundMissingOrAmbiguous() throws {
    let folder = try TemporaryFolder()
    let deep = folder.path + "/2026/more"
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    for name in ["a.mp4", "a.srt", ".b.mp4", "2026/c.MKV", "2026/more/d.webm", "d.mov", "x y.mp4"] {
      try folder.write([0], to: folder.path + "/" + name)
    }
    // A link back to the folder must not cause an endless loop.
    symlink(folder.path, deep + "/loop")
    let finder = SourceFinder(
      folders: [folder.path, folder.path + "/none"], named: ["e": "/elsewhere/film.mp4"],
      disks: TimedDiskAccess(home: folder.path))
    #expect(finder.ids == ["a", "c", "d", "e"])
    #expect(finder.find("a") == .found(folder.path + "/a.mp4"))
    #expect(finder.find("b") == .missing)
    #expect(finder.find("d") == .ambiguous([deep + "/d.webm", folder.path + "/d.mov"]))
    #expect(finder.find("e") == .found("/elsewhere/film.mp4"))
    #expect(finder.unusableNames == [folder.path + "/x y.mp4"])
    #expect(finder.unreadableFolders == [folder.path + "/none"])
    #expect(finder.unresponsiveFolders.isEmpty)
  }

  @Test func anEmptyFileHidesNoVideo() throws {
    let folder = try TemporaryFolder()
    for name in ["a.mp4", "b.mov", "c.flv"] { try folder.write([0], to: folder.path + "/" + name) }
    for name in ["a.mkv", "c.mp4", "d.mp4", "e.mp4", "e.mkv"] {
      try folder.write([], to: folder.path + "/" + name)
    }
    let finder = SourceFinder(
      folders: [folder.path], named: [:], disks: TimedDiskAccess(home: folder.path))
    #expect(finder.find("a") == .found(folder.path + "/a.mp4"))
    #expect(finder.find("c") == .found(folder.path + "/c.flv"))
    #expect(finder.emptyFiles == ["a.mkv", "c.mp4", "e.mp4"].map { folder.path + "/" + $0 })
    // An empty file without another one is the source, and reported as unreadable.
    #expect(finder.find("d") == .found(folder.path + "/d.mp4"))
    #expect(finder.find("e") == .found(folder.path + "/e.mkv"))
    #expect {
      try LibraryFolder.requireFile(folder.path + "/d.mp4", of: "d")
    } throws: {
      ($0 as? CommandFailure)?.status == .badData
    }
  }

  @Test func allVideoContainersAreFound() throws {
    let folder = try TemporaryFolder()
    let names = [
      "a.flv", "b.WMV", "c.ogv", "d.gif", "e.mxf", "f.vob", "g.m2v", "both.mp4", "both.gif",
      "two.flv", "two.wmv", "text.txt",
    ]
    for name in names { try folder.write([0], to: folder.path + "/" + name) }
    let finder = SourceFinder(
      folders: [folder.path], named: [:], disks: TimedDiskAccess(home: folder.path))
    #expect(finder.ids == ["a", "b", "both", "c", "d", "e", "f", "g", "two"])
    // The GIF is a preview of the video of the same name.
    #expect(finder.find("both") == .found(folder.path + "/both.mp4"))
    #expect(finder.find("two") == .ambiguous([folder.path + "/two.flv", folder.path + "/two.wmv"]))
    #expect(finder.otherFiles["text"] == folder.path + "/text.txt")
    #expect(finder.otherFiles["a"] == nil)
  }
}
