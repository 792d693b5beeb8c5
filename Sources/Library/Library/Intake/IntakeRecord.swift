package import Foundation
import GRDB

/// What the library remembers of something that it was to take in.
package struct IntakeRecord: Sendable, Hashable {
  /// What names it from night to night, such as a path; only a keyed mark of it is kept.
  var identity: String
  /// What tells without reading that it is the same.
  var token: String
  /// How it was left, in the words of whoever takes in; `taken` alone has its content here.
  var state: String
  /// The digest of what it held and of how that was read; only a keyed mark of it is kept.
  package var content: String?
  /// What it may be called where anybody reads it.
  package var label: String
  /// The line that was wrong.
  package var line: Int?
  /// Why it was not taken in; it names nobody.
  package var reason: String?
  var since = Date()
  /// How far a database was read; `nil` for a file.
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

/// How an item was left, as the library remembers it.
package struct IntakeMemory: Sendable, Hashable, StoredRow {
  package var state: String
  package var token: String
  package var since: Date
  /// The line that was wrong.
  package var line: Int?
  /// Why it was not taken in.
  package var reason: String?
  /// How far a database was read.
  package var reached: String?
  /// What it may be called where anybody reads it.
  package var label: String
}
