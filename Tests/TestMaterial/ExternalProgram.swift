public import Foundation

/// A program that is not gazecut, started by a test as a witness or to make a file.
///
/// Its package stands in `jobs/install-dependencies`, which `make test` runs first; a test in
/// JobsTests finds every program by its name as it is written here: `ExternalProgram("ffmpeg")`.
public struct ExternalProgram: Sendable {
  /// What it said.
  public struct Outcome: Sendable {
    /// Its exit code.
    public var status: Int32
    /// Its standard output.
    public var output: String
    /// Its standard error.
    public var errors: String
  }

  /// Where it lies.
  public let path: String

  /// Finds a program.
  ///
  /// - Throws: `ExternalProgramMissing`, which says what to do.
  public init(_ name: String) throws {
    guard let path = Self.place(of: name) else { throw ExternalProgramMissing(name: name) }
    self.path = path
  }

  /// Whether a program is there: for `.enabled(if:)` of a test that can be done without, with
  /// `absence(of:)` as its comment.
  public static func isInstalled(_ name: String) -> Bool { place(of: name) != nil }

  /// What a test says when it is skipped for want of a program.
  public static func absence(of name: String) -> String {
    "SKIPPED: \(ExternalProgramMissing(name: name))"
  }

  /// Runs it to the end.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - environment: all of its environment; the test's own where there is none.
  /// - Returns: what it said.
  /// - Throws: what goes wrong with starting it; not that it fails.
  public func run(_ arguments: [String], environment: [String: String]? = nil) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, as two pipes may fill up while one of them is read.
    let files = ["out", "err"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let said = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(status: process.terminationStatus, output: said[0], errors: said[1])
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

/// A program that a test starts and that is not there.
public struct ExternalProgramMissing: Error, CustomStringConvertible {
  /// Its name.
  public var name: String

  /// What is missing, and what to do.
  public var description: String {
    "'\(name)' is not installed; run jobs/install-dependencies --for-tests"
  }
}
