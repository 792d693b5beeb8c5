import Foundation
import Support
import TestMaterial
import Testing

/// Write access to the folder of a plan gives access to nothing else.
@Suite(.waitsForPrograms) struct PlanAttackTests {
  /// A library with a plan whose jobs were rendered, made once and copied.
  private static let renderedTemplate = Result {
    let library = try TestLibrary.withAudience()
    try library.gazecut("plan", "--to", library.path("tonight"))
    let worked = try library.gazecut("work", library.path("tonight"))
    try #require(worked.status == 0, "\(worked.errors)")
    return library
  }

  private func renderedLibrary() throws -> TestLibrary {
    try TestLibrary(copyOf: Self.renderedTemplate.get())
  }

  /// Changes the first line of a JSON lines file, and updates the hash that needs no key.
  private func edit(
    _ name: String, of library: TestLibrary, _ change: (inout [String: Any]) -> Void
  ) throws {
    var lines = try library.text("tonight/" + name).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    change(&lines[0])
    let text = try lines.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
    }
    try library.write("tonight/" + name, text.joined())
    guard name != "videos/walk.json" else { return }
    let parts = ["jobs/walk.jsonl", "decisions/walk.json"]
    let digests = try parts.map { SHA256.hex(Array(try library.text("tonight/" + $0).utf8)) }
    try edit("videos/walk.json", of: library) { $0["digest"] = SHA256.hex(digests.joined()) }
  }

  /// Settings of a plan may only affect what is cut and how it looks.
  @Test(arguments: ["run.notify=/bin/touch\u{1F}ran\u{1F}", "library.output=elsewhere"])
  func plansCannotSetProgramsOrFolders(flag: String) throws {
    let library = try renderedLibrary()
    try edit("plan.json", of: library) { $0["flags"] = [flag] }
    let recorded = try library.gazecut("record", library.path("tonight"))
    #expect(recorded.status == 65 && recorded.errors.contains("plan.json"), "\(recorded.errors)")
    #expect(!library.exists("ran") && !library.exists("elsewhere"))
    #expect(library.clips(of: "walk").isEmpty)
    // `plan` rejects such a setting at once.
    let planned = try library.gazecut(
      "plan", "--to", library.path("other"), "--set", flag.replacing("\u{1F}", with: " "))
    #expect(planned.status == 64 && planned.errors.contains("cannot contain"), "\(planned.errors)")
  }

  /// Anyone can compute the hash of jobs, so jobs do not choose where files are.
  @Test func jobsCannotNameFilesOutsideThePlan() throws {
    let library = try renderedLibrary()
    let plan = library.path("tonight")
    let source = try library.snapshot().first { $0.key.hasPrefix("videos/") }
    try edit("jobs/walk.jsonl", of: library) { $0["output"] = "clips/../../videos/walk.mp4" }
    let worked = try library.gazecut("work", plan)
    #expect(worked.status == 65 && worked.errors.contains("walk.jsonl:1: output"), "\(worked)")
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.status == 65 || recorded.status == 3, "\(recorded)")
    #expect(try library.snapshot().first { $0.key.hasPrefix("videos/") }?.value == source?.value)
    #expect(library.clips(of: "walk").isEmpty)
  }

  /// A linked folder is not written to, and nothing behind it is used.
  @Test(arguments: ["clips", "results"]) func linkedPlanFoldersAreRejected(name: String) throws {
    let library = try renderedLibrary()
    let plan = library.path("tonight")
    try FileManager.default.moveItem(
      atPath: library.path("tonight/" + name), toPath: library.path("outside"))
    try FileManager.default.createSymbolicLink(
      atPath: library.path("tonight/" + name), withDestinationPath: library.path("outside"))
    for command in ["work", "record"] {
      let outcome = try library.gazecut(command, plan)
      #expect(outcome.status == 65 && outcome.errors.contains(name), "\(outcome)")
    }
    #expect(library.clips(of: "walk").isEmpty)
  }

  /// A worker may keep a clip open or give it a second name, so the published file is a copy.
  @Test func publishedClipIsACopyOfTheWorkersFile() throws {
    let library = try renderedLibrary()
    let clip = try #require(library.files("tonight/clips").first { $0.hasSuffix(".mp4") })
    let open = try FileHandle(
      forUpdating: URL(fileURLWithPath: library.path("tonight/clips/" + clip)))
    #expect(try library.gazecut("record", library.path("tonight")).status == 0)
    let before = try library.snapshot().filter { $0.key.hasPrefix("shorts") }
    try open.write(contentsOf: Data("changed".utf8))
    try open.close()
    #expect(try library.snapshot().filter { $0.key.hasPrefix("shorts") } == before)
  }

  /// Extreme numbers are rejected with the name of the field and do not crash the process.
  @Test(arguments: [
    ("settings", "width", 1 << 31), ("settings", "encoderThreads", 1 << 31),
    ("video", "codedWidth", 1 << 40), ("video", "stream", -1), ("stretch", "start", -1_000_000_000),
  ])
  func extremeNumbersAreRejectedByFieldName(part: String, key: String, value: Int) throws {
    let library = try renderedLibrary()
    try edit("jobs/walk.jsonl", of: library) { job in
      switch part {
      case "settings": job.change(part) { $0[key] = value }
      case "stretch":
        var stretches = job["stretches"] as? [[String: Any]] ?? []
        stretches[0][key] = value
        job["stretches"] = stretches
      default: job.change("source") { $0.change("info") { $0.change(part) { $0[key] = value } } }
      }
    }
    let worked = try library.gazecut("work", library.path("tonight"))
    #expect(worked.status == 65 && worked.errors.contains(key), "\(worked)")
  }

  /// Text of a worker cannot start a line of the log or send control characters to the terminal.
  @Test func resultsCannotForgeLogLines() throws {
    let library = try renderedLibrary()
    let forged = "2026-01-01T00:00:00Z FORGED"
    let result = try #require(library.files("tonight/results").first)
    try edit("results/" + result, of: library) { result in
      result["notices"] = ["a notice\n" + forged]
      (result["status"], result["message"]) = (65, "bad \u{1B}]0;title\u{7}\n" + forged)
    }
    let recorded = try library.gazecut("record", library.path("tonight"))
    #expect(recorded.status == 3)
    for text in [recorded.errors, recorded.output, try library.gazecut("status").output] {
      #expect(
        !text.contains("\u{1B}") && !text.split(separator: "\n").contains { $0.hasPrefix(forged) })
    }
  }

  /// Missing files are planned, as a run would render them.
  @Test func planRendersDeletedClipsAgain() throws {
    let library = try TestLibrary(copyOf: TestLibrary.afterFirstRun())
    let before = library.clips(of: "walk")
    try FileManager.default.removeItem(atPath: library.path("shorts"))
    let plan = library.path("tonight")
    #expect(try library.gazecut("plan", "--to", plan).status == 0)
    #expect(try library.gazecut("work", plan).status == 0)
    #expect(try library.gazecut("record", plan).status == 0)
    #expect(library.clips(of: "walk") == before)
    #expect(try library.gazecut("plan").errors.contains("nothing new"))
  }

  /// A video file of one plan is not recorded with another plan.
  @Test func videosOfAnotherPlanAreRejected() throws {
    let library = try renderedLibrary()
    let plan = library.path("tonight")
    let earlier = try library.text("tonight/videos/walk.json")
    try FileManager.default.removeItem(atPath: plan)
    try library.gazecut("plan", "--to", plan)
    try library.write("tonight/videos/walk.json", earlier)
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.status == 65 && recorded.errors.contains("another plan"), "\(recorded)")
  }

  /// gazecut never follows gazecut.lock to another file.
  @Test(arguments: [true, false]) func linkedLockFilesAreRejected(isHard: Bool) throws {
    let library = try TestLibrary.withAudience()
    try library.write("precious", "precious")
    try? FileManager.default.removeItem(atPath: library.path("gazecut.lock"))
    if isHard {
      try FileManager.default.linkItem(
        atPath: library.path("precious"), toPath: library.path("gazecut.lock"))
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: library.path("gazecut.lock"), withDestinationPath: library.path("precious"))
    }
    let night = try library.gazecut("run")
    #expect(night.status == 73 && night.errors.contains("gazecut.lock"), "\(night)")
    #expect(try library.text("precious") == "precious")
  }
}

extension [String: Any] {
  /// Changes a nested object.
  fileprivate mutating func change(_ key: String, _ body: (inout [String: Any]) -> Void) {
    var inner = self[key] as? [String: Any] ?? [:]
    body(&inner)
    self[key] = inner
  }
}
