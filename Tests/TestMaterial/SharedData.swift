package import Foundation

/// The real data that tests and benches use where it is at hand; it is not part of the repository.
package enum SharedData {
  /// The folder: `SHARED_DATA`, else `../shared/data` beside the repository; `nil` without.
  package static var folder: URL? {
    let environment = ProcessInfo.processInfo.environment["SHARED_DATA"]
    let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let beside = repository.deletingLastPathComponent().appendingPathComponent("shared/data")
    let candidate = environment.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? beside
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(
      atPath: candidate.path, isDirectory: &isFolder)
    return isThere && isFolder.boolValue ? candidate : nil
  }

  /// Whether the data is at hand: for `.enabled(if:)` with `absence` as its comment.
  package static var isPresent: Bool { folder != nil }

  /// What a test says when it is skipped for want of the data.
  package static let absence =
    "SKIPPED: real data is missing; put it in ../shared/data or set SHARED_DATA"

  /// The file at a path inside the folder.
  ///
  /// - Throws: `SharedDataMissing` when the folder or the file is not there.
  package static func file(_ path: String) throws -> URL {
    guard let file = folder?.appendingPathComponent(path),
      FileManager.default.fileExists(atPath: file.path)
    else { throw SharedDataMissing(path: path) }
    return file
  }
}

/// A file of the real data that is not there.
package struct SharedDataMissing: Error, CustomStringConvertible {
  /// Its path inside the folder.
  package var path: String

  /// What is missing, and what to do.
  package var description: String { "\(SharedData.absence) (wanted: \(path))" }
}
