import EditDecisions
import Foundation
import TestMaterial
import Testing

/// `gazecut run` makes clips from stored timelines, each once.
@Suite(.waitsForPrograms) struct RunTests {
  @Test func runWritesClipsPostersMetadataAndTheReel() throws {
    let library = try TestLibrary.afterFirstRun()
    let shorts = library.clips(of: "walk")
    #expect(shorts.count == 1)
    let stem = String(shorts[0].dropLast(4))
    #expect(stem.wholeMatch(of: /walk-[0-9a-f]{10}/) != nil)
    for name in ["\(stem).jpg", "\(stem).json", "highlights.mp4", "highlights.json"] {
      #expect(library.exists("shorts/walk/\(name)"), "\(name) is missing")
    }
    #expect(!library.files("shorts/walk").contains { $0.hasPrefix(".tmp") })
  }

  @Test func clipHasTheDecidedLengthSizeAndSound() throws {
    let library = try TestLibrary.withAudience(video: TestVideo.landscape)
    try library.gazecut("run")
    let document = try library.decisions(of: "walk")
    let moment = try #require(document.moments.first)
    let clip = try FFmpeg.probe(library.path("shorts/walk/\(moment.id).mp4"))
    let frames = Int(((moment.end - moment.start) * 25).rounded())
    #expect(clip.width == 180 && clip.height == 320)
    #expect(clip.frames == frames)
    #expect(abs(clip.duration - (moment.end - moment.start)) <= 1 / 25.0)
    #expect(clip.hasSound)
    #expect(try FFmpeg.decodingErrors(library.path("shorts/walk/\(moment.id).mp4")).isEmpty)
    // The smiles are between 14 and 28 s; the core may differ by the reaction delay.
    #expect(moment.coreStart > 12 && moment.coreEnd < 31)
    #expect(moment.start <= moment.coreStart && moment.end >= moment.coreEnd)
    #expect(try #require(moment.framing.gazeKept) > 0.8)
  }

  @Test func secondRunRendersNothing() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try library.snapshot()
    let outcome = try library.gazecut("run")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("nothing"))
    let after = try library.snapshot()
    #expect(
      before.filter { $0.key.hasPrefix("shorts") }
        == after.filter {
          $0.key.hasPrefix("shorts")
        })
  }

  @Test func newSessionMakesOnlyItsVideoPending() throws {
    let library = try TestLibrary.withAudience()
    try library.add(TestVideo.short, as: "brief")
    try library.importAudience(
      SimpleAudience(video: "brief", duration: 8, smiles: [1...7]))
    try library.gazecut("run")
    try library.importAudience(.walk(viewers: 1, seed: 9), prefix: "late")
    let outcome = try library.gazecut("run")
    #expect(outcome.output.contains("walk"))
    #expect(!outcome.output.contains("brief"))
  }

  @Test func dryRunWritesNothingAndMatchesTheRun() throws {
    let library = try TestLibrary.withAudience()
    let before = try library.snapshot()
    let dry = try library.gazecut("run", "--dry-run", "--format", "json")
    #expect(dry.status == 0)
    #expect(try library.snapshot() == before)
    try library.gazecut("run")
    #expect(try library.text("shorts/walk/decisions.json") == dry.output)
    let again = try library.gazecut("run", "--dry-run", "--format", "json")
    #expect(again.output == dry.output)
  }

  /// The dry run imports into a copy and decides the same as the run.
  @Test func dryRunImportsNewFilesOnlyIntoACopy() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    _ = try SimpleAudience.walk().write(into: library.path("timelines/walk"))
    let files = try FileManager.default.contentsOfDirectory(atPath: library.path("timelines/walk"))
    _ = try Program.runTool(
      "touch", ["-d", "-1 hour"] + files.map { library.path("timelines/walk/\($0)") })
    let before = try library.snapshot()
    let scratch = library.folder + "-tmp"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let dry = try library.gazecut(
      "run", "--dry-run", "--format", "json", environment: ["TMPDIR": scratch])
    #expect(dry.status == 0 && dry.errors.contains("would be imported"), "\(dry.errors)")
    #expect(try library.snapshot() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
    let night = try library.gazecut("run")
    #expect(try library.text("shorts/walk/decisions.json") == dry.output)
    // A run prints what it made and what to do next.
    for word in ["Done in ", "1 rendered", "gazecut status"] {
      #expect(night.output.contains(word), "\(word) is missing in\n\(night.output)")
    }
  }

  @Test func dryRunWorksInAReadOnlyLibrary() throws {
    let library = try TestLibrary.withAudience()
    let free = try library.gazecut("run", "--dry-run", "--format", "json")
    _ = try Program.runTool("chmod", ["-R", "a-w", library.folder])
    let closed = try library.gazecut("run", "--dry-run", "--format", "json")
    #expect(closed.status == 0, "\(closed.errors)")
    #expect(closed.output == free.output)
  }

  @Test func dryRunPrintsATableOfMoments() throws {
    let library = try TestLibrary.withAudience()
    let table = try library.gazecut("run", "--dry-run").output
    for word in ["walk", "12 viewers", "happy", "reacting", "gaze", "crop"] {
      #expect(table.contains(word), "\(word) is missing in\n\(table)")
    }
  }

  @Test func runRejectsALockedLibrary() throws {
    let library = try TestLibrary.withAudience()
    // flock(1) locks the library like a run, while `sleep` runs.
    let holder = try Program.start(
      "/usr/bin/flock", ["-x", library.folder, "sleep", "20"], in: nil, environment: [:])
    defer { holder.signal(SIGTERM) }
    for _ in 0..<1000 {
      let other = try Program.runTool("flock", ["-n", "-E", "75", library.folder, "false"])
      if other.status == 75 { break }
    }
    #expect(try library.gazecut("run").status == 75)
    // Commands that only read do not wait.
    let dry = try library.gazecut("run", "--dry-run")
    #expect(dry.status == 0 && dry.output.hasPrefix("Pending: walk (1 of 1 video).\n"), "\(dry)")
  }

  @Test func failingVideoIsNamedAndOthersAreRendered() throws {
    let library = try TestLibrary.withAudience()
    try library.write("videos/broken.mp4", "this is no video")
    try library.importAudience(
      SimpleAudience(video: "broken", duration: 20, smiles: [2...12]))
    let outcome = try library.gazecut("run")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("broken"))
    #expect(library.clips(of: "walk").count == 1)
    let next = try library.gazecut("run")
    // If the only video fails, the run exits with the code of that video.
    #expect(next.status == 65, "a failed video is pending in every run")
    #expect(outcome.errors.contains("(failed once)"), "\(outcome.errors)")
    #expect(next.errors.contains("(failed 2 times in a row)"), "with a count: \(next.errors)")
  }

  @Test func viewerNamesAppearNowhere() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut("run", "--verbose")
    let status = try library.gazecut("status")
    let written = try library.files("shorts/walk").filter { $0.hasSuffix(".json") }
      .map { try library.text("shorts/walk/" + $0) }
    for text in [outcome.output, outcome.errors, status.output] + written {
      #expect(!text.contains("viewer-"))
    }
    // The database has only keyed pseudonyms.
    for name in library.files("") where name.hasPrefix("gazecut.sqlite") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: library.path(name)))
      #expect(bytes.range(of: Data("viewer-".utf8)) == nil, "\(name) names a viewer")
    }
  }
}
