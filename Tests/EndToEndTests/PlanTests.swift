import Foundation
import TestMaterial
import Testing

/// A run in three steps: `plan`, `work`, which may run elsewhere, and `record`.
@Suite(.waitsForPrograms) struct PlanTests {
  /// Clips and metadata of a video by file name; links with their targets.
  private func clips(_ library: TestLibrary) throws -> [String: Data] {
    var all: [String: Data] = [:]
    for name in library.files("shorts/walk")
    where ![".retired", "latest", "index.json"].contains(name) {
      all[name] = try Data(contentsOf: URL(fileURLWithPath: library.path("shorts/walk/" + name)))
    }
    for (name, target) in try library.links(of: "walk") { all[name] = Data(target.utf8) }
    // The time of creation differs.
    let index = try library.text("shorts/walk/index.json").replacing(/, "since": "[^"]*"/, with: "")
    all["index.json"] = Data(index.utf8)
    return all
  }

  /// A plan folder that is deleted with the library.
  private func planFolder(_ library: TestLibrary) -> String { library.path("tonight") }

  /// A library with a plan, and one whose jobs were rendered; each is made once and copied.
  ///
  /// The jobs of a copy name the source file of the original library.
  private static let plannedTemplate = Result {
    let library = try TestLibrary.withAudience()
    let before = try library.snapshot()
    let planned = try library.gazecut("plan", "--to", library.path("tonight"))
    try #require(planned.status == 0, "\(planned.errors)")
    // Planning does not change the library.
    #expect(try library.snapshot().filter { !$0.key.hasPrefix("tonight") } == before)
    return library
  }
  private static let renderedTemplate = Result {
    let library = try TestLibrary(copyOf: try plannedTemplate.get())
    let worked = try library.gazecut("work", library.path("tonight"))
    try #require(worked.status == 0, "\(worked.errors)")
    return library
  }

  private func plannedLibrary() throws -> TestLibrary {
    try TestLibrary(copyOf: Self.plannedTemplate.get())
  }
  private func renderedLibrary() throws -> TestLibrary {
    try TestLibrary(copyOf: Self.renderedTemplate.get())
  }

  @Test func planWorkAndRecordGiveTheSameClipsAsRun() throws {
    let whole = try TestLibrary.afterFirstRun()
    let library = try plannedLibrary()
    let plan = planFolder(library)
    let schema = try SchemaChecker(library.gazecut("schema", "plan").output)
    #expect(try schema.problems(in: library.text("tonight/plan.json")) == [])

    // `work` needs only the plan and the source, not the library.
    for name in ["gazecut.yaml", "gazecut.sqlite", "gazecut.key"] {
      try FileManager.default.moveItem(
        atPath: library.path(name), toPath: library.path("away-" + name))
    }
    for shard in ["0/2", "1/2"] {
      let worked = try Program.run(["work", plan, "--shard", shard])
      #expect(worked.status == 0, "\(worked.errors)")
    }
    for name in ["gazecut.yaml", "gazecut.sqlite", "gazecut.key"] {
      try FileManager.default.moveItem(
        atPath: library.path("away-" + name), toPath: library.path(name))
    }
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(try clips(library) == clips(whole))
    #expect(library.files("tonight/clips").isEmpty)

    // Recording again does nothing and adds no run to the history.
    let night = try library.gazecut("status").output
    #expect(try library.gazecut("record", plan).output.contains("recorded already"))
    #expect(try library.gazecut("status").output == night)
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  @Test func restartedWorkRendersOnlyMissingFiles() throws {
    let library = try renderedLibrary()
    let plan = planFolder(library)
    let clip = try #require(library.files("tonight/clips").first { $0.hasSuffix(".mp4") })
    let before = try library.snapshot()
    let again = try library.gazecut("work", plan)
    #expect(again.output.contains("2 were there"), "\(again.output)")
    #expect(try library.snapshot() == before)

    // A lost result or clip is rendered again, identical to the byte.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library.path("tonight/clips/" + clip)))
    let reel = try #require(
      library.files("tonight/clips").last { $0.hasSuffix(".mp4") && $0 != clip })
    try FileManager.default.removeItem(
      atPath: library.path("tonight/results/" + clip.replacing(".mp4", with: ".json")))
    try FileManager.default.removeItem(atPath: library.path("tonight/clips/" + reel))
    #expect(try library.gazecut("work", plan).status == 0)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: library.path("tonight/clips/" + clip))) == bytes)
    #expect(library.exists("tonight/clips/" + reel))
    // Recorded clips are not rendered again.
    #expect(try library.gazecut("record", plan).status == 0)
    #expect(try library.gazecut("work", plan).output.contains("2 were there"))
  }

