import Foundation
import TestMaterial
import Testing

/// The built `gazecut`, run as a process.
struct Program {
  typealias Outcome = ChildProcess.Outcome

  /// Seconds after which a process is ended: a debug build that processes several videos, next to
  /// other work, takes up to a minute.
  static let limit = 300.0

  /// The program is next to the test bundle.
  static let path: String = {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folders = [bundle?.deletingLastPathComponent(), own].compactMap { $0 }
    return folders.map { $0.appendingPathComponent("gazecut").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "gazecut is not built"
  }()

  /// The program's libraries, those with most symbols first, for LD_PRELOAD.
  ///
  /// libav needs 170 libraries, and ld.so(8) searches them in order for each of 20,000 symbols.
  /// That is half of a start, and starts are most of the time of this suite. With this order a
  /// start takes 47 ms of CPU time instead of 71 ms. Child processes of the program get the same
  /// order.
  private static let preloadedLibraries: String = {
    let script = #"""
      LD_DEBUG=bindings "$0" --version 2>&1 \
        | sed -n 's/.*binding file .* to \([^ ]*\.so[^ ]*\) .*/\1/p' | grep -v /ld-linux \
        | sort | uniq -c | sort -rn | awk '{ printf "%s:", $2 }'
      """#
    let call = ChildProcess.Call(
      "/bin/sh", ["-c", script, path], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
    return (try? ChildProcess(call, limit: limit).wait().output) ?? ""
  }()

  /// Runs the program to its end and returns its output.
  @discardableResult
  static func run(
    _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(path, arguments, in: directory, environment: environment).wait()
  }

  /// Runs another program to its end and returns its output.
  static func runTool(_ name: String, _ arguments: [String]) throws -> Outcome {
    try start("/usr/bin/env", [name] + arguments, in: nil, environment: [:]).wait()
  }

  /// Starts the program without waiting.
  static func start(
    _ path: String = Program.path, _ arguments: [String], in directory: String?,
    environment: [String: String]
  ) throws -> ChildProcess {
    // A clean environment without settings of the user. The variable for line coverage is passed
    // on.
    let own = ProcessInfo.processInfo.environment.filter { $0.key == "LLVM_PROFILE_FILE" }
    var clean = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": NSTemporaryDirectory(), "LC_ALL": "C.UTF-8",
    ]
    if path == Program.path { clean["LD_PRELOAD"] = preloadedLibraries }
    clean = clean.merging(own) { $1 }.merging(environment) { $1 }
    return try ChildProcess(
      .init(path, arguments, environment: clean, in: directory), limit: limit)
  }
}
