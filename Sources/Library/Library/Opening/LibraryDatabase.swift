import Foundation
import GRDB

/// The library's SQLite database: imported data, decisions and rendered clips.
///
/// It uses one connection to `gazecut.sqlite` in WAL mode, so other programs can read while one
/// writes. Every call is one transaction. Viewers are stored as keyed pseudonyms (see
/// `LibraryKey`).
///
///     let library = try LibraryDatabase.open(folder: "lib", for: .writing)
///     for clip in try library.clips.all(of: "bbb") { print(clip.fileName) }
///
/// Each subject has a store of its own, which is a property of the database. Methods throw a
/// `LibraryError`. Those that take a callback also pass on its errors.
package struct LibraryDatabase: Sendable {
  package static let fileName = "gazecut.sqlite"

  package enum Purpose: Hashable, Sendable {
    /// Read only: nothing is created or changed, and a missing library is treated as empty.
    case reading
    /// Read and write: the database is created if it does not exist.
    case writing
  }

  let folder: String
  let purpose: Purpose
  let queue: DatabaseQueue
  let waiting: BusyHandler
  /// Whether there was no -wal file: no crash, and no other program had the library open.
  let wasClosedCleanly: Bool

  package func close() throws(LibraryError) {
    do { try queue.close() } catch { throw LibraryError("close the library", error) }
  }

  /// A value of the key-value table `library`.
  static func storedValue(_ name: String, _ db: Database) throws -> String? {
    try db.value("SELECT value FROM library WHERE name = ?", [name])
  }

  static func setStoredValue(_ name: String, to value: String, _ db: Database) throws {
    try db.run("REPLACE INTO library (name, value) VALUES (?, ?)", [name, value])
  }

  func reading<T>(_ operation: String, _ body: (Database) throws -> T) throws(LibraryError) -> T {
    do { return try queue.read(body) } catch { throw LibraryError(operation, error) }
  }

  /// Runs a write transaction; with `isRehearsal` (dry run) it is rolled back.
  func writing<T>(
    _ operation: String, isRehearsal: Bool = false, _ body: (Database) throws -> T
  ) throws(LibraryError) -> T {
    do {
      return try writingPassingErrors(operation, isRehearsal: isRehearsal, body)
    } catch {
      throw LibraryError(operation, error)
    }
  }

  /// Like `writing`, but passes on errors that are not from the database, for example of a
  /// callback.
  func writingPassingErrors<T>(
    _ operation: String, isRehearsal: Bool = false, _ body: (Database) throws -> T
  ) throws -> T {
    guard purpose == .writing else {
      throw LibraryError(
        .permission, operation: operation, reason: "the library was opened for reading only")
    }
    do {
      return try queue.write { db in
        guard isRehearsal else { return try body(db) }
        try db.execute(sql: "SAVEPOINT rehearsal")
        let result = try body(db)
        try db.execute(sql: "ROLLBACK TO rehearsal; RELEASE rehearsal")
        return result
      }
    } catch {
      throw LibraryError(of: error, operation) ?? error
    }
  }

  /// Copies the write-ahead log into the database and truncates it, since deleted content remains
  /// readable there.
  func truncateWriteAheadLog() throws(LibraryError) {
    let operation = "empty the write-ahead log"
    do {
      // Another program may read for a long time, so wait only briefly.
      try waiting.withTimeout(seconds: 10) {
        _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      }
    } catch {
      let failure = LibraryError(operation, error)
      guard failure.kind == .busy else { throw failure }
      throw LibraryError(
        .busy, operation: operation,
        reason: "the data was deleted, but another program is reading, so it is still in"
          + " gazecut.sqlite-wal; repeat the command when that program has ended",
        code: failure.code)
    }
  }
}

extension LibraryDatabase {
  package var sessions: SessionStore { SessionStore(database: self) }
  package var detections: DetectionStore { DetectionStore(database: self) }
  package var audiences: AudienceStore { AudienceStore(database: self) }
  package var videos: VideoStore { VideoStore(database: self) }
  package var clips: ClipStore { ClipStore(database: self) }
  package var runs: RunStore { RunStore(database: self) }
  package var intake: IntakeStore { IntakeStore(database: self) }
  package var privacy: PrivacyStore { PrivacyStore(database: self) }
}

