import Foundation
import Importers
import Settings
import Testing

@testable import Intake

/// What lies in a folder.
@Suite struct FolderPlaceTests {
  private final class Folder {
    let path = NSTemporaryDirectory() + "gazecut-place-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String = "x") throws {
      let file = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func place(_ pattern: String = "{video}/{viewer}", format: String = "auto") throws
      -> FolderPlace
    {
      FolderPlace(
        name: "timelines", folder: path, pattern: try PathPattern(pattern),
        reading: PlaceReading(format: format))
    }
  }

  private let now = Date().timeIntervalSince1970

  @Test func everyFileIsAnItemInTheOrderOfPaths() throws {
    let folder = Folder()
    for name in ["trip/b.json", "trip/a.json", "meadow/c.json", "trip/.d.json.x1", ".git/e.json"] {
      try folder.write(name)
    }
    let items = try folder.place().items(now: now)
    #expect(
      items.map(\.name) == [
        "timelines/meadow/c.json", "timelines/trip/.d.json.x1", "timelines/trip/a.json",
        "timelines/trip/b.json",
      ])
    #expect(items[2].words == PathWords(video: "trip", viewer: "a", session: "a"))
    #expect(items[2].label == "timelines/trip/{viewer}")
    #expect(items[2].source == .file(folder.path + "/trip/a.json"))
    guard case .unfinished = items[1].condition else { Issue.record("\(items[1])"); return }
    guard case .changed(let seconds) = items[2].condition else { Issue.record("\(items)"); return }
    #expect(abs(seconds) < 600)
  }

  @Test func whatLiesWhereNothingShouldIsTold() throws {
    let folder = Folder()
    for name in ["flat.json", "trip/2026-11-19/a.json", "trip/2026-11-19/b.json"] {
      try folder.write(name)
    }
    let items = try folder.place().items(now: now)
    #expect(items.map(\.label) == ["timelines/…", "timelines/…"])
    let reasons = items.map { item in
      if case .unfit(let reason) = item.condition { reason } else { "" }
    }
    #expect(reasons[0].contains("does not fit '{video}/{viewer}'"), "\(reasons)")
    // Once for the folder, and not for each of its files.
    #expect(reasons[1].contains("{video}/{date}/{viewer}"), "\(reasons)")
  }

  @Test func aTokenChangesWithTheFileAndTheIdentityWithTheReading() throws {
    let folder = Folder()
    try folder.write("trip/a.json")
    let first = try folder.place().items(now: now)
    #expect(try folder.place().items(now: now).map(\.token) == first.map(\.token))
    try folder.write("trip/a.json", "more")
    let second = try folder.place().items(now: now)
    #expect(second[0].token != first[0].token && second[0].identity == first[0].identity)
    let other = try folder.place(format: "timeline").items(now: now)
    #expect(other[0].identity != first[0].identity)
  }

  @Test func onlyTheDefaultPlaceNeedNotBeThere() throws {
    let place = try #require(try Places.all(nil, in: "/nowhere").first)
    #expect(try place.items(now: now).isEmpty)
    #expect { try Folder().place().items(now: now) } throws: {
      ($0 as? PlaceProblem)?.reason.hasPrefix("there is no folder") == true
    }
  }
}
