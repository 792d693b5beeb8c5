import Foundation
import TestMaterial
import Testing

/// A stopped run leaves nothing incomplete, and the next run continues.
@Suite(.waitsForPrograms) struct InterruptionTests {
  /// Rendering is slow enough to be interrupted on any machine.
  static let slowSettings = """
    render:
      width: 1080
      height: 1920
      preset: slow
    """

  /// Starts a run and waits until a worker has begun to write a clip.
  private func startRun(
    _ library: TestLibrary, _ arguments: [String] = ["run"],
    environment: [String: String] = [:]
  ) throws -> ChildProcess {
    let night = try Program.start(
      Program.path, arguments, in: nil,
      environment: ["GAZECUT_LIBRARY": library.folder].merging(environment) { $1 })
    for _ in 0..<600 where videosBeingWritten(in: library).isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
    }
    try #require(!videosBeingWritten(in: library).isEmpty)
    return night
  }

  /// The videos for which a file is being written.
  private func videosBeingWritten(in library: TestLibrary) -> [String] {
    ["walk", "other"].filter { library.files("shorts/" + $0).contains(where: isTemporary) }
  }

  private func isTemporary(_ name: String) -> Bool { name.hasPrefix(".tmp") }

  /// Expects that published files are complete.
  ///
  /// The small reel may be complete before the clip that the signal interrupted. The clip must not
  /// exist.
  private func expectOnlyCompleteFiles(of library: TestLibrary) throws {
    let left = library.files("shorts/walk")
    #expect(left.allSatisfy { $0 == Self.reel }, "\(left)")
    if left.contains(Self.reel) {
      #expect(try FFmpeg.decodingErrors(library.folder + "/shorts/walk/" + Self.reel) == "")
    }
  }

  private static let reel = "highlights.mp4"

  /// Waits until the workers have ended, which are children of the run.
  private func waitForWorkers(of library: TestLibrary) {
    for _ in 0..<240 where !videosBeingWritten(in: library).isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Two videos are rendered in parallel unless memory is short.
  ///
  /// All files of one video come from one process.
  @Test(arguments: [("8GB", 2), ("1MB", 1)])
  func videosRenderInParallelIfMemoryAllows(memory: String, expected: Int) throws {
    let library = try TestLibrary.withAudience(Self.slowSettings)
    try library.add(TestVideo.landscape, as: "other")
    var audience = SimpleAudience.walk(seed: 2)
    audience.video = "other"
    try library.importAudience(audience, prefix: "other")
    let night = try startRun(library, environment: ["GAZECUT_RUN_MEMORY": memory])
    var most = 0
    // A second process may start late on a busy machine. If none must start, waiting as long as the
    // first one takes to start is enough.
    for _ in 0..<(expected > 1 ? 600 : 20) where most < 2 {
      most = max(most, videosBeingWritten(in: library).count)
      Thread.sleep(forTimeInterval: 0.05)
    }
    night.signal(SIGINT)
    _ = try night.wait()
    #expect(most == expected)
  }

  @Test func deletedClipIsRenderedAfterAStoppedRun() throws {
    // Clip and reel are rendered twice, one second each.
    let library = try TestLibrary.withAudience(
      "run.report: off\nrender: {width: 360, height: 640, preset: medium}")
    try #require(library.gazecut("run").status == 0)
    let before = library.files("shorts/walk").filter { $0.hasSuffix(".mp4") }
    for name in before where name != Self.reel {
      try FileManager.default.removeItem(atPath: library.path("shorts/walk/" + name))
    }
    let night = try startRun(library)
    night.signal(SIGINT)
    _ = try night.wait()
    #expect(library.files("shorts/walk").filter { $0.hasSuffix(".mp4") } == [Self.reel])
    #expect(try library.gazecut("run").status == 0)
    #expect(library.files("shorts/walk").filter { $0.hasSuffix(".mp4") } == before)
  }

  /// A reel edited by hand is kept, and so may be the reel of the stopped run.
  @Test(arguments: [false, true])
  func editedReelIsKeptAfterAStoppedRun(isChanged: Bool) throws {
    let library = try TestLibrary.withAudience(TestLibrary.quickSettings)
    try #require(library.gazecut("run").status == 0)
    let reel = URL(fileURLWithPath: library.path("shorts/walk/" + Self.reel))
    let before = try Data(contentsOf: reel)
    try library.write("gazecut.yaml", "run.report: off\n" + Self.slowSettings)
    let night = try startRun(library)
    night.signal(SIGINT)
    _ = try night.wait()
    waitForWorkers(of: library)
    if isChanged { try (before + Data("mine".utf8)).write(to: reel) }
    let found = try Data(contentsOf: reel)
    try library.write(
      "gazecut.yaml", TestLibrary.quickSettings.replacing("crf: 24", with: "crf: 30"))
    let next = try library.gazecut("run")
    #expect(next.status == 0, "\(next.errors)")
    let kept = library.files("shorts/walk").filter { $0.contains("kept") }
    #expect(kept == (found == before ? [] : ["highlights-kept-1.mp4"]))
    #expect(next.errors.contains("is kept as highlights-kept-1.mp4") == (found != before))
    for name in kept {
      let path = library.path("shorts/walk/" + name)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == found)
    }
    #expect(try Data(contentsOf: reel) != found, "the reel is that of the run")
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  /// This holds even if the run is stopped before it has rendered its own reel.
  @Test func stoppedRunReportsWhereAnEditedReelIsKept() throws {
    let library = try TestLibrary.withAudience(TestLibrary.quickSettings)
    try #require(library.gazecut("run").status == 0)
    try library.write("gazecut.yaml", Self.slowSettings)
    var outcomes: [Program.Outcome] = []
    for change in ["first", "second"] {
      let night = try startRun(library)
      night.signal(SIGINT)
      outcomes.append(try night.wait())
      waitForWorkers(of: library)
      try library.write("shorts/walk/" + Self.reel, change)
    }
    #expect(!outcomes[0].errors.contains("is kept as"), "\(outcomes[0].errors)")
    #expect(
      outcomes[1].errors.contains("is kept as highlights-kept-1.mp4"), "\(outcomes[1].errors)")
    #expect(try library.text("shorts/walk/highlights-kept-1.mp4") == "first")
  }

  @Test func stoppedRegeneratePrintsHowToContinue() throws {
    let library = try TestLibrary.withAudience(Self.slowSettings)
    let night = try startRun(
      library, ["regenerate", "walk", "--moment", "2-14", "--moment", "20-32"])
    night.signal(SIGINT)
    let stopped = try night.wait()
    let again = "to continue: gazecut regenerate walk --moment 2-14 --moment 20-32"
    #expect(stopped.errors.contains(again), "\(stopped.errors)")
    waitForWorkers(of: library)
    #expect(videosBeingWritten(in: library).isEmpty)
  }

  @Test(arguments: [(Int32(SIGINT), Int32(130)), (Int32(SIGTERM), Int32(143))])
  func signalLeavesNoIncompleteFiles(number: Int32, status: Int32) throws {
    let library = try TestLibrary.withAudience(Self.slowSettings)
    let night = try startRun(library)
    night.signal(number)
    let outcome = try night.wait()
    #expect(outcome.status == status, "\(outcome.errors)")
    waitForWorkers(of: library)
    try expectOnlyCompleteFiles(of: library)
    let standing = try library.gazecut("status").output
    #expect(standing.contains("due"))
    #expect(standing.contains("exit \(status)"), "\(standing)")
  }

  @Test func killedRunEndsItsWorkersAndTheNextRunCompletes() throws {
    let library = try TestLibrary.withAudience(Self.slowSettings)
    let night = try startRun(library)
    night.signal(SIGKILL)
    _ = try night.wait()
    waitForWorkers(of: library)
    #expect(library.clips(of: "walk").allSatisfy(isTemporary))
    // A file that a killed worker would leave is deleted.
    try library.write("shorts/walk/.tmp-1-walk-0123456789.mp4", "half")
    try library.write("gazecut.yaml", TestLibrary.quickSettings)
    let next = try library.gazecut("run")
    #expect(next.status == 0, "\(next.errors)")
    #expect(library.clips(of: "walk").count == 1)
    #expect(!library.files("shorts/walk").contains(where: isTemporary))
  }
}
