import Library

/// The library's database during an intake, which opens it for writing at the first change only.
struct IntakeDatabase {
  private(set) var current: LibraryDatabase
  /// Opens the library for writing, as long as it is open only for reading.
  private var opening: (() throws -> LibraryDatabase)?

  init(_ current: LibraryDatabase, opening: (() throws -> LibraryDatabase)?) {
    (self.current, self.opening) = (current, opening)
  }

  /// The database, open for writing.
  mutating func forWriting() throws -> LibraryDatabase {
    if let opening {
      self.opening = nil
      try current.close()
      current = try opening()
    }
    return current
  }
}
