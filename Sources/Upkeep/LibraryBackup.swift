import Failures
import Foundation
import Library
import Media
package import Workspace

/// A copy of what cannot be made again: the database.
package struct LibraryBackup {
  private let library: LibraryFolder

  /// Prepares a copy of a library.
  package init(library: LibraryFolder) { self.library = library }

  /// Copies the database while whoever works on the library goes on.
  ///
  /// - Parameter file: where to; nothing may be there.
  /// - Returns: lines for the operator.
  /// - Throws: `CommandFailure` 73 where a file is there or the folder is not; `LibraryError`.
  package func write(to file: String) throws -> String {
    let path = LibraryFolder.absolute(file, from: FileManager.default.currentDirectoryPath)
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(.cannotCreate, "'\(path)' is there already; name another file")
    }
    let folder = (path as NSString).deletingLastPathComponent
    guard FileManager.default.fileExists(atPath: folder) else {
      throw CommandFailure(.cannotCreate, "there is no folder '\(folder)' to back up into")
    }
    let database = try library.database(for: .writing)
    try AtomicFile.create(path) { try database.backup(to: $0) }
    let megabytes = Double(AtomicFile.size(path)) / 1e6
    return """
      Backed up the database (\(String(format: "%.1f", megabytes)) MB) into \(path).
      Keep with it, apart from it: \(library.path)/gazecut.key, which leads from names to pseudonyms, \
      and gazecut.yaml. To restore, put all three into a folder, the database as gazecut.sqlite; \
      sources and shorts are found again where gazecut.yaml says, and `gazecut check` compares them.
      """
  }
}
