import Foundation
import TestMaterial
import Testing

/// Each target of the Makefile installs the programs that it starts.
@Suite struct InstallDependenciesTests {
  private static let script = "jobs/install-dependencies"

  /// Programs of the Swift toolchain, which is installed before `make` can be used.
  private static let toolchain: Set<String> = [
    "docc", "llvm-cov", "llvm-profdata", "swift", "swiftc", "swift-format",
  ]

  /// The table in the script: the package of each program, and the commands that start it.
  private func table() throws -> [String: (package: String, commands: Set<String>)] {
    let text = try StartedPrograms.text(Self.script)
    let rows = try #require(text.components(separatedBy: "<<'TABLE'\n").last)
    return rows.components(separatedBy: "\nTABLE")[0].split(separator: "\n").reduce(into: [:]) {
      let words = $1.split(separator: " ").map(String.init)
      $0[words[0]] = (words[1], Set(words.dropFirst(2).map { $0.replacing("?", with: "") }))
    }
  }

  /// Each file that starts programs, with the command that runs it.
  private func files() -> [(path: String, command: String)] {
    let tests = StartedPrograms.files(below: "Tests").filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix("Tests/JobsTests/StartedPrograms")
    }
    return tests.map { ($0, "tests") } + [
      ("Tests/Jobs/as-service", "tests"), ("Tests/Jobs/as-service", "package"),
      ("jobs/package/manual-pages", "tests"), ("jobs/package/manual-pages", "install"),
      ("jobs/package/stage", "install"), ("jobs/draw-night", "install"),
      ("jobs/package/build-program", "package"),
      ("jobs/package/build-deb", "package"), ("jobs/package/build-dist", "package"),
      ("jobs/package/build-site", "package"), ("jobs/package/photograph-page", "site"),
      ("jobs/package/check-libav", "package"), ("jobs/package/build-image", "package"),
      ("Tests/Package/run", "package"),
      ("Tests/Benchmarks/bench-render", "bench"), ("Tests/Benchmarks/bench-audience", "bench"),
      ("Tests/Fuzz/run", "fuzz"), ("Tests/Slurm/run", "clusters"),
      ("Tests/Databases/run", "databases"), ("Tests/Databases/nights.py", "databases"),
      ("Tests/Kubernetes/run", "clusters"),
      ("Tests/Kubernetes/pods.py", "clusters"), ("Tests/Exports/run", "exports"),
      ("Tests/Exports/check.py", "exports"), ("Tests/Exports/decided.py", "exports"),
      ("Tests/Exports/readers.py", "exports"), ("Tests/Exports/pixels.py", "exports"),
      ("Tests/Exports/cases.py", "exports"), ("Tests/Coverage/run", "tests"),
      ("Tests/Leaks/run", "tests"), ("Tests/Threads/run", "tests"),
      ("Tests/Faults/run", "tests"),
      ("Tests/Faults/small.py", "tests"), ("Tests/Faults/calls.py", "tests"),
      ("Tests/Faults/run", "faults"), ("Tests/Faults/small.py", "faults"),
      ("Tests/Faults/calls.py", "faults"), ("Tests/Faults/rooms.py", "faults"),
      ("Tests/Faults/media.py", "faults"), ("Tests/Faults/mounts.py", "faults"),
      ("Tests/Faults/mounts.py", "tests"), ("Tests/Benchmarks/bench-idle", "bench"),
      ("jobs/slurm/gazecut-night", "clusters"),
      ("jobs/check-sources", "lint"), ("jobs/check-sources", "tests"),
      ("jobs/check-imports", "lint"), ("jobs/check-imports", "tests"),
      ("jobs/check-prose", "lint"), ("jobs/check-prose", "tests"),
      ("Makefile", "build"), (".ci/run", "build"),
    ]
  }

  @Test func scriptKnowsThePackageOfEveryStartedProgram() throws {
    let table = try table()
    var started: [String: Set<String>] = [:]
    for (path, command) in files() {
      for program in try StartedPrograms.inFile(path).subtracting(Self.toolchain) {
        started[program, default: []].insert(command)
        let row = table[program]
        #expect(
          row?.commands.contains(command) == true || row?.commands.contains("build") == true,
          "\(path) starts '\(program)': \(Self.script) must name its package, for \(command)")
      }
    }
    for (program, row) in table where row.commands != ["build"] {
      #expect(
        row.commands.subtracting(["build"]).isSubset(of: started[program] ?? []),
        "nothing starts '\(program)' for \(row.commands.sorted())")
    }
    #expect(started["ffmpeg"] == ["tests", "bench", "exports", "faults"])
    #expect(started["ffprobe"] == ["tests", "bench", "exports"])
  }

  /// The search above finds only programs that are started in known ways.
  @Test func testsStartProgramsInTheKnownWaysOnly() throws {
    for (path, _) in files() where path.hasSuffix(".swift") {
      // Only this file may start programs: with a time limit, and by names that the search finds.
      let isHelper = path.hasSuffix("/ChildProcess.swift")
      let isDirect = try StartedPrograms.startsProgramsDirectly(StartedPrograms.text(path))
      #expect(!isDirect || isHelper, "\(path) starts what? Use ExternalProgram.")
    }
  }

  @Test(arguments: [
    ("test", "--for-tests", "swift test"), ("test-formats", "--for-tests", "swift test"),
    ("bench", "--for-bench", "bench-render"), ("bench-render", "--for-bench", "bench-render"),
    ("fuzz", "--for-fuzz", "Tests/Fuzz/run"), ("lint", "--for-lint", "jobs/check-sources"),
    ("test-slurm", "--for-clusters", "Tests/Slurm/run"),
    ("test-kubernetes", "--for-clusters", "Tests/Kubernetes/run"),
    ("test-databases", "--for-databases", "Tests/Databases/run"),
    ("test-exports", "--for-exports", "Tests/Exports/run"),
    ("test-faults", "--for-faults", "Tests/Faults/run"),
    ("coverage", "--for-tests", "Tests/Coverage/run"),
    ("test-leaks", "--for-tests", "Tests/Leaks/run"),
    ("test-threads", "--for-tests", "Tests/Threads/run"),
    ("install", "--for-install", "jobs/package/stage"),
    ("deb", "--for-package", "jobs/package/build-deb"),
    ("deb", "--for-install", "jobs/package/build-deb"),
    ("dist", "--for-install", "jobs/package/build-dist"),
    ("image", "--for-package", "jobs/package/build-image"),
    ("test-libav", "--for-package", "jobs/package/check-libav"),
    ("test-deb", "--for-package", "Tests/Package/run"),
    ("site", "--for-package", "jobs/package/build-site"),
    ("site", "--for-site", "jobs/package/build-site"), ("run", "", "swift build"),
  ])
  func makeTargetInstallsThePackagesItNeeds(target: String, option: String, first: String) throws {
    let commands = try StartedPrograms.commands(ofTargets: [target])
    let call = try #require(
      commands.range(of: option.isEmpty ? Self.script : "\(Self.script) \(option)"))
    let use = try #require(commands.range(of: first))
    #expect(call.lowerBound < use.lowerBound, "\(commands)")
  }
}

