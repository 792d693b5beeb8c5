import Foundation
import Library
import LibraryFixture
import Testing

@testable import Publishing
@testable import Support
@testable import Workspace

/// `gazecut check`: each kind of finding, its repair, and the exit status.
@Suite struct LibraryCheckTests {
  private static let clip = "shorts/walk/\(OwnedFolder.stem).mp4"

  private func check(
    _ folder: OwnedFolder, repairs: Bool = false, adopts: Bool = false
  ) -> (text: String, status: Support.ExitStatus) {
    var text = ""
    do {
      try LibraryCheck(library: folder.library, repairs: repairs, adopts: adopts)
        .run { text = $0 }
      return (text, .done)
    } catch {
      return (text, CommandFailure(describing: error).status)
    }
  }

  @Test func publishedFilesHaveNoFindings() throws {
    let folder = try OwnedFolder()
    try folder.publish()
    let found = check(folder)
    #expect(found.status == .done)
    #expect(found.text.contains("3 clip files checked, all as they were published"))
  }

  @Test(arguments: [".mp4", ".json"]) func missingFileIsReported(ending: String) throws {
    let folder = try OwnedFolder()
    try folder.publish()
    folder.files.remove(OwnedFolder.stem + ending)
    let found = check(folder)
    #expect(found.status == .badData)
    #expect(found.text.contains("missing  shorts/walk/\(OwnedFolder.stem)\(ending)"))
    // The next run renders it again, because the video is out of date.
    let due = DueVideos(library: folder.library, database: folder.database)
    #expect(try due.standing(of: "walk").missing == [OwnedFolder.stem + ending])
    #expect(try due.standing(of: "walk").isDue)
  }

  @Test(arguments: [".mp4", ".json"])
  func unreadableFileIsNotReportedAsMissing(ending: String) throws {
    let folder = try OwnedFolder()
    try folder.publish()
    let name = OwnedFolder.stem + ending
    // Root can read every file, but nobody can open a link to itself.
    folder.files.remove(name)
    try #require(symlink(name, folder.files.path(name)) == 0)
    for repairs in [false, true] {
      let found = check(folder, repairs: repairs)
      #expect(found.text.contains("unreadable  shorts/walk/\(name)"), "\(found.text)")
      #expect(!found.text.contains("missing"))
      #expect(found.status == .badData)
    }
    // The file may belong to the user, so it stays.
    let left = try FileManager.default.destinationOfSymbolicLink(atPath: folder.files.path(name))
    #expect(left == name)
  }

