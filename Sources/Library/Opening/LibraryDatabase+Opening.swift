import Foundation
import GRDB

extension LibraryDatabase {
  /// Opens the library of a folder.
  ///
  /// For reading, a folder that may not be written is opened with SQLite's `immutable=1`, since
  /// WAL mode needs its -shm beside the file; a -wal left there by a crash then refuses, because
  /// what it holds would be missed.
  ///
  /// - Parameters:
  ///   - folder: the library folder; it must exist.
  ///   - purpose: for reading, a database that is not there yet reads as an empty library.
  ///   - patience: how long its calls wait while another program writes.
  ///   - folderIsWritable: whether files can be made beside it; without a word the system is asked.
  /// - Returns: the open library.
  /// - Throws: `LibraryError`: empty, foreign, damaged or newer files; permissions; a full disk.
  package static func open(
    folder: String, for purpose: Purpose, patience: LibraryPatience = LibraryPatience(),
    folderIsWritable: Bool? = nil
  ) throws(LibraryError) -> LibraryDatabase {
    let path = folder + "/" + fileName
    if purpose == .writing { Leftovers.sweep(folder) }
    let file = DatabaseFile(path)
    if try !file.exists() {
      if purpose == .reading { return try empty(folder: folder) }
      try create(path)
    }
    let wasClosedCleanly = (DatabaseFile.size(path + "-wal") ?? 0) == 0
    let isWritable = unsafe folderIsWritable ?? (access(folder, W_OK) == 0)
    let immutable = purpose == .reading && !isWritable
    if immutable { try requireClosedCleanly(path) }
    do {
      let waiting = BusyWait(patience)
      let queue = try DatabaseQueue(
        path: uri(path, immutable: immutable),
        configuration: configuration(purpose, of: file, waiting: waiting))
      let library = LibraryDatabase(
        folder: folder, purpose: purpose, queue: queue, waiting: waiting,
        wasClosedCleanly: wasClosedCleanly)
      try library.bringUpToDate()
      if purpose == .writing { try library.mergeErasures() }
      return library
    } catch {
      throw LibraryError("open the library \(folder)", error)
    }
  }

  /// A library that holds nothing and lies nowhere: what a folder without a database reads as.
  private static func empty(folder: String) throws(LibraryError) -> LibraryDatabase {
    do {
      let queue = try DatabaseQueue()
      try queue.write { try Schema.migrate($0, from: 0) }
      return LibraryDatabase(
        folder: folder, purpose: .reading, queue: queue, waiting: BusyWait(LibraryPatience()))
    } catch {
      throw LibraryError("open the library \(folder)", error)
    }
  }

  /// Makes the database under another name and links it into place, so that a crash leaves none
  /// and of two first imports one wins.
  private static func create(_ path: String) throws(LibraryError) {
    let operation = "create \(path)"
    let temporary = DurableFile.temporary(path)
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(temporary + suffix) } }
    do {
      let queue = try DatabaseQueue(
        path: uri(temporary, immutable: false),
        configuration: configuration(.writing, of: nil, waiting: BusyWait(LibraryPatience())))
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        try db.inTransaction {
          try Schema.migrate(db, from: 0)
          return .commit
        }
        try db.execute(sql: "PRAGMA journal_mode = WAL")
      }
      try queue.close()
    } catch {
      throw LibraryError(operation, error)
    }
    // What viewers did is nobody's business but the owner's; SQLite gives -wal and -shm the same.
    unsafe chmod(temporary, 0o600)
    guard unsafe link(temporary, path) == 0 || errno == EEXIST else {
      throw LibraryError(operation, errno: errno)
    }
  }

  private static func configuration(
    _ purpose: Purpose, of file: DatabaseFile?, waiting: BusyWait
  ) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = purpose == .reading
    configuration.journalMode = file != nil && purpose == .writing ? .wal : .default
    configuration.busyMode = .callback { waiting.mayTryAgain(after: $0) }
    configuration.prepareDatabase { db in
      try file?.requireLibrary(db)
      // What is forgotten is overwritten, not only unlinked.
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
      reason: "its folder may not be written, and a -wal shows that it was not closed cleanly;"
        + " run gazecut status once where the folder may be written")
  }

  /// No gazecut will ever have so high a version.
  private static let absurdVersion = 10_000

  private func bringUpToDate() throws {
    let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } ?? 0
    guard version != Schema.version else { return }
    func refused(_ kind: LibraryError.Kind, _ reason: String) -> LibraryError {
      LibraryError(kind, operation: "open the library \(folder)", reason: reason)
    }
    guard version >= 0, version < Self.absurdVersion else {
      throw refused(
        .corrupt,
        "gazecut.sqlite is damaged (version \(version)); restore it from a copy, or import again")
    }
    guard version < Schema.version else {
      throw refused(
        .newerVersion,
        "it has version \(version) and this gazecut knows \(Schema.version);"
          + " install a newer gazecut")
    }
    guard version > 0 else { throw refused(.notALibrary, "it holds no tables") }
    guard Schema.known.contains(version) else {
      throw refused(
        .olderVersion,
        "it has version \(version), which no release of gazecut wrote; import again")
    }
    guard purpose == .writing else {
      throw refused(
        .olderVersion, "it was made by an older gazecut; gazecut import or run brings it up to date"
      )
    }
    try queue.write { db in
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      try Schema.migrate(db, from: version)
    }
  }
}

/// Files of the library folder that served on the way to one that stays, left there because the
/// process that made them was killed.
enum Leftovers {
  /// Removes those whose process is gone.
  static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH else { continue }
      unsafe unlink(folder + "/" + name)
    }
  }

  /// The process that a temporary name carries; `nil` for any other name.
  static func process(of name: String) -> pid_t? {
    let form = /gazecut\.(?:sqlite|key|erased)\.([0-9]+)-[0-9]+\.new(?:-wal|-shm|-journal)?/
    guard let match = name.wholeMatch(of: form), let process = pid_t(match.1), process > 0 else {
      return nil
    }
    return process
  }
}