extension LibraryDatabase {
  /// Opens the library of an existing folder.
  ///
  /// If the folder is not writable, a database opened for reading is opened with SQLite's
  /// `immutable=1`, since WAL mode needs a writable -shm file. If a crash left a -wal file there,
  /// opening fails, because the changes in it would be missing.
  ///
  /// - Parameters:
  ///   - folder: the library folder.
  ///   - purpose: with `.reading`, a missing database is treated as an empty library.
  ///   - patience: how long calls wait while another program writes.
  ///   - folderIsWritable: whether files can be created in it; with `nil` the system is asked.
  /// - Returns: the open library.
  /// - Throws: `LibraryError`: empty, foreign, damaged or newer files; permissions; a full disk.
  package static func open(
    folder: String, for purpose: Purpose, patience: LibraryTimeout = LibraryTimeout(),
    folderIsWritable: Bool? = nil
  ) throws(LibraryError) -> LibraryDatabase {
    let path = folder + "/" + fileName
    if purpose == .writing { StaleTemporaryFiles.sweep(folder) }
    let file = DatabaseFile(path: path)
    if try !file.exists() {
      if purpose == .reading { return try emptyLibrary(folder: folder) }
      try create(path)
    }
    let wasClosedCleanly = (DatabaseFile.size(path + "-wal") ?? 0) == 0
    let isWritable = unsafe folderIsWritable ?? (access(folder, W_OK) == 0)
    let immutable = purpose == .reading && !isWritable
    if immutable { try requireClosedCleanly(path) }
    do {
      let waiting = BusyHandler(patience)
      let queue = try DatabaseQueue(
        path: uri(path, immutable: immutable),
        configuration: configuration(purpose, of: file, waiting: waiting))
      let library = LibraryDatabase(
        folder: folder, purpose: purpose, queue: queue, waiting: waiting,
        wasClosedCleanly: wasClosedCleanly)
      try library.migrate()
      if purpose == .writing { try library.privacy.synchronizeErasures() }
      return library
    } catch {
      throw LibraryError("open the library \(folder)", error)
    }
  }

  /// An empty library in memory, for a folder without a database.
  private static func emptyLibrary(folder: String) throws(LibraryError) -> LibraryDatabase {
    do {
      let queue = try DatabaseQueue()
      try Schema.migrator.migrate(queue)
      return LibraryDatabase(
        folder: folder, purpose: .reading, queue: queue, waiting: BusyHandler(LibraryTimeout()),
        wasClosedCleanly: true)
    } catch {
      throw LibraryError("open the library \(folder)", error)
    }
  }

  /// Creates the database under a temporary name and links it into place.
  ///
  /// So a crash leaves no incomplete database, and of two programs at the same time one wins.
  private static func create(_ path: String) throws(LibraryError) {
    let operation = "create \(path)"
    let temporary = DurableFileWriter.temporary(path)
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(temporary + suffix) } }
    do {
      let queue = try DatabaseQueue(
        path: uri(temporary, immutable: false),
        configuration: configuration(.writing, of: nil, waiting: BusyHandler(LibraryTimeout())))
      try queue.write { try $0.execute(sql: "PRAGMA application_id = \(Schema.applicationID)") }
      try Schema.migrator.migrate(queue)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      try queue.close()
    } catch {
      throw LibraryError(operation, error)
    }
    // Only the owner may read viewers' data. SQLite gives -wal and -shm the same mode.
    unsafe chmod(temporary, 0o600)
    guard unsafe link(temporary, path) == 0 || errno == EEXIST else {
      throw LibraryError(operation, errno: errno)
    }
  }

  private static func configuration(
    _ purpose: Purpose, of file: DatabaseFile?, waiting: BusyHandler
  ) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = purpose == .reading
    configuration.journalMode = file != nil && purpose == .writing ? .wal : .default
    configuration.busyMode = .callback { waiting.shouldRetry(after: $0) }
    configuration.prepareDatabase { db in
      try file?.requireLibrary(db)
      // Overwrite deleted content with zeros instead of only unlinking its pages.
      try db.execute(sql: "PRAGMA secure_delete = ON")
    }
    return configuration
  }

  private static func uri(_ path: String, immutable: Bool) -> String {
    let allowed = CharacterSet(charactersIn: "/").union(.alphanumerics)
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return "file:" + encoded + (immutable ? "?immutable=1" : "")
  }

  private static func requireClosedCleanly(_ path: String) throws(LibraryError) {
    guard let bytes = DatabaseFile.size(path + "-wal"), bytes > 0 else { return }
    throw LibraryError(
      .permission, operation: "read \(path)",
      reason: "its folder is not writable, and a -wal file shows that it was not closed cleanly;"
        + " run `gazecut status` once with write access to the folder")
  }

  /// Runs the missing migrations; throws if the library is too new, or too old and only read.
  func migrate(by migrator: DatabaseMigrator = Schema.migrator) throws {
    let (applied, isNewer, isComplete) = try queue.read { db in
      (
        try migrator.appliedIdentifiers(db), try migrator.hasBeenSuperseded(db),
        try migrator.hasCompletedMigrations(db)
      )
    }
    func refused(_ kind: LibraryError.Kind, _ reason: String) -> LibraryError {
      LibraryError(kind, operation: "open the library \(folder)", reason: reason)
    }
    guard !isNewer else {
      throw refused(.newerVersion, "a newer gazecut made it; install that version")
    }
    guard !applied.isEmpty else {
      throw refused(
        .olderVersion,
        "a gazecut from before the first release made it, and this one cannot read it;"
          + " make a new library with gazecut init, and import again")
    }
    guard !isComplete else { return }
    guard purpose == .writing else {
      throw refused(
        .olderVersion,
        "an older gazecut made it; run `gazecut import` or `gazecut run` to update it")
    }
    try migrator.migrate(queue)
  }
}

