import GRDB
import Hashing

/// Digests by which a document outside of the library is known to belong to it, and to its present.
extension LibraryDatabase {
  /// A mark that only this library has; it tells nothing of what it holds.
  ///
  /// - Throws: `LibraryError`.
  package func mark() throws(LibraryError) -> String {
    try knownKey()?.library ?? "empty"
  }

  /// A digest that changes when a viewer is erased, or admitted again.
  ///
  /// - Throws: `LibraryError`.
  package func erasedMark() throws(LibraryError) -> String {
    try reading("read who was erased") { db in
      let marks = try String.fetchAll(db, sql: "SELECT viewer FROM forgotten ORDER BY viewer")
      return String(SHA256.hex(marks.joined(separator: "\n")).prefix(16))
    }
  }
}
