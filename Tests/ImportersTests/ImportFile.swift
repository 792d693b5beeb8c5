import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Imports bytes of a test as a file of one format.
struct ImportFile {
  let format: String
  var options = ImportOptions()

  func read(_ bytes: some Sequence<UInt8>, name: String = "anna.jsonl") throws -> ImportedFile {
    let folder = NSTemporaryDirectory() + "gazecut-import-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try #require(ImportFormat.named(format)).read(path, options)
  }

  func sessions(_ text: String, name: String = "anna.jsonl") throws -> [ImportedSession] {
    guard case .sessions(let sessions) = try read(text.utf8, name: name) else { return [] }
    return sessions
  }

  /// The error message after the path, or an empty text if the file is accepted.
  func rejection(_ bytes: some Sequence<UInt8>, name: String = "anna.jsonl") -> String {
    do {
      _ = try read(bytes, name: name)
      return ""
    } catch let error as ImportError {
      return String(error.description.drop { $0 != ":" }.dropFirst())
    } catch {
      return "another error"
    }
  }

  func rejection(_ text: String) -> String { rejection(text.utf8) }
}
