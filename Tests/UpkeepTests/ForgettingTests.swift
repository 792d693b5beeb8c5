import EditDecisions
import Foundation
import Library
import LibraryFixture
import Testing

@testable import Support
@testable import Upkeep
@testable import Workspace

@Suite struct ForgettingTests {
  @Test func forgetWaitsForTheEndOfARun() throws {
    let folder = try OwnedFolder()
    try folder.people("a.csv", ["anna", "ben"])
    _ = try folder.take("a.csv", options: OwnedFolder.named)
    var run: LibraryLock? = try LibraryLock(folder: folder.path, .exclusive)
    var messages: [String] = []
    let text = try LibraryCleaner(library: folder.library).forget(ViewerNameList("anna")) {
      messages.append($0)
      // The run ends while `forget` waits.
      run = nil
    }
    #expect(run == nil && text.hasPrefix("Forgot this viewer in walk."))
    #expect(
      messages.count == 1 && messages[0].contains("waiting until it has ended"), "\(messages)")
    #expect(messages[0].contains("process \(getpid())"))
    // Without waiting, the lock is rejected at once.
    run = try LibraryLock(folder: folder.path, .exclusive)
    #expect { try LibraryLock(folder: folder.path, .exclusive) } throws: {
      ($0 as? CommandFailure)?.status == .tryAgain
    }
  }

  /// A dry run changes nothing, so it need not wait.
  @Test func dryRunDoesNotWaitForARun() throws {
    let folder = try OwnedFolder()
    try folder.people("a.csv", ["anna", "ben"])
    _ = try folder.take("a.csv", options: OwnedFolder.named)
    let run = try LibraryLock(folder: folder.path, .exclusive)
    defer { withExtendedLifetime(run) {} }
    let rehearsal = try LibraryCleaner(library: folder.library, isDryRun: true)
    #expect(try rehearsal.remove(video: "walk", session: nil).hasPrefix("Would remove 'walk'"))
    let words = try rehearsal.forget(ViewerNameList("anna")) { Issue.record("it waits: \($0)") }
    #expect(words.hasPrefix("Would forget this viewer in walk."), "\(words)")
  }

  /// If a file cannot be read, its figures are not erased, so `forget` fails.
  @Test(arguments: [OwnedFolder.stem + ".json", "decisions.json"])
  func unreadableFileStopsTheErasure(name: String) throws {
    let folder = try OwnedFolder()
    try folder.publish()
    let document = try folder.decide(MomentReasons(viewers: 5), score: 1)
    folder.files.remove(name)
    try folder.write("shorts/walk/\(name)/inside", "a folder in the place of a file")
    let evidence = StoredFigures(library: folder.library, database: folder.database)
    #expect(throws: (any Error).self) { try evidence.erase(from: "walk") }
    #expect(try folder.database.videos.state(of: "walk").decisions == document.json)
  }

  /// A removal that a file blocks is completed by the next call.
  @Test func interruptedRemovalIsCompletedByTheNextCall() throws {
    let folder = try OwnedFolder()
    try folder.watch(1)
    let clip = try folder.publish()
    let (name, record) = (clip.fileName, OwnedFolder.stem + ".json")
    let cleaner = try LibraryCleaner(library: folder.library)
    for stopped in [record, name] {
      // A folder that is not empty blocks the move.
      try folder.write("shorts/walk/.retired/\(stopped)/inside", "in the way")
      #expect(throws: CommandFailure.self) {
        try cleaner.remove(video: "walk", session: nil)
      }
      #expect(folder.files.exists(name))
      #expect(try folder.database.clips.all(of: "walk").map(\.state) == [.current])
      try FileManager.default.removeItem(atPath: folder.files.retired.path(stopped))
    }
    #expect(try cleaner.remove(video: "walk", session: nil).contains("1 clip moved"))
    // The sidecar is deleted with the figures of the audience.
    #expect(folder.files.names(in: folder.files.retired.folder) == [name])
    #expect(try folder.database.clips.all(of: "walk").map(\.state) == [.retired])
  }

  /// Unknown names in the list do not hide the files that still contain figures.
  @Test func forgetReportsEditedFilesEvenIfSomeNamesAreUnknown() throws {
    let folder = try OwnedFolder()
    try folder.people("a.csv", ["anna", "ben"])
    _ = try folder.take("a.csv", options: OwnedFolder.named)
    try folder.write("shorts/walk/mine.json", #"{"held": 0.9}"#)
    try folder.write("names.txt", "anna\nnobody\n")
    let viewers = try ViewerNameList(from: folder.path + "/names.txt")
    let failure = #expect(throws: CommandFailure.self) {
      try LibraryCleaner(library: folder.library).forget(viewers) { _ in }
    }
    let words = failure?.message ?? ""
    #expect(failure?.status == .notFound && words.contains("1 of 2 names"), "\(words)")
    #expect(
      words.contains("you edited them (they still contain figures): shorts/walk/mine.json"),
      "\(words)")
  }

  @Test(.timeLimit(.minutes(1))) func endlessListOfNamesIsRejected() {
    #expect { try ViewerNameList(from: "/dev/zero") } throws: {
      ($0 as? CommandFailure)?.status == .badData
    }
  }

  @Test func listOfNamesHasOneNamePerLine() throws {
    let folder = try OwnedFolder()
    try folder.write("names.txt", "\u{FEFF}anna\r\n\n  ben \nanna\rcleo")
    let names = try ViewerNameList(from: folder.path + "/names.txt")
    #expect(names.entries.map(\.name) == ["anna", "ben", "cleo"])
    #expect(names.entries.map(\.line) == [1, 3, 5])
    for (text, status, words) in [
      ("\n \n", ExitStatus.badData, "contains no names"),
      ("anna\na\u{FFFD}b\n", .badData, "bad.txt:2:"),
    ] {
      try folder.write("bad.txt", text)
      #expect { try ViewerNameList(from: folder.path + "/bad.txt") } throws: {
        let failure = $0 as? CommandFailure
        return failure?.status == status && failure?.message.contains(words) == true
      }
    }
    for (name, status) in [("none.txt", ExitStatus.notFound), ("videos", .inputOutputFailed)] {
      try folder.write("videos/walk.mp4", "a folder is no file of names")
      #expect { try ViewerNameList(from: folder.path + "/" + name) } throws: {
        let failure = $0 as? CommandFailure
        return failure?.status == status && failure?.message.contains(name) == true
      }
    }
  }
}
