import Foundation
import Importers
import Library
import LibraryFixture
import Testing
@testable import Ingest

@testable import Workspace

/// What messages call imported files.
@Suite struct FileNamesTests {
  private func take(
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

  @Test func aScheduledLogNamesFilesByNumberAndContent() throws {
    let folder = try OwnedFolder()
    try folder.face("anna.csv")
    try folder.face("berta.csv", shift: 0.1)
    try folder.write("carla.csv", "t,happy\n1,7\n")
    let lines = try take(
      folder, ["anna.csv", "berta.csv", "carla.csv"], [:], scheduled: true)
    let digest = try #require(ContentDigest.hex(of: folder.path + "/berta.csv")).prefix(12)
    #expect(lines[1].hasPrefix("file 2 (sha256 \(digest)): 1 session of walk"), "\(lines)")
    // A refusal, too: nobody knows yet whose the file is.
    #expect(lines[2].hasPrefix("file 3 (sha256 "), "\(lines)")
    for name in ["anna", "berta", "carla"] { #expect(!"\(lines)".contains(name)) }
  }

  /// The user names the viewer, and so does the file, which cannot be read.
  @Test func aRefusedFileOfANamedViewerIsNotNamed() throws {
    let folder = try OwnedFolder()
    try folder.write("anna-2.csv", "t,happy\n1,7\n")
    try folder.write("export.csv", "t,happy\n1,7\n")
    let viewer: [ImportOption: String] = [.viewer: "Anna Berg"]
    let lines = try take(folder, ["anna-2.csv", "export.csv"], viewer, scheduled: true)
    #expect(lines[0].hasPrefix("file 1 (sha256 ") && !lines[0].contains("anna"), "\(lines)")
    #expect(lines[1].hasPrefix("file 2 (sha256 "), "\(lines)")
  }

  /// What is wrong in the file of seats is told of that, and not of the table beside it.
  @Test(arguments: [false, true])
  func whatLiesBesideAFileIsToldAsItself(isScheduled: Bool) throws {
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

  /// A preset says how tables look: it is its author's, and nobody watched it.
  @Test func aPresetOfOnesOwnIsNamed() throws {
    let folder = try OwnedFolder()
    try folder.face("anna.csv")
    try folder.write("ours.json", "{\"gazecut\":\"preset/1\",\n\"name\":7}")
    let preset: [ImportOption: String] = [.presetFile: folder.path + "/ours.json"]
    let lines = try take(folder, ["anna.csv"], preset, scheduled: true)
    #expect(lines[0].hasPrefix(folder.path + "/ours.json:2: 'name' cannot be"), "\(lines)")
  }

  /// A digest takes a pass over the whole file, which only what is told is worth.
  @Test func progressThatNobodySeesAsksForNoName() {
    var asked = 0
    let shown = {
      asked += 1
      return "file 1"
    }
    let silent = ImportProgress(reporter: ProgressReporter(style: .silent)) { true }
    #expect(!silent.read("anna.csv", shownAs: shown, 200 << 20, 400 << 20))
    // Nor do lines for a file that is not long, or of which nothing was read.
    let lines = ImportProgress(reporter: ProgressReporter(style: .lines))
    #expect(lines.read("anna.csv", shownAs: shown, 1 << 20, 2 << 20))
    #expect(lines.read("anna.csv", shownAs: shown, 1, 400 << 20))
    #expect(asked == 0)
    #expect(lines.read("anna.csv", shownAs: shown, 200 << 20, 400 << 20))
    #expect(lines.read("anna.csv", shownAs: shown, 201 << 20, 400 << 20))
    #expect(asked == 1)
  }

  @Test func aPersonReadsWhatTheyTyped() throws {
    let folder = try OwnedFolder()
    try folder.face("anna.csv")
    #expect(try take(folder, ["anna.csv"], [:], scheduled: false)[0].hasPrefix(folder.path))
  }

  /// A path may identify somebody whom the file itself calls otherwise, at each of its imports.
  @Test func aScheduledLogNamesNoFileWhateverItContains() throws {
    let folder = try OwnedFolder()
    for viewer in ["u1", "u2"] {
      try folder.people("anna.csv", [viewer], shift: viewer == "u1" ? 0 : 0.1)
      let lines = try take(folder, ["anna.csv"], OwnedFolder.named, scheduled: true)
      #expect(lines[0].hasPrefix("file 1 (sha256 ") && !"\(lines)".contains("anna"), "\(lines)")
    }
    try folder.write("boxes.jsonl", "{}\n")
    let refused = try take(folder, ["boxes.jsonl"], OwnedFolder.named, scheduled: true)
    #expect(refused[0].hasPrefix("file 1 (sha256 "), "\(refused)")
  }

  @Test func filesNamedAlikeAreNotNamedEither() throws {
    let folder = try OwnedFolder()
    try folder.face("anna/face.csv")
    try folder.face("berta/face.csv", shift: 0.1)
    let error = #expect(throws: ImportError.self) {
      _ = try take(folder, ["anna/face.csv", "berta/face.csv"], [:], scheduled: true)
    }
    let text = "\(error as Any)"
    #expect(text.contains("file 1 (") && text.contains("file 2 ("), "\(text)")
    #expect(!text.contains("anna") && !text.contains("berta"), "\(text)")
  }

  /// A pipe may be called by one letter: the words of the message keep theirs.
  @Test func aShortNameIsTakenOutOfNoOtherWord() {
    let names = LoggedFileNames(files: ["/tmp/p"], isKept: true)
    let error = ImportError(
      .readFailed, of: "/tmp/p", "a pipe, '/tmp/p'", "open p first")
    let told = names.told(error, of: "/tmp/p", as: "file 1")
    #expect(told.problem == "a pipe, 'file 1'" && told.remedy == "open file 1 first")
  }

  @Test func aLabelThatNamesPeopleIsRefused() throws {
    let folder = try OwnedFolder()
    try folder.write("t.csv", "who,t,happy\nannabel,1,1\nannabel,2,1\n")
    let map = "time=t,viewer=who,happy=happy,label.age=who"
    let lines = try take(folder, ["t.csv"], [.map: map], scheduled: false)
    #expect(lines[0].contains("holds a viewer's"), "\(lines)")
    #expect(!lines[0].contains("annabel"))
    #expect(try folder.database.videos.all().isEmpty)
  }
}
