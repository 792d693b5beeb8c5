package import Foundation

/// Real data for tests and benchmarks, which is not part of the repository.
package enum SharedData {
  /// The folder: `SHARED_DATA`, or `../shared/data` next to the repository; `nil` if missing.
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

  /// Whether the data exists, for `.enabled(if:)` with `absence` as its comment.
  package static var isPresent: Bool { folder != nil }

  /// The message of a test that is skipped because the data is missing.
  package static let absence =
    "SKIPPED: real data is missing; put it in ../shared/data or set SHARED_DATA"

  /// The path of a file in the folder.
  ///
  /// - Throws: `SharedDataMissing`.
  package static func file(_ path: String) throws -> URL {
    guard let file = folder?.appendingPathComponent(path),
      FileManager.default.fileExists(atPath: file.path)
    else { throw SharedDataMissing(path: path) }
    return file
  }
}

package struct SharedDataMissing: Error, CustomStringConvertible {
  package var path: String

  package var description: String { "\(SharedData.absence) (wanted: \(path))" }
}
