import Foundation
import GRDB

extension LibraryDatabase {
  /// Opens the library of a folder.
  ///
  /// If the folder is not writable, a database opened for reading is opened with SQLite's
  /// `immutable=1`, since WAL mode needs a writable -shm file.
  ///
  /// If a crash left a -wal file there, opening fails, because the changes in it would be missing.
  ///
  /// - Parameters:
  ///   - folder: the library folder; it must exist.
  ///   - purpose: with `.reading`, a missing database is treated as an empty library.
  ///   - patience: how long calls wait while another program writes.
  ///   - folderIsWritable: whether files can be created in the folder; with `nil` the system is
  ///     asked.
  /// - Returns: the open library.
  /// - Throws: `LibraryError`: empty, foreign, damaged or newer files; permissions; a full disk.
  package static func open(
    folder: String, for purpose: Purpose, patience: LibraryTimeout = LibraryTimeout(),
    folderIsWritable: Bool? = nil
  ) throws(LibraryError) -> LibraryDatabase {
    let path = folder + "/" + fileName
    if purpose == .writing { StaleTemporaryFiles.sweep(folder) }
    let file = DatabaseFile(path)
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
      if purpose == .writing { try library.synchronizeErasures() }
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
        folder: folder, purpose: .reading, queue: queue, waiting: BusyHandler(LibraryTimeout()))
    } catch {
      throw LibraryError("open the library \(folder)", error)
    }
  }

  /// Creates the database under a temporary name and links it into place.
  ///
  /// So a crash leaves no incomplete database, and if two programs create it at the same time, one
  /// wins.
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

  /// Runs the missing migrations, if the library is open for writing.
  ///
  /// - Throws: `LibraryError` if a newer gazecut made the library, if it has no migration, or if
  ///   one is missing and the library is open for reading.
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
        "an older gazecut made it; run `gazecut import` or `gazecut run` to update it"
      )
    }
    try migrator.migrate(queue)
  }
}

/// Temporary files in the library folder that a killed process left behind.
enum StaleTemporaryFiles {
  /// Removes the temporary files of processes that no longer run.
  static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH else { continue }
      unsafe unlink(folder + "/" + name)
    }
  }

  /// The process ID in a temporary name; `nil` for any other name.
  static func process(of name: String) -> pid_t? {
    let form = /gazecut\.(?:sqlite|key|erased)\.([0-9]+)-[0-9]+\.new(?:-wal|-shm|-journal)?/
    guard let match = name.wholeMatch(of: form), let process = pid_t(match.1), process > 0 else {
      return nil
    }
    return process
  }
}
