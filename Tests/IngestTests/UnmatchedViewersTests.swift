import Importers
import Library
import LibraryFixture
import Testing
@testable import Ingest

@testable import Workspace

/// Gaze and faces of the same viewers that were imported under different names.
@Suite struct UnmatchedViewersTests {
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

  private func warnings(
    _ folder: OwnedFolder, _ name: String, _ map: String, viewer: String? = nil
  ) throws -> [String] {
    var values: [ImportOption: String] = [.video: "walk", .map: map]
    values[.viewer] = viewer
    let job = try ImportJob(library: folder.library, format: "table", values: values)
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    let outcome = try job.take(file: folder.path + "/" + name, progress: progress)
    return try job.warningsByVideo(outcome.sides)
  }

  @Test func viewersWithoutMatchingGazeAndFacesAreReported() throws {
    let folder = try folder()
    let gaze = "time=t,viewer=who,x=x,y=y,gaze=normalised"
    #expect(try warnings(folder, "faces.csv", "time=t,viewer=who,happy=happy").isEmpty)
    let found = try warnings(folder, "looks.csv", gaze)
    #expect(found.count == 1)
    #expect(found.joined().contains("no viewer of this import has both gaze and faces of 'walk'"))
    #expect(found.joined().contains("named by the file's content"), "\(found)")
    #expect(found.joined().contains("--viewer NAME") && found.joined().contains("--viewer-from"))
    #expect(!found.joined().contains("anna"))
    let all = try #require(try UnmatchedViewers.warnings(of: "walk", in: folder.database))
    #expect(all.hasPrefix("no viewer has"))
    // Once one viewer has both, the names are assumed to be right.
    #expect(try warnings(folder, "joined.csv", gaze).isEmpty)
    #expect(try UnmatchedViewers.warnings(of: "walk", in: folder.database) == nil)
  }
}
