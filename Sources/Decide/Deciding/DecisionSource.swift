import EditDecisions
import Foundation
import Support

package enum DecisionSource: Sendable {
  case audience
  /// Time ranges of the user in seconds, framed by the audience; `adds` keeps the earlier moments.
  case windows([ClosedRange<Double>], adds: Bool)
  /// A document that the user edited, and its path or another name for messages.
  case document(String, path: String)

  package static func document(path: String) throws -> DecisionSource {
    .document(try text(of: path, option: "--decisions"), path: path)
  }

  /// Reads a file given with an option.
  ///
  /// Throws `CommandFailure` 66 or 77, or 65 if it is not text or too large.
  package static func text(of path: String, option: String) throws -> String {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(.notFound, "\(option): there is no file '\(path)'")
    }
    // A pipe is a file too. Do not read more than the maximum size of a document.
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(.noPermission, "\(option): cannot read '\(path)'")
    }
    let data: Data
    do {
      data = try file.read(upToCount: DecisionLimits.bytes + 1) ?? Data()
    } catch {
      throw CommandFailure(.badData, "\(option): '\(path)' cannot be read; is it a folder?")
    }
    guard data.count <= DecisionLimits.bytes else {
      throw CommandFailure(
        .badData,
        "\(path): has more than \(DecisionLimits.bytes) bytes, the most that a document may have")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CommandFailure(.badData, "\(path): is not UTF-8; save it as UTF-8")
    }
    return text
  }

  package var isAudience: Bool {
    if case .audience = self { true } else { false }
  }
}
