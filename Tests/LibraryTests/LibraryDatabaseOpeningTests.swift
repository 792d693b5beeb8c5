import Foundation
import GRDB
import Testing

@testable import Library

@Suite struct LibraryDatabaseOpeningTests {
  @Test func readingAFolderWithoutALibraryWritesNothing() throws {
    let folder = try LibraryFolder()
    #expect(try folder.open(.reading).videos.all().isEmpty)
    #expect(folder.files.isEmpty)
  }

  @Test func newLibraryHasApplicationIDMigrationsAndWAL() throws {
    let folder = try LibraryFolder()
    try folder.open().close()
    #expect(folder.files == ["gazecut.sqlite"])
    let queue = try DatabaseQueue(path: folder.database)
    #expect(try queue.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") } == 0x677A_6374)
    #expect(try queue.read { try Schema.migrator.hasCompletedMigrations($0) })
    #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }

  @Test(arguments: [LibraryDatabase.Purpose.reading, .writing])
  func emptyAndForeignFilesAreRejected(_ purpose: LibraryDatabase.Purpose) throws {
    let folder = try LibraryFolder()
    try folder.write([], to: folder.database)
    #expect(folder.rejection(purpose) == .notALibrary)
    try folder.write(Array(repeating: 65, count: 5000), to: folder.database)
    #expect(folder.rejection(purpose) == .notALibrary)
    try FileManager.default.removeItem(atPath: folder.database)
    let foreign = try DatabaseQueue(path: folder.database)
    try foreign.write { try $0.execute(sql: "CREATE TABLE a (b)") }
    try foreign.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    #expect(folder.rejection(purpose) == .notALibrary)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    #expect(folder.files == ["gazecut.sqlite"])
  }

  /// SQLite follows links: it would create a database at the target, or empty an existing one.
  @Test func linksInsteadOfDatabaseFilesAreRejected() throws {
    for ending in ["", "-wal", "-shm", "-journal"] {
      let folder = try LibraryFolder()
      if !ending.isEmpty { try folder.open().close() }
      let outside = folder.database + ".outside"
      try FileManager.default.createSymbolicLink(
        atPath: folder.database + ending, withDestinationPath: outside)
      for purpose in [LibraryDatabase.Purpose.reading, .writing] {
        #expect(folder.rejection(purpose) == .notALibrary, "\(ending)")
      }
      #expect(!FileManager.default.fileExists(atPath: outside))
      guard !ending.isEmpty else { continue }
      try FileManager.default.removeItem(atPath: folder.database + ending)
      try folder.write([65], to: outside)
      try FileManager.default.linkItem(atPath: outside, toPath: folder.database + ending)
      #expect(folder.rejection(.writing) == .notALibrary, "\(ending)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: outside)) == Data([65]))
    }
  }

  /// Without this lock, another program that closes the library would delete our `-wal` file.
  @Test func openingAgainKeepsTheLocksOfTheFirstConnection() throws {
    let folder = try LibraryFolder()
    try folder.open().close()
    let library = try folder.open()
    _ = try library.sessions.store([session()])
    func isLocked() throws -> Bool {
      let file = try FileManager.default.attributesOfItem(atPath: folder.database)
      let inode = try #require(file[.systemFileNumber] as? Int)
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      return locks.split(separator: "\n").contains {
        $0.contains("POSIX") && $0.contains(" \(getpid()) ") && $0.contains(":\(inode) ")
      }
    }
    try #require(try isLocked())
    for purpose in [LibraryDatabase.Purpose.reading, .writing] {
      try folder.open(purpose).close()
      #expect(try isLocked(), "after opening it again, \(purpose)")
    }
    try library.close()
  }

  /// Migrations of a newer gazecut.
  private static let later: DatabaseMigrator = {
    var migrator = Schema.migrator
    migrator.registerMigration("2") { try $0.execute(sql: "CREATE TABLE further (word TEXT)") }
    return migrator
  }()

  @Test func newerLibraryIsRejected() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    try library.migrate(by: Self.later)
    try library.close()
    #expect(folder.rejection(.reading) == .newerVersion && folder.rejection() == .newerVersion)
  }

  @Test func olderLibraryIsMigratedWhenOpenedForWriting() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let stored = session()
    _ = try library.sessions.store([stored])
    let reader = try folder.open(.reading)
    let rejection = #expect(throws: LibraryError.self) { try reader.migrate(by: Self.later) }
    #expect(rejection?.kind == .olderVersion)
    try library.migrate(by: Self.later)
    try reader.migrate(by: Self.later)
    #expect(try reader.all(of: "bbb") == [stored.samples])
  }

  /// Before the first release, a library had `user_version` in place of migrations.
  @Test(arguments: [0, 10, 21])
  func libraryFromBeforeTheFirstReleaseIsRejected(version: Int) throws {
    let folder = try LibraryFolder()
    try folder.open().close()
    let queue = try DatabaseQueue(path: folder.database)
    try queue.write {
      try $0.execute(sql: "DROP TABLE grdb_migrations; PRAGMA user_version = \(version)")
    }
    try queue.close()
    for purpose in [LibraryDatabase.Purpose.reading, .writing] {
      let rejection = #expect(throws: LibraryError.self) { try folder.open(purpose) }
      #expect(rejection?.kind == .olderVersion)
      #expect(rejection?.description.contains("import again") ?? false)
    }
    let left = try DatabaseQueue(path: folder.database).read {
      (try Int.fetchOne($0, sql: "PRAGMA user_version"), try $0.tableExists("grdb_migrations"))
    }
    #expect(left == (version, false))
  }

  @Test func quickCheckDetectsDamage() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store((0..<40).map { session("s-\($0)", viewer: "v\($0)") })
    try library.check()
    try library.close()
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.database)))
    for index in stride(from: 4096, to: bytes.count, by: 97) { bytes[index] ^= 0x5A }
    try folder.write(bytes, to: folder.database)
    #expect(throws: LibraryError.self) { try folder.open(.reading).check() }
  }

  @Test func libraryInAReadOnlyFolderIsOpenedAsImmutable() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session()])
    // An immutable reader would ignore the pages in a `-wal` file.
    #expect(throws: LibraryError.self) {
      _ = try LibraryDatabase.open(folder: folder.path, for: .reading, folderIsWritable: false)
    }
    try library.close()
    let before = folder.files
    let reader = try LibraryDatabase.open(
      folder: folder.path, for: .reading, folderIsWritable: false)
    #expect(try reader.all(of: "bbb").count == 1)
    // No `-shm` or `-wal` file appears, because a read-only folder does not allow it.
    #expect(folder.files == before)
  }

  @Test func readingLibraryRejectsWrites() throws {
    let folder = try LibraryFolder()
    try folder.open().close()
    let reader = try folder.open(.reading)
    #expect(throws: LibraryError.self) { try reader.videos.setState(VideoState(), of: "bbb") }
  }

  @Test func errorsNameTheOperationAndTheSQLiteCode() {
    let error = LibraryError(
      "store the sessions",
      DatabaseError(resultCode: .SQLITE_FULL, message: "x", sql: "S", arguments: ["anna"]))
    #expect(error.kind == .diskFull)
    let expected =
      "Cannot store the sessions: the disk is full; free some space and try again (SQLite 13)"
    #expect(error.description == expected)
  }

  @Test func failureToGrowSharedMemoryIsReportedAsAFullDisk() {
    let error = LibraryError("open the library", DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE))
    #expect(error.kind == .diskFull)
  }
}
