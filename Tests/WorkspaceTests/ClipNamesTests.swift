import EditDecisions
import Foundation
import Library
import TestMaterial
import LibraryFixture
import Testing

@testable import Workspace

/// The files `index.json` and `latest/`.
@Suite struct ClipNamesTests {
  let folder: OwnedFolder
  let names: StableClipNames

  init() throws {
    folder = try OwnedFolder()
    names = StableClipNames(video: "walk", files: folder.files)
    for (id, endings) in [
      ("walk-000000000a", [".mp4", ".jpg", ".json", ".otio"]),
      ("walk-000000000b", [".mp4", ".srt", ".json"]), ("walk-000000000c", [".mp4"]),
    ] {
      for ending in endings { try folder.write("shorts/walk/" + id + ending, id) }
    }
  }

  private func document(_ ids: [String]) -> DecisionDocument {
    let moments = ids.enumerated().map { index, id in
      Moment(
        id: "walk-000000000" + id, rank: index + 1, start: Double(index) * 20,
        end: Double(index) * 20 + 15, coreStart: 0, coreEnd: 1, score: 0.5,
        why: MomentReasons(viewers: 9),
        framing: Framing(gazeKept: nil, shots: []))
    }
    return DecisionDocument(
      video: VideoDescription(
        id: "walk", source: "walk.mp4", duration: 99, width: 16, height: 9,
        frameRate: FrameRate(25, 1)),
      audience: AudienceSummary(viewers: 9, excluded: []), settings: "", moments: moments,
      rejected: [], reel: ReelEntry.inOrder(of: moments))
  }

  /// Writes the names of these clips, best first.
  ///
  /// Returns the messages.
  private func writeNames(_ ids: String..., postings: [PublicationNote] = []) throws -> [String] {
    var messages: [String] = []
    try names.write(document(ids), clips: [:], postings: postings, isPinned: false) {
      messages.append($0)
    }
    return messages
  }

  private var links: [String: String] {
    let folder = folder.files.path("latest")
    return names.files.names(in: folder).reduce(into: [:]) { links, name in
      links[name] = try? FileManager.default.destinationOfSymbolicLink(
        atPath: folder + "/" + name)
    }
  }

  private var index: ClipIndex {
    get throws {
      try ClipIndex(
        json: try #require(FileManager.default.contents(atPath: folder.files.path("index.json"))))
    }
  }

  /// One clip was published.
  ///
  /// Another one has most seconds of a published clip that no longer exists.
  @Test func publicationIsListedForClipsWithItsSeconds() throws {
    let day = Date(timeIntervalSince1970: 1_795_000_000)
    func posting(_ clip: String, _ start: Double, _ end: Double, _ place: String) -> PublicationNote
    {
      PublicationNote(video: "walk", clip: clip, start: start, end: end, at: day, place: place)
    }
    let postings = [
      posting("walk-000000000a", 0, 15, "https://example.org"), posting("walk-gone", 25, 40, ""),
    ]
    #expect(try writeNames("a", "b", "c", postings: postings).isEmpty)
    let published = try index.clips.map(\.published)
    #expect(published[0]?.map(\.place) == ["https://example.org"])
    #expect(published[1]?.map(\.clip) == ["walk-gone"] && published[1]?[0].place == nil)
    #expect(published[2] == nil)
  }

  @Test func linksOfRanksLeadToClipsAndTheirSideFiles() throws {
    #expect(try writeNames("a", "b").isEmpty)
    #expect(
      links == [
        "1.mp4": "../walk-000000000a.mp4", "1.jpg": "../walk-000000000a.jpg",
        "1.json": "../walk-000000000a.json", "2.mp4": "../walk-000000000b.mp4",
        "2.srt": "../walk-000000000b.srt", "2.json": "../walk-000000000b.json",
      ])
    let clips = try index.clips
    #expect(clips.map(\.latest) == ["latest/1.mp4", "latest/2.mp4"])
    #expect(clips[0].poster == "walk-000000000a.jpg" && clips[0].captions == nil)
    #expect(clips[1].captions == "walk-000000000b.srt" && clips[1].start == 20)
    // One clip fewer, and another one first.
    #expect(try writeNames("c").isEmpty)
    #expect(links == ["1.mp4": "../walk-000000000c.mp4"])
    #expect(try writeNames().isEmpty)
    #expect(!folder.files.exists("latest"))
    #expect(try index.clips.isEmpty)
  }

  @Test func unchangedIndexIsNotWrittenAgain() throws {
    _ = try writeNames("a", "b")
    try folder.touch("shorts/walk/index.json")
    let before = names.files.stamp("index.json")?.nanoseconds
    _ = try writeNames("a", "b")
    #expect(names.files.stamp("index.json")?.nanoseconds == before)
  }

  @Test func filesOfTheUserAreLeftAlone() throws {
    try folder.write("shorts/walk/index.json", "mine")
    try folder.write("shorts/walk/latest/1.mp4", "mine")
    let link = folder.files.path("latest/9.mp4")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/elsewhere")
    let messages = try writeNames("a")
    #expect(
      messages.count == 2 && messages.allSatisfy { $0.hasSuffix("is not changed") }, "\(messages)"
    )
    #expect(
      links == [
        "1.jpg": "../walk-000000000a.jpg", "1.json": "../walk-000000000a.json",
        "9.mp4": "/elsewhere",
      ])
    names.remove()
    for mine in ["index.json", "latest/1.mp4"] {
      #expect(FileManager.default.contents(atPath: folder.files.path(mine)) == Data("mine".utf8))
    }
    #expect(links == ["9.mp4": "/elsewhere"])
  }

  @Test func fileInPlaceOfTheLatestFolderIsLeftAlone() throws {
    try folder.write("shorts/walk/latest", "mine")
    #expect(try writeNames("a").count == 1)
    #expect(try index.clips[0].latest == nil)
    names.remove()
    #expect(folder.files.exists("latest") && !folder.files.exists("index.json"))
  }

  @Test func temporaryLinksOfAKilledRunAreDeleted() throws {
    _ = try writeNames("a")
    let left = folder.files.path("latest/.tmp-1-1.mp4")
    try FileManager.default.createSymbolicLink(atPath: left, withDestinationPath: "../gone.mp4")
    folder.files.sweep()
    #expect(links.count == 3 && !links.keys.contains(".tmp-1-1.mp4"))
  }
}
