import Foundation
import Rendering
import Settings
import Support
import Workspace

/// A program of the operator's own, which a night runs beside its work.
package struct HookProgram: Sendable {
  /// Its name or path, and its words.
  var words: [String]
  /// Seconds after which it is ended.
  var limit: Double
  /// Where it runs; a path with a slash is looked for from there.
  var folder: String

  package init(words: [String], limit: Double, folder: String) {
    self.words = words
    self.limit = limit
    self.folder = folder
  }

  /// Runs it to its end.
  ///
  /// - Parameter input: what it reads on standard input.
  /// - Returns: how it failed, as `ended with exit status 2: no such bucket`; `nil` where it did
  ///   not.
  /// - Throws: `CancellationError` where the task was cancelled; the program is ended then.
  package func run(input: String = "") async throws -> String? {
    guard let name = words.first else { return nil }
    let program = name.contains("/") ? LibraryFolder.absolute(name, from: folder) : name
    do {
      return try await BlockingCallThread.run { isCancelled in
        let child = try ChildProcess(program, words, in: folder)
        child.send(input)
        child.endInput()
        let wasTooLong = child.outlasts(limit, isCancelled)
        if isCancelled() { throw CancellationError() }
        if wasTooLong { return "took longer than \(Setting.text(limit)) s and was ended" }
        let how = child.ending().words
        return how.isEmpty ? nil : "ended with \(how)"
      }
    } catch let failure as CommandFailure {
      return "failed: \(failure.message)"
    }
  }
}
