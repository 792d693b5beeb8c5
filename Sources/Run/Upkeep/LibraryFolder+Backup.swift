import Failures
import Foundation
import Library
import Media
package import Workspace

extension LibraryFolder {
  /// Copies the database, which cannot be made again, while whoever works on the library goes on.
  ///
  /// - Parameter file: where to; nothing may be there.
  /// - Returns: lines for the operator.
  /// - Throws: `CommandFailure` 73 where a file is there or the folder is not; `LibraryError`.
  package func backUp(to file: String) throws -> String {
    let target = Self.absolute(file)
    guard !FileManager.default.fileExists(atPath: target) else {
      throw CommandFailure(.cannotCreate, "'\(target)' is there already; name another file")
    }
    let folder = (target as NSString).deletingLastPathComponent
    guard FileManager.default.fileExists(atPath: folder) else {
      throw CommandFailure(.cannotCreate, "there is no folder '\(folder)' to back up into")
    }
    let database = try database(for: .writing)
    try AtomicFile.create(target) { try database.backup(to: $0) }
    let megabytes = Double(AtomicFile.size(target)) / 1e6
    return """
      Backed up the database (\(String(format: "%.1f", megabytes)) MB) into \(target).
      Keep apart from it: \(path)/gazecut.key, which leads from names to pseudonyms; gazecut.yaml; \
      and, once anybody was erased, the newest gazecut.erased: without it a restored backup brings \
      back who was erased after it was made. To restore, put all into a folder, the database as \
      gazecut.sqlite; sources and shorts are found again where gazecut.yaml says, and \
      `gazecut check` compares them.
      """
  }
}
