import Foundation
import Importers
import Library
import LibraryFixture
import Testing
@testable import Ingest

@testable import Workspace

/// How messages name imported files.
@Suite struct LoggedFileNamesTests {
  private func importLines(
    _ folder: OwnedFolder, _ names: [String], _ options: [ImportOption: String], scheduled: Bool
  ) throws -> [String] {
    let files = names.map { folder.path + "/" + $0 }
    let values: [ImportOption: String] = [.video: "walk", .map: "time=t,happy=happy"]
      .merging(options) { $1 }
    let job = try ImportJob(
      library: folder.library, format: "table", values: values,
      names: LoggedFileNames(files: files, isKept: scheduled))
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    try job.rejectAmbiguousNames(of: files, progress: progress)
    return files.flatMap { file in
      do { return try job.take(file: file, progress: progress).lines } catch { return ["\(error)"] }
    }
  }

  @Test func scheduledRunNamesFilesByNumberAndHash() throws {
    let folder = try OwnedFolder()
    try folder.face("anna.csv")
    try folder.face("berta.csv", shift: 0.1)
    try folder.write("carla.csv", "t,happy\n1,7\n")
    let lines = try importLines(
      folder, ["anna.csv", "berta.csv", "carla.csv"], [:], scheduled: true)
    let digest = try #require(ContentDigest.hex(of: folder.path + "/berta.csv")).prefix(12)
    #expect(lines[1].hasPrefix("file 2 (sha256 \(digest)): 1 session of walk"), "\(lines)")
    // A rejected file, too, because its viewer is unknown.
    #expect(lines[2].hasPrefix("file 3 (sha256 "), "\(lines)")
    for name in ["anna", "berta", "carla"] { #expect(!"\(lines)".contains(name)) }
  }

  /// The name of a rejected file may identify the viewer that `--viewer` names.
  @Test func nameOfARejectedFileIsNotLogged() throws {
    let folder = try OwnedFolder()
    try folder.write("anna-2.csv", "t,happy\n1,7\n")
    try folder.write("export.csv", "t,happy\n1,7\n")
    let viewer: [ImportOption: String] = [.viewer: "Anna Berg"]
    let lines = try importLines(folder, ["anna-2.csv", "export.csv"], viewer, scheduled: true)
    #expect(lines[0].hasPrefix("file 1 (sha256 ") && !lines[0].contains("anna"), "\(lines)")
    #expect(lines[1].hasPrefix("file 2 (sha256 "), "\(lines)")
  }

  /// The message does not name the table that is imported with these seats.
  @Test(arguments: [false, true])
  func errorInASeatsFileNamesTheSeatsFile(isScheduled: Bool) throws {
    let folder = try OwnedFolder()
    try folder.write("hall.csv", "t,x,y,happy\n1,7,7,1\n")
    try folder.write("anna-seats.csv", "name,x,y,width,height\na,1,2,0,4\n")
    let files = [folder.path + "/hall.csv"]
    let job = try ImportJob(
      library: folder.library, format: "table",
      values: [
        .video: "walk", .preset: "openface", .seats: folder.path + "/anna-seats.csv", .fps: "25",
      ], names: LoggedFileNames(files: files, isKept: isScheduled))
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    let error = try #require(throws: ImportError.self) {
      try job.take(file: files[0], progress: progress)
    }
    let digest = try #require(ContentDigest.hex(of: folder.path + "/anna-seats.csv")).prefix(12)
    #expect(error.line == 2 && error.problem == "this row is not a seat", "\(error)")
    #expect(
      error.file == (isScheduled ? "file (sha256 \(digest))" : folder.path + "/anna-seats.csv"),
      "\(error)")
  }

  /// A preset contains no data of viewers, so its path may be logged.
  @Test func errorInAPresetFileNamesItsPath() throws {
    let folder = try OwnedFolder()
    try folder.face("anna.csv")
    try folder.write("ours.json", "{\"gazecut\":\"preset/1\",\n\"name\":7}")
    let preset: [ImportOption: String] = [.presetFile: folder.path + "/ours.json"]
    let lines = try importLines(folder, ["anna.csv"], preset, scheduled: true)
    #expect(lines[0].hasPrefix(folder.path + "/ours.json:2: 'name' cannot be"), "\(lines)")
  }

  /// The name contains a hash of the whole file, so it is computed only if it is printed.
  @Test func loggedNameIsComputedOnlyIfItIsPrinted() {
    var computed = 0
    let shown = {
      computed += 1
      return "file 1"
    }
    let silent = ImportProgress(reporter: ProgressReporter(style: .silent)) { true }
    #expect(!silent.read("anna.csv", shownAs: shown, 200 << 20, 400 << 20))
    // Small files print no progress, and neither do the first bytes of a large file.
    let lines = ImportProgress(reporter: ProgressReporter(style: .lines))
    #expect(lines.read("anna.csv", shownAs: shown, 1 << 20, 2 << 20))
    #expect(lines.read("anna.csv", shownAs: shown, 1, 400 << 20))
    #expect(computed == 0)
    #expect(lines.read("anna.csv", shownAs: shown, 200 << 20, 400 << 20))
    #expect(lines.read("anna.csv", shownAs: shown, 201 << 20, 400 << 20))
    #expect(computed == 1)
  }

  @Test func interactiveImportPrintsThePathAsTyped() throws {
    let folder = try OwnedFolder()
    try folder.face("anna.csv")
    #expect(try importLines(folder, ["anna.csv"], [:], scheduled: false)[0].hasPrefix(folder.path))
  }

  /// A path may identify a viewer even if the file contains other names.
  @Test func scheduledRunNeverLogsThePathOfAFile() throws {
    let folder = try OwnedFolder()
    for viewer in ["u1", "u2"] {
      try folder.people("anna.csv", [viewer], shift: viewer == "u1" ? 0 : 0.1)
      let lines = try importLines(folder, ["anna.csv"], OwnedFolder.named, scheduled: true)
      #expect(lines[0].hasPrefix("file 1 (sha256 ") && !"\(lines)".contains("anna"), "\(lines)")
    }
    try folder.write("boxes.jsonl", "{}\n")
    let rejected = try importLines(folder, ["boxes.jsonl"], OwnedFolder.named, scheduled: true)
    #expect(rejected[0].hasPrefix("file 1 (sha256 "), "\(rejected)")
  }

  @Test func errorAboutEqualFileNamesDoesNotPrintThem() throws {
    let folder = try OwnedFolder()
    try folder.face("anna/face.csv")
    try folder.face("berta/face.csv", shift: 0.1)
    let error = #expect(throws: ImportError.self) {
      _ = try importLines(folder, ["anna/face.csv", "berta/face.csv"], [:], scheduled: true)
    }
    let text = "\(error as Any)"
    #expect(text.contains("file 1 (") && text.contains("file 2 ("), "\(text)")
    #expect(!text.contains("anna") && !text.contains("berta"), "\(text)")
  }

  /// If a path is one letter, this letter stays in all other words of the message.
  @Test func shortPathIsReplacedOnlyAsAWholeWord() {
    let names = LoggedFileNames(files: ["/tmp/p"], isKept: true)
    let error = ImportError(
      .readFailed, of: "/tmp/p", "a pipe, '/tmp/p'", "open p first")
    let told = names.told(error, of: "/tmp/p", as: "file 1")
    #expect(told.problem == "a pipe, 'file 1'" && told.remedy == "open file 1 first")
  }

  @Test func labelWithNamesOfViewersIsRejected() throws {
    let folder = try OwnedFolder()
    try folder.write("t.csv", "who,t,happy\nannabel,1,1\nannabel,2,1\n")
    let map = "time=t,viewer=who,happy=happy,label.age=who"
    let lines = try importLines(folder, ["t.csv"], [.map: map], scheduled: false)
    #expect(lines[0].contains("the name of a viewer"), "\(lines)")
    #expect(!lines[0].contains("annabel"))
    #expect(try folder.database.videos.all().isEmpty)
  }
}
