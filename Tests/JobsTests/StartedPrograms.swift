import Foundation
import TestMaterial

/// The programs that the project's own sources start, read from their text.
enum StartedPrograms {
  /// The repository's folder.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file of the repository.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// The programs that a Swift file, a Makefile or a script starts.
  static func inFile(_ path: String) throws -> Set<String> {
    let text = try text(path)
    if path.hasSuffix(".swift") { return inSwift(text) }
    if path == "Makefile" { return try inMakefile(text) }
    let interpreter = text.firstMatch(of: /^#!\/usr\/bin\/env (\w+)/).map { String($0.output.1) }
    let programs = interpreter == "python3" ? inPython(text) : ShellText(text).programs
    return programs.union(["env"]).union(interpreter.map { [$0] } ?? [])
  }

  /// The programs that a test starts, for example by `runTool("ffprobe", …)`,
  /// `ExternalProgram("gzip")` or `"/usr/bin/flock"`, and the programs that these start.
  static func inSwift(_ text: String) -> Set<String> {
    let calls = /(?:runTool|ExternalProgram(?:\.\w+)?)\(\s*(?:of:\s*)?"([^"\/]+)"/
    let paths = /"\/(?:usr\/)?(?:local\/)?s?bin\/([^"\/\\]+)"/
    var programs = Set(text.matches(of: calls).map { String($0.output.1) })
    programs.formUnion(text.matches(of: paths).map { String($0.output.1) })
    for starter in programs.intersection(ShellText.launchers.union(["sh", "bash"])) {
      for part in text.components(separatedBy: "\(starter)\"").dropFirst() {
        programs.formUnion(Self.programs(startedBy: starter, in: part))
      }
    }
    return programs
  }

  /// The programs that a launcher or shell starts, read from the arguments after its name.
  private static func programs(startedBy starter: String, in text: String) -> Set<String> {
    let list = text.prefix { $0 != "]" }
    let items = list.matches(of: /"((?:[^"\\]|\\.)*)"|Program\.path/).map(\.output)
    if starter == "sh" || starter == "bash" {
      let scripts = zip(items, items.dropFirst()).filter { $0.0.1 == "-c" }.compactMap(\.1.1)
      return scripts.reduce(into: []) {
        let script = String($1).replacing(/\\\([^)]*\)/, with: "./x").replacing("\\n", with: "\n")
        $0.formUnion(ShellText(script).programs)
      }
    }
    let first = items.first { $0.1 == nil || $0.1?.wholeMatch(of: /[a-z][a-z0-9._+]*/) != nil }
    return first?.1.map { [String($0)] } ?? []
  }

  /// The programs that all targets of the Makefile start.
  private static func inMakefile(_ text: String) throws -> Set<String> {
    let targets = text.matches(of: /(?m)^([a-z-]+):(?!=)/).map { String($0.output.1) }
    return ShellText(try commands(ofTargets: targets)).programs
  }

  /// The commands that make would run for the targets, in order.
  static func commands(ofTargets targets: [String]) throws -> String {
    let outcome = try ExternalProgram("make").run(["-n", "-C", repository.path] + targets)
    guard outcome.status == 0 else { throw MakeFailure(errors: outcome.errors) }
    return outcome.output.split(separator: "\n").filter { !$0.hasPrefix("make") }
      .joined(separator: "\n")
  }

  /// The error output of a failed `make -n`.
  struct MakeFailure: Error {
    var errors: String
  }

  /// Whether a text starts programs without `ExternalProgram`, so that the search misses their
  /// names and no time limit applies.
  static func startsProgramsDirectly(_ text: String) -> Bool {
    text.contains(
      /\b(?:posix_spawnp?|popen|execvp?|import Subprocess|Process(?:\(\)|\.run)|waitUntilExit)\b/)
  }

  private static func inPython(_ text: String) -> Set<String> {
    // `\b` does not match at a full stop between letters, hence `\.run`.
    let calls = /(?:\brun|\.run|which|Popen|check_output|check_call)\(\s*\[?"([^"\/]+)"/
    return Set(text.matches(of: calls).map { String($0.output.1) })
  }

  /// The files below a folder, as paths in the repository.
  static func files(below folder: String) -> [String] {
    let names = FileManager.default.enumerator(
      atPath: repository.appendingPathComponent(folder).path)
    return (names?.compactMap { $0 as? String } ?? []).sorted().map { "\(folder)/\($0)" }
  }
}
