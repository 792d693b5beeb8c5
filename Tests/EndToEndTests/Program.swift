import Foundation
import Testing

/// The built `gazecut`, run as a person runs it.
struct Program {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
    var seconds: Double
  }

  /// The program lies beside the tests' own bundle.
  static let path: String = {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folders = [bundle?.deletingLastPathComponent(), own].compactMap { $0 }
    return folders.map { $0.appendingPathComponent("gazecut").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "gazecut is not built"
  }()

  /// Runs to the end and hands back all that was said.
  @discardableResult
  static func run(
    _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(path, arguments, in: directory, environment: environment).wait()
  }

  /// Runs any program, as a witness.
  static func witness(_ name: String, _ arguments: [String]) throws -> Outcome {
    try start("/usr/bin/env", [name] + arguments, in: nil, environment: [:]).wait()
  }

  /// Starts the program and lets it run.
  static func start(
    _ path: String = Program.path, _ arguments: [String], in directory: String?,
    environment: [String: String]
  ) throws -> Running {
    let running = try Running()
    running.process.executableURL = URL(fileURLWithPath: path)
    running.process.arguments = arguments
    // A clean environment: nothing of the person's own settings may reach the test.
    running.process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": NSTemporaryDirectory(), "LC_ALL": "C.UTF-8",
    ].merging(environment) { $1 }
    if let directory {
      running.process.currentDirectoryURL = URL(fileURLWithPath: directory)
    }
    try running.process.run()
    return running
  }

  /// A program that was started; its output goes to files, so no pipe can fill up.
  final class Running {
    let process = Process()
    private let folder: URL
    private let began = Date()

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["out", "err"] {
        _ = FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil)
      }
      process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("out"))
      process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
      process.standardInput = FileHandle.nullDevice
    }

    func wait() throws -> Outcome {
      process.waitUntilExit()
      defer { try? FileManager.default.removeItem(at: folder) }
      return Outcome(
        status: process.terminationStatus,
        output: try String(contentsOf: folder.appendingPathComponent("out"), encoding: .utf8),
        errors: try String(contentsOf: folder.appendingPathComponent("err"), encoding: .utf8),
        seconds: Date().timeIntervalSince(began))
    }
  }
}
