import Foundation
import TestMaterial
import Testing

/// The built `gazecut`, run as a person runs it.
struct Program {
  typealias Outcome = ChildProcess.Outcome

  /// Seconds after which it has hung: a night of several videos, built for debugging, among other
  /// tests and other work takes up to a minute.
  static let limit = 300.0

  /// The program lies beside the tests' own bundle.
  static let path: String = {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folders = [bundle?.deletingLastPathComponent(), own].compactMap { $0 }
    return folders.map { $0.appendingPathComponent("gazecut").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "gazecut is not built"
  }()

  /// The libraries in which the program's names are found, most names first.
  ///
  /// libav brings 170 libraries, and ld.so(8) seeks each of 20,000 names in one after another: of
  /// a start that is half, and starts are most of what this suite costs. These are the program's
  /// own libraries, those asked most first; what it starts gets the same. A start then takes 47 ms
  /// of the processor in place of 71.
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

  /// Runs to the end and hands back all that was said.
  @discardableResult
  static func run(
    _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(path, arguments, in: directory, environment: environment).wait()
  }

  /// Runs any program, as a witness.
  static func runTool(_ name: String, _ arguments: [String]) throws -> Outcome {
    try start("/usr/bin/env", [name] + arguments, in: nil, environment: [:]).wait()
  }

  /// Starts the program and lets it run.
  static func start(
    _ path: String = Program.path, _ arguments: [String], in directory: String?,
    environment: [String: String]
  ) throws -> ChildProcess {
    // A clean environment: nothing of the person's own settings may reach the test. Where lines are
    // counted, those that the program runs are, too.
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