  /// Jobs that are not rendered yet stay pending and do not count as failed.
  ///
  /// Then two workers run at once.
  @Test func unrenderedJobsStayPendingUntilTheyAreRendered() throws {
    let library = try plannedLibrary()
    let plan = planFolder(library)
    let early = try library.gazecut("record", plan)
    #expect(early.status == 3 && early.output.contains("not rendered yet"), "\(early.output)")
    #expect(!(try library.gazecut("status").output.contains("failed 1x")))
    let both = try (0..<2).map { _ in
      try Program.start(Program.path, ["work", plan], in: library.folder, environment: [:])
    }
    for one in both {
      let outcome = try one.wait()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(!library.files("tonight/clips").contains { $0.hasPrefix(".tmp") })
    // Temporary files of a killed `record` are deleted by the next.
    let begun = ["tonight/.tmp-recorded.json", "tonight/results/.tmp-job.json"]
    for name in begun { try Data().write(to: URL(fileURLWithPath: library.path(name))) }
    #expect(try library.gazecut("record", plan).status == 0)
    #expect(begun.filter(library.exists).isEmpty)
    #expect(try clips(library) == clips(TestLibrary.afterFirstRun()))
  }

  @Test func replacedSourceFailsItsJobsOnce() throws {
    let library = try TestLibrary.withAudience()
    let plan = planFolder(library)
    try library.gazecut("plan", "--to", plan)
    try FileManager.default.removeItem(atPath: library.path("videos/walk.mp4"))
    try library.add(TestVideo.short, as: "walk")
    let worked = try library.gazecut("work", plan)
    #expect(worked.status == 3 && worked.errors.contains("after planning"), "\(worked.errors)")
    #expect(library.files("tonight/clips").isEmpty)
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.status == 3, "\(recorded.errors)")
    #expect(library.clips(of: "walk").isEmpty)
    #expect(try library.gazecut("plan").status == 0)
    // Recording again does not count as a second failure.
    try library.gazecut("record", plan)
    #expect(try library.gazecut("status").output.contains("failed 1x"))
  }

  @Test func removedVideoIsNotRecorded() throws {
    let library = try renderedLibrary()
    #expect(try library.gazecut("remove", "walk").status == 0)
    let recorded = try library.gazecut("record", planFolder(library))
    #expect(recorded.status == 3 && recorded.output.contains("plan again"), "\(recorded.output)")
    #expect(library.clips(of: "walk").isEmpty && !library.exists("shorts/walk/decisions.json"))
  }

