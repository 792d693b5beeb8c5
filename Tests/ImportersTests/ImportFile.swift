import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// A file of one test, read as a format.
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

  /// What the refusal says after the path; empty when nothing is refused.
  func refusal(_ bytes: some Sequence<UInt8>, name: String = "anna.jsonl") -> String {
    do {
      _ = try read(bytes, name: name)
      return ""
    } catch let error as ImportError {
      return String(error.description.drop { $0 != ":" }.dropFirst())
    } catch {
      return "another error"
    }
  }

  func refusal(_ text: String) -> String { refusal(text.utf8) }
}
