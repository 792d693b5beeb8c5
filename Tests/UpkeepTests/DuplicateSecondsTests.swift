import Foundation
import Importers
import Library
import LibraryFixture
import Testing
@testable import Ingest

@testable import Support
@testable import Reporting
@testable import Upkeep

/// Two files that contain the same seconds of the same viewers.
@Suite struct DuplicateSecondsTests {
  private let people = (0..<8).map { "person\($0)" }

  @Test func correctedExportUnderAnotherNameIsReported() throws {
    let folder = try OwnedFolder()
    try folder.people("export-1.csv", people)
    try folder.people("export-2.csv", people, shift: 0.1)
    func labels() throws -> Set<String> {
      Set(try folder.database.sessions.all(of: "walk").compactMap(\.file))
    }
    _ = try folder.take("export-1.csv", options: OwnedFolder.named)
    let first = try #require(try labels().first)
    let line = try folder.take("export-2.csv", options: OwnedFolder.named).joined()
    #expect(
      line.contains("the same seconds of 8 viewers were already imported from '\(first)'"),
      "\(line)")
    let status = try StatusReport(library: folder.library).sessions(of: "walk")
    let both = try labels().sorted()
    #expect(both.count == 2)
    #expect(status.contains("from '\(both[0])' and from '\(both[1])'"), "\(status)")
    // `--replacing` and `remove` each leave one of the files.
    let earlier = ImportJob.ImportPolicy(replacing: first)
    let replaced = try folder.take("export-2.csv", options: OwnedFolder.named, ownership: earlier)
    #expect(!replaced.joined().contains("the same seconds"), "\(replaced)")
    #expect(try folder.database.videos.all().map(\.sessions) == [8])
    _ = try folder.take("export-1.csv", options: OwnedFolder.named)
    let cleaner = try LibraryCleaner(library: folder.library)
    _ = try cleaner.remove(video: "walk", session: nil, file: folder.path + "/export-1.csv")
    #expect(try folder.database.videos.all().map(\.sessions) == [8])
    #expect(throws: CommandFailure.self) {
      _ = try cleaner.remove(video: "walk", session: nil, file: folder.path + "/export-1.csv")
    }
  }

  @Test func gazeNextToFacesAndASecondViewingAreNotReported() throws {
    let folder = try OwnedFolder()
    try folder.people("faces.csv", people)
    let looks = people.flatMap { who in (0..<40).map { "\(who),\(Double($0) / 4),0.5,0.5" } }
    try folder.write("looks.csv", (["who,t,x,y"] + looks).joined(separator: "\n"))
    try folder.people("again.csv", people, shift: 0.1)
    func at(_ time: String, _ map: String) -> [ImportOption: String] {
      [.map: map, .recordedAt: time]
    }
    let faces = "time=t,viewer=who,happy=happy"
    let first = "2026-11-19T21:00:00Z"
    _ = try folder.take("faces.csv", options: at(first, faces))
    let gaze = at(first, "time=t,viewer=who,x=x,y=y,gaze=normalised")
    #expect(try !folder.take("looks.csv", options: gaze).joined().contains("odd: the same"))
    let later = at("2026-11-20T21:00:00Z", faces)
    #expect(try !folder.take("again.csv", options: later).joined().contains("odd: the same"))
  }
}
