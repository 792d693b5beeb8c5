import Foundation

/// A program that is not gazecut, started by a test as a witness or to make a file.
///
/// Its package stands in `jobs/install-dependencies`, which `make test` runs first; a test in
/// JobsTests finds every program by its name as it is written here: `ExternalProgram("ffmpeg")`.
package struct ExternalProgram: Sendable {
  /// What it said, and how it ended.
  package typealias Outcome = ChildProcess.Outcome

  /// Where it lies.
  package let path: String

  /// Finds a program.
  ///
  /// - Throws: `ExternalProgramMissing`, which says what to do.
  package init(_ name: String) throws {
    guard let path = Self.place(of: name) else { throw ExternalProgramMissing(name: name) }
    self.path = path
  }

  /// Whether a program is there: for `.enabled(if:)` of a test that can be done without, with
  /// `absence(of:)` as its comment.
  package static func isInstalled(_ name: String) -> Bool { place(of: name) != nil }

  /// What a test says when it is skipped for want of a program.
  package static func absence(of name: String) -> String {
    "SKIPPED: \(ExternalProgramMissing(name: name))"
  }

  /// Runs it to the end, which comes after `limit` at the latest.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - environment: all of its environment; the test's own where there is none.
  ///   - limit: seconds after which it has hung.
  /// - Returns: what it said.
  /// - Throws: what goes wrong with starting it, and `ChildOverdue`; not that it fails.
  package func run(
    _ arguments: [String], environment: [String: String]? = nil,
    limit: Double = ChildProcess.usualLimit
  ) throws -> Outcome {
    try ChildProcess(.init(path, arguments, environment: environment), limit: limit).wait()
  }

  private static func place(of name: String) -> String? {
    // What came from the Python index lies beside the build, as the script puts it.
    let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let own = repository.appendingPathComponent(".build/witnesses/bin").path
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ([own] + folders.map(String.init)).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension ExternalProgram {
  /// Writes a script that is started by its own path.
  ///
  /// By a process of its own: one that another test starts while this one holds the file open for
  /// writing holds it too until its own program begins, and the kernel starts no file that somebody
  /// may write (execve(2), ETXTBSY).
  ///
  /// - Parameters:
  ///   - text: all of it, with its first line.
  ///   - path: where it is to lie.
  /// - Throws: `POSIXError` where it cannot be written, and what goes wrong with starting `sh`.
  package static func writeScript(_ text: String, to path: String) throws {
    let writing = ["-c", #"printf %s "$1" >"$0" && chmod 755 "$0""#, path, text]
    guard try ExternalProgram("sh").run(writing).status == 0 else { throw POSIXError(.EIO) }
  }
}

/// A program that a test starts and that is not there.
package struct ExternalProgramMissing: Error, CustomStringConvertible {
  /// Its name.
  package var name: String

  /// What is missing, and what to do.
  package var description: String {
    "'\(name)' is not installed; run jobs/install-dependencies --for-tests"
  }
}
