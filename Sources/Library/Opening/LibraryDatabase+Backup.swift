import Foundation
import GRDB

extension LibraryDatabase {
  /// Copies the database into a file as it is at this moment; a run may go on writing meanwhile.
  ///
  /// The copy is whole and compact, without what was deleted, and needs no log beside it (SQLite,
  /// VACUUM INTO). It is read through once before it is said to be good.
  ///
  /// - Parameter path: a file that does not exist; its folder does.
  /// - Throws: `LibraryError`: a full disk, permissions, or a copy that is not sound.
  package func backup(to path: String) throws(LibraryError) {
    let operation = "back the library up into \(path)"
    do {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "VACUUM INTO ?", arguments: [path])
      }
      var configuration = Configuration()
      configuration.readonly = true
      let copy = try DatabaseQueue(path: path, configuration: configuration)
      let complaint = try copy.read { try Self.complaint(of: $0) }
      try copy.close()
      if let complaint {
        throw LibraryError(
          .corrupt, operation: operation, reason: "the copy is not sound: \(complaint)")
      }
    } catch {
      throw LibraryError(operation, error)
    }
  }
}
