import Importers
import Library
import LibraryFixture
import Testing
@testable import Ingest

@testable import Workspace

/// Gaze and faces of the same people under two names, which nothing joins.
@Suite struct ViewersApartTests {
  private func folder() throws -> OwnedFolder {
    let folder = try OwnedFolder()
    try folder.people("faces.csv", ["anna", "ben"])
    for (name, viewers) in [("looks.csv", ["x anna", "x ben"]), ("joined.csv", ["anna"])] {
      let rows = viewers.flatMap { who in
        (0..<40).map { "\(who),\(Double($0) / 4),0.5,0.5" }
      }
      try folder.write(name, (["who,t,x,y"] + rows).joined(separator: "\n"))
    }
    return folder
  }

  private func odd(
    _ folder: OwnedFolder, _ name: String, _ map: String, viewer: String? = nil
  ) throws -> [String] {
    var values: [ImportOption: String] = [.video: "walk", .map: map]
    values[.viewer] = viewer
    let job = try ImportJob(library: folder.library, format: "table", values: values)
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    let outcome = try job.take(file: folder.path + "/" + name, progress: progress)
    return try job.apart(outcome.sides)
  }

  @Test func sidesThatNoNameJoinsAreSaidWithTheKindOfName() throws {
    let folder = try folder()
    let gaze = "time=t,viewer=who,x=x,y=y,gaze=normalised"
    #expect(try odd(folder, "faces.csv", "time=t,viewer=who,happy=happy").isEmpty)
    let said = try odd(folder, "looks.csv", gaze)
    #expect(said.count == 1)
    #expect(said.joined().contains("no viewer of this import has both gaze and faces of 'walk'"))
    #expect(said.joined().contains("named by what the file says"), "\(said)")
    #expect(said.joined().contains("--viewer NAME") && said.joined().contains("--viewer-from"))
    #expect(!said.joined().contains("anna"))
    let all = try #require(try UnmatchedViewers.odd(of: "walk", in: folder.database))
    #expect(all.hasPrefix("no viewer has"))
    // One whose files join shows that the names are those.
    #expect(try odd(folder, "joined.csv", gaze).isEmpty)
    #expect(try UnmatchedViewers.odd(of: "walk", in: folder.database) == nil)
  }
}
