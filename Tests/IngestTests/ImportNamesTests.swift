import Foundation
import Importers
import Library
import LibraryFixture
import Testing
@testable import Ingest

@testable import Workspace

/// Names of viewers and sessions that come from file names.
@Suite struct ImportNamesTests {
  @Test func equalFileNamesAreRejectedBeforeAnyIsStored() throws {
    let folder = try OwnedFolder()
    let names = (1...8).map { "rec/\($0)/exports/face.csv" }
    for (index, name) in names.enumerated() { try folder.face(name, shift: Double(index) / 50) }
    let error = #expect(throws: ImportError.self) {
      _ = try folder.take(names[0], names[1], names[2])
    }
    #expect(error?.kind == .badData)
    // The names of the parent folders are equal, too.
    #expect(error?.remedy.contains("--viewer-from folder:2") == true, "\(error as Any)")
    #expect(try folder.database.videos.all().isEmpty)
    let options: [ImportOption: String] = [.viewerFrom: "folder:2"]
    _ = try folder.take(names[0], names[1], names[2], options: options)
    #expect(try folder.database.videos.all().map(\.viewers) == [3])
    // Importing a file again adds no session.
    _ = try folder.take(names[0], options: options)
    #expect(try folder.database.videos.all().map(\.sessions) == [3])
  }

  /// Comparing every file with every other file would take minutes.
  @Test(.timeLimit(.minutes(1))) func thousandsOfEqualFileNamesAreCheckedQuickly() throws {
    let folder = try OwnedFolder()
    let job = try ImportJob(library: folder.library, format: "auto", values: [:])
    let files = (0..<4000).flatMap { ["a/\($0).jsonl", "b/\($0).jsonl"] }
    // The files do not exist. This check ignores that; the import reports it later.
    try job.rejectAmbiguousNames(
      of: files, progress: ImportProgress(reporter: ProgressReporter(style: .silent)))
  }

  @Test func filesOfOneFolderBelongToOneViewer() throws {
    let folder = try OwnedFolder()
    try folder.face("rec/1/face.csv")
    try folder.face("rec/1/again.csv", shift: 0.1)
    _ = try folder.take("rec/1/face.csv", "rec/1/again.csv", options: [.viewerFrom: "folder"])
    #expect(try folder.database.videos.all().map(\.viewers) == [1])
    #expect(try folder.database.videos.all().map(\.sessions) == [2])
  }

  @Test func equallyNamedTimelinesWithoutViewerAreRejected() throws {
    let folder = try OwnedFolder()
    let job = try ImportJob(library: folder.library, format: "auto", values: [:])
    let progress = ImportProgress(reporter: ProgressReporter(style: .silent))
    func write(_ name: String, _ header: String, _ x: Double) throws {
      try folder.write(
        name,
        #"{"gazecut":"timeline/1","video":"walk","picture":{"x":0,"y":0,"width":1,"height":1}"#
          + "\(header)}\n{\"t\":1,\"gaze\":{\"x\":\(x),\"y\":0.5}}\n")
    }
    let files = ["a/x.jsonl", "b/x.jsonl"].map { folder.path + "/" + $0 }
    try write("a/x.jsonl", "", 0.1)
    try write("b/x.jsonl", "", 0.2)
    let error = #expect(throws: ImportError.self) {
      try job.rejectAmbiguousNames(of: files, progress: progress)
    }
    #expect(error?.remedy.contains("--viewer-from folder,") == true, "\(error as Any)")
    // Copies are accepted, and so are files that contain their viewer and session.
    try write("b/x.jsonl", "", 0.1)
    try job.rejectAmbiguousNames(of: files, progress: progress)
    try write("a/x.jsonl", #","viewer":"u","session":"s1""#, 0.1)
    try write("b/x.jsonl", #","viewer":"v","session":"s2""#, 0.2)
    try job.rejectAmbiguousNames(of: files, progress: progress)
  }

  @Test func equalFileNameDoesNotReplaceAViewerSilently() throws {
    let folder = try OwnedFolder()
    try folder.face("rec/1/face.csv")
    try folder.face("rec/2/face.csv", shift: 0.1)
    _ = try folder.take("rec/1/face.csv")
    let error = #expect(throws: ImportError.self) { _ = try folder.take("rec/2/face.csv") }
    #expect(error?.kind == .badData)
    #expect(error?.remedy.contains("--viewer NAME") == true)
    _ = try folder.take(
      "rec/2/face.csv", ownership: .init(replacing: folder.path + "/rec/1/face.csv"))
    #expect(try folder.database.videos.all().map(\.sessions) == [1])
    // A file that changed in place replaces its own session, unless it got shorter.
    try folder.face("rec/2/face.csv", shift: 0.1, rows: 30)
    let cut = #expect(throws: ImportError.self) { _ = try folder.take("rec/2/face.csv") }
    #expect(
      cut?.problem == "1 session shorter than the stored one: 30 samples, stored 40",
      "\(cut as Any)")
    let own = ImportJob.ImportPolicy(replacing: folder.path + "/rec/2/face.csv")
    _ = try folder.take("rec/2/face.csv", ownership: own)
    #expect(try folder.database.sessions.all(of: "walk").map(\.samples) == [30])
  }

  /// A file inside the library keeps its identity when the library is moved.
  @Test func fileInAMovedLibraryReplacesItsOwnSession() throws {
    let folder = try OwnedFolder()
    try folder.face("timelines/walk/face.csv", rows: 30)
    _ = try folder.take("timelines/walk/face.csv")
    try folder.database.close()
    let moved = try OwnedFolder()
    try FileManager.default.removeItem(atPath: moved.path)
    try FileManager.default.moveItem(atPath: folder.path, toPath: moved.path)
    try moved.face("timelines/walk/face.csv")
    let line = try moved.take("timelines/walk/face.csv").joined()
    #expect(line.contains("1 replaced earlier content"), "\(line)")
  }

  /// If folders are named by date, the message must not suggest folders as viewer names.
  @Test func dateFoldersAreNotSuggestedAsViewerNames() throws {
    let folder = try OwnedFolder()
    let names = ["2026-11-01/a.csv", "2026-11-01/b.csv", "2026-11-02/a.csv"]
    for (index, name) in names.enumerated() { try folder.face(name, shift: Double(index) / 20) }
    for group in [names, [names[0], names[2]]] {
      let error = #expect(throws: ImportError.self) {
        for name in group.dropLast() { _ = try folder.take(name) }
        _ = try folder.take(group.last ?? "")
      }
      #expect(error?.remedy.contains("folder") == false, "\(error as Any)")
    }
    let together = #expect(throws: ImportError.self) { _ = try folder.take(names[0], names[2]) }
    #expect(together?.remedy.contains("folder") == false, "\(together as Any)")
    // With the suggested option, file names are viewers and each file is a session.
    _ = try folder.take(names[0], names[1], names[2], options: [.viewerFrom: "file"])
    #expect(try folder.database.videos.all().map(\.viewers) == [2])
    #expect(try folder.database.videos.all().map(\.sessions) == [3])
  }

  @Test(arguments: ["2026-11-01", "20261101", "2026-11", "2026-11-01T21", "01.11.2026"])
  func datesAreRecognised(_ name: String) { #expect(ImportJob.isDate(name)) }

  @Test(arguments: ["1", "2026", "202613", "rec-7", "1999bottles"])
  func otherNamesAreNotRecognisedAsDates(_ name: String) { #expect(!ImportJob.isDate(name)) }

  @Test func replacingAnUnknownFileFails() throws {
    let folder = try OwnedFolder()
    try folder.face("face.csv")
    let error = #expect(throws: ImportError.self) {
      _ = try folder.take("face.csv", ownership: .init(replacing: "elsewhere.csv"))
    }
    #expect(error?.kind == .notFound)
    #expect(try folder.database.videos.all().isEmpty)
  }

  /// This holds for all viewer names inside the file, and for repeated imports.
  @Test func pathsAreNotStored() throws {
    let folder = try OwnedFolder()
    for viewer in ["u1", "u2", "anna"] {
      try folder.people("anna.schmidt/anna.csv", [viewer], shift: Double(viewer.count) / 10)
      _ = try folder.take("anna.schmidt/anna.csv", options: OwnedFolder.named)
    }
    try folder.face("anna.schmidt/carl.csv", shift: 0.3)
    _ = try folder.take("anna.schmidt/carl.csv")
    let labels = Set(try folder.database.sessions.all(of: "walk").map(\.file))
    #expect(labels.count == 2)
    #expect(labels.allSatisfy { $0?.wholeMatch(of: /file-[0-9a-f]{8}/) != nil }, "\(labels)")
    for name in ["gazecut.sqlite", "gazecut.sqlite-wal"] {
      let stored = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      #expect(stored.range(of: Data("schmidt".utf8)) == nil)
      #expect(stored.range(of: Data("carl".utf8)) == nil)
    }
  }

  @Test func rowsOfAnErasedViewerAreSkipped() throws {
    let folder = try OwnedFolder()
    try folder.people("people.csv", ["anna", "ben"])
    _ = try folder.take("people.csv", options: OwnedFolder.named)
    _ = try folder.database.privacy.forget(["anna"])
    try folder.people("people.csv", ["anna", "ben", "cy"])
    let line = try folder.take("people.csv", options: OwnedFolder.named).joined()
    #expect(line.contains("2 sessions of walk, 80 samples (1 already there)"), "\(line)")
    #expect(line.contains("left out 1 session of 1 viewer who was erased"), "\(line)")
    #expect(line.contains("--readmit") && !line.contains("anna"), "\(line)")
    #expect(try folder.database.videos.all().map(\.viewers) == [2])
    _ = try folder.take(
      "people.csv", options: OwnedFolder.named, ownership: .init(readmits: true))
    #expect(try folder.database.videos.all().map(\.viewers) == [3])
  }
}
