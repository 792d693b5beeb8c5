import GRDB
package import Support

/// An error of the library: the operation, the reason and what helps.
///
/// It has SQLite's result code but no bound values, so it cannot contain data of a viewer.
package struct LibraryError: UserFacingError, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The file is empty, or was made by another program.
    case notALibrary
    case corrupt
    case newerVersion
    /// An older gazecut made the library, and it cannot be read, or not before it is written to.
    case olderVersion
    /// The key file is missing, or belongs to another library.
    case key
    /// A file or folder is not readable or writable, or other users can read a private file.
    case permission
    case diskFull
    case busy
    /// Anything else that SQLite or the system reports.
    case other
  }

  package let kind: Kind
  /// The operation that failed, as it follows "Cannot".
  let operation: String
  /// Why it failed, and what helps.
  let reason: String
  /// SQLite's extended result code; `nil` if SQLite did not fail.
  let code: Int32?

  package init(_ kind: Kind, operation: String, reason: String, code: Int32? = nil) {
    (self.kind, self.operation, self.reason, self.code) = (kind, operation, reason, code)
  }

  package var description: String {
    let suffix = code.map { " (SQLite \($0))" } ?? ""
    return "Cannot \(operation): \(reason)\(suffix)"
  }
}

extension LibraryError {
  /// Converts an error of GRDB; passes on a `LibraryError`.
  init(_ operation: String, _ error: any Error) {
    self =
      (error as? LibraryError) ?? LibraryError(of: error, operation)
      ?? LibraryError(.other, operation: operation, reason: "\(type(of: error))")
  }

  /// Converts an error that GRDB threw; `nil` for any other error.
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

  static func damaged(_ operation: String) -> LibraryError {
    LibraryError(.corrupt, operation: operation, reason: remedy(.corrupt) ?? "it is damaged")
  }

  private static func remedy(_ kind: Kind) -> String? {
    switch kind {
    case .notALibrary: "gazecut.sqlite is not an SQLite database"
    case .corrupt: "gazecut.sqlite is damaged; restore it from a backup, or import again"
    case .permission: "no permission; check the owner and mode of the library folder"
    case .diskFull: "the disk is full; free some space and try again"
    case .busy: "another program is using the library; try again"
    default: nil
    }
  }
}

extension LibraryError.Kind {
  /// The kind of error for an extended SQLite result code (sqlite.org/rescode.html).
  init(_ code: ResultCode) {
    if [.SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS].contains(code) {
      // The file is shorter than its header says.
      self = .corrupt
      return
    }
    // Enlarging the shared memory file fails only if the disk is full.
    if code == .SQLITE_IOERR_SHMSIZE {
      self = .diskFull
      return
    }
    switch code.primaryResultCode {
    case .SQLITE_NOTADB: self = .notALibrary
    // All statements are fixed and match the schema. If one fails, the schema or the values are not
    // those of gazecut.
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

extension LibraryError {
  package var status: ExitStatus {
    switch kind {
    case .notALibrary, .corrupt: .badData
    case .newerVersion, .olderVersion, .key: .configuration
    case .permission: .noPermission
    case .diskFull, .other: .inputOutputFailed
    case .busy: .tryAgain
    }
  }

  package var scope: CommandFailure.Scope { kind == .diskFull ? .run : .video }
}
