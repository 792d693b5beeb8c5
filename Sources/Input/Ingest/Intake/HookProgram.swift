import Foundation
import Rendering
import Settings
import Support
import Workspace

/// A program of the user that a run starts, for example before importing.
package enum HookProgram {
  /// Runs the program to its end, and returns how it failed, if it did.
  ///
  /// For example `ended with exit status 2: no such bucket`. `words` are its name or path, and its
  /// arguments. After `limit` seconds it is stopped. A path with a slash is relative to `folder`,
  /// the working directory. `input` is its standard input. Throws `CancellationError` if the task
  /// was cancelled; the program is then stopped.
  package static func run(
    _ words: [String], limit: Double, in folder: String, input: String = ""
  ) async throws -> String? {
    guard let name = words.first else { return nil }
    let program = name.contains("/") ? LibraryFolder.absolute(name, from: folder) : name
    do {
      return try await BlockingCallThread.run { isCancelled in
        let child = try ChildProcess(program, words, in: folder)
        child.send(input)
        child.endInput()
        let wasTooLong = child.waitForEnd(limit, isCancelled)
        if isCancelled() { throw CancellationError() }
        if wasTooLong { return "took longer than \(Setting.text(limit)) s and was ended" }
        let how = child.waitForExit().words
        return how.isEmpty ? nil : "ended with \(how)"
      }
    } catch let failure as CommandFailure {
      return "failed: \(failure.message)"
    }
  }
}