/// The key, and the identifiers derived from it, by which a document outside of the library is
/// matched to it.
extension LibraryDatabase {
  /// An identifier of this library, derived from its key; it reveals nothing of the content.
  package func mark() throws(LibraryError) -> String {
    try existingKey()?.library ?? Self.noLibraryIdentifier
  }

  package static let noLibraryIdentifier = "empty"

  /// Creates the library's key if nothing was imported yet.
  package func makeKey() throws(LibraryError) {
    let key = try writingKey()
    try writing("store the library's key") { db in try Self.storeKeyCheck(key, db) }
  }

  /// HMAC that authenticates a part of a plan with the library's key, which workers lack.
  package func seal(_ text: String) throws(LibraryError) -> String? {
    try existingKey()?.plan(text)
  }

  /// The library's key; `nil` if nothing was imported yet; throws if the key is missing.
  func existingKey() throws(LibraryError) -> LibraryKey? {
    guard let check = try reading("read the library's key", Self.keyCheck) else { return nil }
    guard let key = try LibraryKey.read(folder: folder) else { throw Self.missingKey(folder) }
    try Self.require(key, matches: check)
    return key
  }

  /// The library's key, created if nothing was imported yet; throws if the key is missing.
  func writingKey() throws(LibraryError) -> LibraryKey {
    if let key = try LibraryKey.read(folder: folder) { return key }
    let check = try reading("read the library's key", Self.keyCheck)
    guard check == nil else { throw Self.missingKey(folder) }
    return try LibraryKey.readOrCreate(folder: folder)
  }

  /// Stores a check value of the key at the first import, and later rejects any other key.
  ///
  /// With two keys one person would be counted as two viewers.
  static func storeKeyCheck(_ key: LibraryKey, _ db: Database) throws {
    if let check = try keyCheck(db) {
      try require(key, matches: check)
    } else {
      try setStoredValue("key", to: key.check, db)
    }
  }

  private static func keyCheck(_ db: Database) throws -> String? { try storedValue("key", db) }

  private static func require(_ key: LibraryKey, matches check: String) throws(LibraryError) {
    guard key.check == check else {
      throw LibraryError(
        .key, operation: "use \(LibraryKey.fileName)",
        reason: "it is not the key this library was made with; restore the right one from a backup")
    }
  }

  /// Throws if the library's key is missing or is another library's.
  package func requireKey() throws(LibraryError) { _ = try existingKey() }

  private static func missingKey(_ folder: String) -> LibraryError {
    LibraryError(
      .key, operation: "read \(folder)/\(LibraryKey.fileName)",
      reason: "it is missing, and viewers cannot be recognised without it; restore it from a"
        + " backup, or remove gazecut.sqlite and import everything again")
  }
}

extension LibraryDatabase {
  package static var sqliteVersion: String {
    let version = try? DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "SELECT sqlite_version()")
    }
    return version.flatMap { $0 } ?? "unknown"
  }
}
