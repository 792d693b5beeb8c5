import Foundation
import Library
import Media
import Support
package import Workspace

extension LibraryFolder {
  /// Copies the database to a new file, while other programs may use the library.
  ///
  /// - Throws: `CommandFailure` 73 if the file exists or its folder does not; `LibraryError`.
  package func backUp(to file: String) throws -> String {
    let target = Self.absolute(file)
    guard !FileManager.default.fileExists(atPath: target) else {
      throw CommandFailure(.cannotCreate, "'\(target)' already exists; choose another file")
    }
    let folder = (target as NSString).deletingLastPathComponent
    guard FileManager.default.fileExists(atPath: folder) else {
      throw CommandFailure(.cannotCreate, "there is no folder '\(folder)' to back up into")
    }
    let database = try database(for: .writing)
    try AtomicFile.create(target) { try database.backup(to: $0) }
    let megabytes = Double(AtomicFile.size(target)) / 1e6
    return """
      Backed up the database (\(String(format: "%.1f", megabytes)) MB) to \(target).
      Also keep, in another place: \(path)/gazecut.key, which links names to pseudonyms; \
      gazecut.yaml; and, if viewers were erased, the newest gazecut.erased. Without it a restored \
      backup brings back viewers who were erased later. To restore, put all files into a folder, \
      the database as gazecut.sqlite. Sources and clips are found as gazecut.yaml says, and \
      `gazecut check` compares them.
      """
  }
}
