import Foundation

/// A program other than gazecut that a test uses for comparison or to make a file.
///
/// `jobs/install-dependencies`, which `make test` runs first, installs its package. A test in
/// JobsTests finds every program by its literal name: `ExternalProgram("ffmpeg")`.
package struct ExternalProgram: Sendable {
  package typealias Outcome = ChildProcess.Outcome

  package let path: String

  /// Finds a program.
  ///
  /// - Throws: `ExternalProgramMissing` with instructions.
  package init(_ name: String) throws {
    guard let path = Self.place(of: name) else { throw ExternalProgramMissing(name: name) }
    self.path = path
  }

  /// Whether a program exists, for `.enabled(if:)` with `absence(of:)` as its comment.
  package static func isInstalled(_ name: String) -> Bool { place(of: name) != nil }

  /// The message of a test that is skipped because a program is missing.
  package static func absence(of name: String) -> String {
    "SKIPPED: \(ExternalProgramMissing(name: name))"
  }

  /// Runs the program until it ends or `limit` seconds have passed.
  ///
  /// - Throws: errors of starting it, and `ChildOverdue`. An exit code other than 0 is not an
  ///   error.
  package func run(
    _ arguments: [String], environment: [String: String]? = nil,
    limit: Double = ChildProcess.usualLimit
  ) throws -> Outcome {
    try ChildProcess(.init(path, arguments, environment: environment), limit: limit).wait()
  }

  private static func place(of name: String) -> String? {
    // Packages of the Python index are installed in the build folder.
    let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let own = repository.appendingPathComponent(".build/witnesses/bin").path
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ([own] + folders.map(String.init)).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension ExternalProgram {
  /// Writes an executable script, in a separate process.
  ///
  /// If this process had the file open for writing, a child that another thread starts would
  /// inherit the descriptor. The script could not be started then (execve(2), ETXTBSY).
  package static func writeScript(_ text: String, to path: String) throws {
    let writing = ["-c", #"printf %s "$1" >"$0" && chmod 755 "$0""#, path, text]
    guard try ExternalProgram("sh").run(writing).status == 0 else { throw POSIXError(.EIO) }
  }
}

package struct ExternalProgramMissing: Error, CustomStringConvertible {
  package var name: String

  package var description: String {
    "'\(name)' is not installed; run jobs/install-dependencies --for-tests"
  }
}
