package import Foundation
import GRDB

/// An entry of the import log: a file or database that an automatic import found, and the result.
package struct ImportLogEntry: Sendable, Hashable {
  /// Name of the item that stays the same between imports, for example its path.
  ///
  /// Only its keyed hash (HMAC) is stored.
  var identity: String
  /// Size and modification time, or similar data that shows without reading that the item is
  /// unchanged.
  var token: String
  /// Result of the import, as named by the caller.
  ///
  /// Only `taken` (imported) has `content`.
  var state: String
  /// Hash of the content and of the import options.
  ///
  /// Only its keyed hash (HMAC) is stored.
  package var content: String?
  package var label: String
  package var line: Int?
  /// Why the item was rejected; it does not identify a viewer.
  package var reason: String?
  var since = Date()
  /// Position up to which a database was read; `nil` for a file.
  package var reached: String?

  package init(
    identity: String, token: String, state: String, label: String, reached: String? = nil
  ) {
    self.identity = identity
    self.token = token
    self.state = state
    self.label = label
    self.reached = reached
  }
}

/// The result of the last import of an item, as stored in the library.
package struct LoggedImport: Sendable, Hashable, StoredRow {
  package var state: String
  package var token: String
  package var since: Date
  package var line: Int?
  package var reason: String?
  package var reached: String?
  package var label: String
}