  @Test func sessionsImportedAfterPlanningStayPending() throws {
    let library = try renderedLibrary()
    let plan = planFolder(library)
    try library.importAudience(.walk(viewers: 1, seed: 9), prefix: "late")
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.status == 0 && recorded.output.contains("stays pending"), "\(recorded.output)")
    #expect(try library.gazecut("status").output.contains("due"))
  }

  /// An older plan must not bring figures of an erased viewer back.
  @Test func planMadeBeforeAnErasureIsNotRecorded() throws {
    let library = try renderedLibrary()
    let plan = planFolder(library)
    #expect(try library.gazecut("forget", "viewer-0").status == 0)
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.status == 3 && recorded.output.contains("plan again"), "\(recorded.output)")
    #expect(library.clips(of: "walk").isEmpty)
  }

  @Test func wrongPlansAndFoldersAreRejected() throws {
    let library = try renderedLibrary()
    let other = try TestLibrary()
    let plan = planFolder(library)
    #expect(try other.gazecut("record", plan).status == 65)
    #expect(try library.gazecut("plan", "--to", plan).status == 73)
    for command in ["work", "record"] {
      let outcome = try library.gazecut(command, library.path("videos"))
      #expect(outcome.status == 66 && outcome.errors.contains("contains no plan"))
    }
    #expect(try library.gazecut("work", plan, "--shard", "2/2").status == 64)
    #expect(try library.gazecut("plan", "nowhere").status == 66)
  }

  /// The disk loses part of a file without changing its size.
  @Test(arguments: [".mp4", ".jpg"])
  func changedRenderedFilesAreNotRecorded(ending: String) throws {
    let library = try renderedLibrary()
    let plan = planFolder(library)
    let name = try #require(library.files("tonight/clips").first { $0.hasSuffix(ending) })
    let url = URL(fileURLWithPath: library.path("tonight/clips/" + name))
    // A link is not published, because its target could be changed later.
    let outside = library.path("outside" + ending)
    try FileManager.default.moveItem(atPath: url.path, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: outside)
    let linked = try library.gazecut("record", plan)
    #expect(linked.status == 3 && linked.errors.contains("changed after rendering"), "\(linked)")
    #expect(!library.exists("shorts/walk/" + name))
    var bytes = try Data(contentsOf: url)
    try FileManager.default.removeItem(at: url)
    bytes.resetBytes(in: bytes.count / 2..<bytes.count / 2 + 500)
    try bytes.write(to: url)
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.status == 3, "\(recorded.errors)")
    #expect(!library.exists("shorts/walk/" + name))
    let again = try library.gazecut("work", plan)
    #expect(again.status == 0 && again.output.contains("1 of 2 jobs rendered, 1 was there"))
    #expect(try library.gazecut("record", plan).status == 0)
    #expect(try clips(library) == clips(TestLibrary.afterFirstRun()))
  }

  /// A job is rendered and recorded exactly after planning, or not at all.
  @Test(arguments: [
    ("jobs/walk.jsonl", "ultrafast", "veryfast"), ("decisions/walk.json", "happy", "sad"),
  ])
  func editedPlansAreRejected(file: String, word: String, other: String) throws {
    let unrendered = try plannedLibrary()
    let done = try renderedLibrary()
    for library in [unrendered, done] {
      let text = try library.text("tonight/" + file)
      let edited = text.replacing(word, with: other)
      try #require(edited != text)
      try library.write("tonight/" + file, edited)
    }
    let worked = try unrendered.gazecut("work", planFolder(unrendered))
    #expect(worked.status == 65 && worked.errors.contains("after planning"), "\(worked.errors)")
    #expect(unrendered.files("tonight/clips").isEmpty)
    let recorded = try done.gazecut("record", planFolder(done))
    #expect(recorded.status == 3 && recorded.errors.contains("after planning"))
    #expect(done.clips(of: "walk").isEmpty)
    // A truncated index would leave jobs undone.
    try unrendered.write("tonight/index.jsonl", "")
    let cut = try unrendered.gazecut("work", planFolder(unrendered))
    #expect(cut.status == 65 && cut.errors.contains("contains 0 jobs of 2"), "\(cut.errors)")
    // An index with too many jobs is rejected at the first extra line.
    let job = try #require(try done.text("tonight/index.jsonl").split(separator: "\n").first)
    try unrendered.write("tonight/index.jsonl", "\(job)\n\(job)\n\(job)\nno job\n")
    let long = try unrendered.gazecut("work", planFolder(unrendered))
    #expect(
      long.status == 65 && long.errors.contains("index.jsonl:3: the plan has 2 jobs"),
      "\(long.errors)")
    try unrendered.write("tonight/index.jsonl", "\n\n\n")
    let empty = try unrendered.gazecut("work", planFolder(unrendered))
    #expect(empty.errors.contains("index.jsonl:1: the line is empty"), "\(empty.errors)")
  }

  /// Locks a file or folder with flock(1), like a command, until it is signalled.
  private func lockHolder(of path: String, _ kind: String) throws -> ChildProcess {
    let holder = try Program.start(
      "/usr/bin/flock", ["-F", kind, path, "sleep", "60"], in: nil, environment: [:])
    for _ in 0..<1000 {
      if try Program.runTool("flock", ["-n", "-E", "75", path, "false"]).status == 75 { break }
    }
    return holder
  }

  /// Plans can be made at the same time, but not during a run.
  @Test func plansShareTheLibraryButExcludeRuns() throws {
    let library = try TestLibrary.withAudience()
    let plan = planFolder(library)
    let planning = try lockHolder(of: library.folder, "-s")
    #expect(try library.gazecut("plan").status == 0)
    let night = try library.gazecut("run")
    #expect(night.status == 75 && night.errors.contains("or plan"), "\(night.errors)")
    planning.signal(SIGTERM)
    _ = try planning.wait()
    let running = try lockHolder(of: library.folder, "-x")
    defer { running.signal(SIGTERM) }
    #expect(try library.gazecut("plan", "--to", plan).status == 75)
    #expect(!library.exists("tonight"))
  }

  /// Each plan would delete the files of the other.
  @Test func twoPlansCannotUseOneFolder() throws {
    let library = try TestLibrary.withAudience()
    let plan = planFolder(library)
    try library.gazecut("plan", "--to", plan)
    try library.write("tonight/recorded.json", "{}")
    let before = try library.snapshot()
    let other = try lockHolder(of: plan + "/.gazecut-plan", "-x")
    let late = try library.gazecut("plan", "--to", plan)
    #expect(late.status == 75 && late.errors.contains("another plan"), "\(late.errors)")
    #expect(try library.snapshot() == before)
    other.signal(SIGTERM)
  }

  /// Folders with other files are neither emptied nor written to.
  @Test func planRejectsFoldersWithOtherFiles() throws {
    let library = try plannedLibrary()
    let before = try library.snapshot()
    for folder in [library.folder, library.path("videos")] {
      let outcome = try library.gazecut("plan", "--to", folder)
      #expect(outcome.status == 73 && outcome.errors.contains("not empty"), "\(outcome.errors)")
    }
    #expect(try library.snapshot() == before)
  }

  /// A scheduled plan with nothing pending leaves an empty plan, which the next plan replaces.
  @Test func emptyPlanIsReplacedByTheNext() throws {
    let library = try TestLibrary()
    for _ in 1...2 {
      let outcome = try library.gazecut("plan", "--to", planFolder(library))
      #expect(outcome.status == 0 && outcome.output.contains("empty"), "\(outcome.errors)")
    }
  }

  /// Each printed line is a complete job, as in the files of a plan.
  @Test func planPrintsOneJobPerLine() throws {
    let library = try TestLibrary.withAudience()
    let before = try library.snapshot()
    let printed = try library.gazecut("plan")
    #expect(try library.snapshot() == before)
    let lines = printed.output.split(separator: "\n")
    #expect(lines.count == 2)
    let schema = try SchemaChecker(library.gazecut("schema", "job").output)
    for line in lines {
      let job = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(job["schema"] as? String == "gazecut.job/1")
      for key in ["id", "source", "settings", "stretches", "frames", "output"] {
        #expect(job[key] != nil, "\(key) is missing")
      }
      #expect(try schema.problems(in: String(line)) == [])
      // A job contains no viewer and no figure.
      #expect(!line.contains("viewer") && !line.contains("reacting"))
    }
  }

  @Test func runOfOneVideoLeavesOthersPending() throws {
    let library = try TestLibrary.withAudience()
    try library.add(TestVideo.short, as: "brief")
    try library.importAudience(SimpleAudience(video: "brief", duration: 8, smiles: [1...7]))
    let outcome = try library.gazecut("run", "brief")
    #expect(outcome.status == 0 && !outcome.output.contains("walk"), "\(outcome.output)")
    #expect(library.clips(of: "walk").isEmpty)
    #expect(try library.gazecut("run", "nowhere").status == 66)
  }
}
