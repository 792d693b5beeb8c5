import Foundation

extension LibraryDatabase {
  /// Copies this database with its key and its list of erased viewers into an empty folder.
  ///
  /// A dry run imports into such a copy. A library without a database has nothing to copy.
  ///
  /// - Throws: `LibraryError`: a full disk, or files that this user cannot read.
  package func copy(into target: String) throws(LibraryError) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder + "/" + Self.fileName) else { return }
    do {
      for name in [LibraryKey.fileName, ErasureList.fileName]
      where manager.fileExists(atPath: folder + "/" + name) {
        try manager.copyItem(atPath: folder + "/" + name, toPath: target + "/" + name)
      }
    } catch {
      throw LibraryError("copy the library \(folder)", error)
    }
    try backup(to: target + "/" + Self.fileName)
  }
}