  @Test func folderInPlaceOfAClipIsReported() throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    folder.files.remove(clip.fileName)
    try OutputFolders.make(folder.files.path(clip.fileName))
    let found = check(folder, adopts: true)
    #expect(found.status == .badData && found.text.contains("unreadable"), "\(found.text)")
    #expect(try folder.database.clips.all(of: "walk").first?.digest == clip.digest)
  }

  @Test func changedTimesOfACopiedLibraryAreStored() throws {
    let folder = try OwnedFolder()
    try folder.publish()
    try folder.touch(Self.clip)
    #expect(check(folder).text.contains("1 with the same content and another modification time"))
    #expect(check(folder).status == .done)
    #expect(check(folder, repairs: true).status == .done)
    #expect(check(folder).text.contains("all as they were published"))
  }

  @Test func clipThatAUserEditsDuringTheCheckIsNotAdopted() throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    try folder.touch(Self.clip)
    let findings = ClipFileCheck(
      video: "walk", files: folder.files, clips: [clip], decisions: "{}"
    ).findings()
    try folder.write(Self.clip, "PICTURES AND SOUND")
    let repair = CheckRepair(
      database: folder.database, files: folder.files, video: "walk", repairs: true, adopts: false)
    for finding in findings { _ = try repair.handleFinding(with: finding) }
    #expect(check(folder).text.contains("1 changed"))
  }

  @Test func editedFilesAreReportedAndAdopted() throws {
    let folder = try OwnedFolder()
    try folder.publish()
    try folder.write(Self.clip, "a person's own cut")
    try folder.write("shorts/walk/\(OwnedFolder.stem).json", "{\"title\": \"mine\"}")
    let found = check(folder, repairs: true)
    #expect(found.status == .done && found.text.contains("2 changed"))
    #expect(check(folder, adopts: true).text.contains("accepted as it is"))
    #expect(check(folder).text.contains("all as they were published"))
    let clip = try #require(try folder.database.clips.all(of: "walk").first)
    #expect(folder.files.isUnchangedByUser(clip))
    #expect(FileManager.default.contents(atPath: folder.path + "/" + Self.clip)?.count == 18)
  }

  @Test func otherContentWithTheSameTimeIsDamage() throws {
    let folder = try OwnedFolder()
    let before = try folder.publish()
    let aside = "shorts/walk/\(OwnedFolder.stem).damaged.mp4"
    try folder.write(aside, "a person's notes")
    try folder.write(Self.clip, "pictures and noise")
    let stamp = try #require(folder.files.stamp(before.fileName))
    var clip = before
    clip.modifiedNanoseconds = stamp.nanoseconds
    try folder.database.clips.store(clip)
    #expect(check(folder).status == .badData)
    #expect(check(folder, repairs: true).status == .done)
    #expect(folder.files.exists("\(OwnedFolder.stem).damaged-2.mp4"))
    let notes = FileManager.default.contents(atPath: "\(folder.path)/\(aside)")
    #expect(notes == Data("a person's notes".utf8))
    let due = DueVideos(library: folder.library, database: folder.database)
    #expect(try due.standing(of: "walk").missing == [before.fileName])
  }

  @Test func leftoversOfAKilledRunAreDeleted() throws {
    let folder = try OwnedFolder()
    try folder.publish()
    try folder.write("shorts/walk/.tmp-1-x.mp4", "half")
    try folder.write("gazecut.sqlite.1-2.new", "half")
    try folder.write("gazecut.sqlite.1-3.new", "an import that runs now")
    try folder.touch("gazecut.sqlite.1-2.new")
    try folder.write("shorts/walk/mine.txt", "a person's own")
    let found = check(folder)
    #expect(found.status == .badData && found.text.contains("2 leftover, 1 foreign"))
    #expect(check(folder, repairs: true).status == .done)
    #expect(!folder.files.exists(".tmp-1-x.mp4") && folder.files.exists("mine.txt"))
    #expect(check(folder).status == .done)
  }

  /// The library itself may be behind a symbolic link, unlike its output folders.
  @Test func leftoversAreFoundInALibraryBehindALink() throws {
    let folder = try OwnedFolder()
    try folder.publish()
    try folder.write("gazecut.sqlite.1-2.new", "half")
    try folder.touch("gazecut.sqlite.1-2.new")
    let link = folder.path + "-link"
    defer { try? FileManager.default.removeItem(atPath: link) }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let library = try LibraryFolder.find(
      configuration: link, environment: [:], directory: link, readers: folder.library.readers)
    #expect(library.path == link)
    var text = ""
    #expect(throws: CommandFailure.self) {
      try LibraryCheck(library: library, repairs: false, adopts: false).run { text = $0 }
    }
    #expect(text.contains("1 leftover"), "\(text)")
  }

  @Test(arguments: [true, false])
  func clipArchivedByAKilledRunIsRecorded(isKnown: Bool) throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    try folder.files.moveToArchive(clip)
    if !isKnown { try folder.database.clips.remove(clip.id, of: "walk") }
    #expect(check(folder).status == .badData)
    #expect(check(folder, repairs: true).status == .done)
    #expect(check(folder).text.contains("all as they were published"))
    let noted = try #require(try folder.database.clips.all(of: "walk").first)
    #expect(noted.state == .retired && noted.retiredAt != nil)
    #expect(noted.fileName == clip.fileName)
  }

  @Test func damagedDatabaseIsReported() throws {
    let folder = try OwnedFolder()
    try folder.publish()
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    try folder.database.close()
    let path = folder.path + "/gazecut.sqlite"
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for index in stride(from: 4096, to: bytes.count, by: 97) { bytes[index] ^= 0x5A }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(check(folder).status == .badData)
    #expect(check(folder, repairs: true).status == .badData)
  }
}
