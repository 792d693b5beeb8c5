/// Why sessions of a file were not stored; it names no viewer.
package enum StoreRefusal: Error, Hashable, Sendable {
  /// So many of its viewers were erased from the library.
  case forgottenViewers(Int)
  /// A session's id was taken from the file's name, and another file of that name stands there.
  case namedLikeAnother(file: String)
  /// No earlier file is known by the path or label that was given.
  case noSuchFile
  /// Several earlier files are called so.
  case ambiguousFile(Int)
}

/// A file that was imported earlier, as a person names it.
package struct FileReference: Hashable, Sendable {
  /// The absolute path, if the text is taken for one.
  package var path: String
  /// The text itself: a label, as the sessions' list shows it.
  package var label: String

  /// Makes one.
  package init(path: String, label: String) {
    self.path = path
    self.label = label
  }
}
