import GRDB

/// Why the library refused: what was being done, what stood in the way, and what helps.
///
/// It keeps SQLite's code and never a bound value, so no viewer can appear in it.
package struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; the command line maps each to an exit code.
  package enum Kind: Hashable, Sendable {
    /// The file is empty, or was made by another program.
    case notALibrary
    case corrupt
    /// A newer gazecut made the library.
    case newerVersion
    /// An older gazecut made the library, and it cannot be read, or not before it is written to.
    case olderVersion
    /// The key file is missing or is not the library's own.
    case key
    /// A file or folder may not be read or written, or a file is open to others.
    case permission
    case diskFull
    case busy
    /// Anything else that SQLite or the system reports.
    case other
  }

  /// What kind of trouble it is.
  package let kind: Kind
  /// What was being done, as in "Cannot …".
  let operation: String
  /// What stood in the way, and what helps.
  let reason: String
  /// SQLite's extended result code, where SQLite failed.
  let code: Int32?

  package init(_ kind: Kind, operation: String, reason: String, code: Int32? = nil) {
    self.kind = kind
    self.operation = operation
    self.reason = reason
    self.code = code
  }

  /// One line: the operation, the reason and SQLite's code.
  package var description: String {
    let suffix = code.map { " (SQLite \($0))" } ?? ""
    return "Cannot \(operation): \(reason)\(suffix)"
  }
}

extension LibraryError {
  /// Turns what GRDB threw into the library's own error, once; its own errors pass unchanged.
  init(_ operation: String, _ error: any Error) {
    self =
      (error as? LibraryError) ?? LibraryError(of: error, operation)
      ?? LibraryError(.other, operation: operation, reason: "\(type(of: error))")
  }

  /// The library's own error for what GRDB threw; `nil` for what others did.
  init?(of error: any Error, _ operation: String) {
    if error is RowDecodingError || error is DecodingError {
      self = .damaged(operation)
      return
    }
    guard let error = error as? DatabaseError else { return nil }
    let kind = Kind(error.extendedResultCode)
    self.init(
      kind, operation: operation, reason: Self.remedy(kind) ?? error.message ?? "unknown error",
      code: error.extendedResultCode.rawValue)
  }

  /// A value that no gazecut stores.
  static func damaged(_ operation: String) -> LibraryError {
    LibraryError(.corrupt, operation: operation, reason: remedy(.corrupt) ?? "it is damaged")
  }

  private static func remedy(_ kind: Kind) -> String? {
    switch kind {
    case .notALibrary: "gazecut.sqlite is not an SQLite database"
    case .corrupt: "gazecut.sqlite is damaged; restore it from a copy, or import again"
    case .permission: "no permission; check the owner and mode of the library folder"
    case .diskFull: "the disk is full; free some space and try again"
    case .busy: "another program holds the library; try again"
    default: nil
    }
  }
}

extension LibraryError.Kind {
  /// The kind of an extended SQLite result code (sqlite.org/rescode.html).
  init(_ code: ResultCode) {
    if [.SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS].contains(code) {
      // The file ends before its own header says so.
      self = .corrupt
      return
    }
    // Enlarging the shared memory file failed, which only a full disk does.
    if code == .SQLITE_IOERR_SHMSIZE {
      self = .diskFull
      return
    }
    switch code.primaryResultCode {
    case .SQLITE_NOTADB: self = .notALibrary
    // Every statement is fixed and fits the schema: one that fails met another schema, or values
    // that no gazecut stores.
    case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_TOOBIG,
      .SQLITE_FORMAT, .SQLITE_SCHEMA:
      self = .corrupt
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_AUTH: self = .permission
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    default: self = .other
    }
  }
}