/// Runs `jobs/install-dependencies` on a machine where programs are missing.
@Suite struct InstallDependenciesRunTests {
  /// A folder that is the only one in PATH; its apt-get only logs its arguments.
  private final class Machine {
    let folder = FileManager.default.temporaryDirectory.path + "/machine-\(UUID().uuidString)"

    init(with programs: [String]) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in programs {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(name)", withDestinationPath: try ExternalProgram(name).path)
      }
      for name in ["apt-get", "sudo"] {
        let text = name == "sudo" ? "exec \"$@\"" : "echo \"$@\" >>\(folder)/asked"
        try ExternalProgram.writeScript("#!\(folder)/bash\n\(text)\n", to: url(name).path)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder)/\(name)") }

    func install(_ options: String...) throws -> ExternalProgram.Outcome {
      let script = StartedPrograms.repository.appendingPathComponent("jobs/install-dependencies")
      return try ExternalProgram("bash").run(
        [script.path] + options, environment: ["PATH": folder])
    }
  }

  private static let basicPrograms = ["bash", "cat", "dirname", "env", "id", "sort"]

  @Test func missingPackagesAreInstalledAndPrinted() throws {
    let machine = try Machine(with: Self.basicPrograms)
    let outcome = try machine.install("--for-tests")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let asked = try String(contentsOf: machine.url("asked"), encoding: .utf8)
    for package in ["ffmpeg", "libavformat-dev", "pkg-config"] {
      #expect(asked.contains(" \(package)"), "\(asked)")
      #expect(outcome.output.contains(" \(package)"), "\(outcome.output)")
    }
    // A package of two programs is listed once. Packages for clusters are not installed.
    #expect(asked.components(separatedBy: " ffmpeg").count == 2, "\(asked)")
    #expect(!asked.contains("slurmctld"), "\(asked)")
  }

  @Test func missingPackagesArePrintedWithoutApt() throws {
    let machine = try Machine(with: Self.basicPrograms)
    try FileManager.default.removeItem(at: machine.url("apt-get"))
    let outcome = try machine.install("--for-tests")
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("ffmpeg"), "\(outcome.errors)")
  }

  @Test func unknownOptionIsRejected() throws {
    #expect(try Machine(with: Self.basicPrograms).install("--for-fun").status == 64)
  }

  @Test func nothingIsDoneIfAllProgramsAreInstalled() throws {
    let script = StartedPrograms.repository.appendingPathComponent("jobs/install-dependencies")
    let outcome = try ExternalProgram("bash").run([script.path, "--for-tests"])
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
  }
}
