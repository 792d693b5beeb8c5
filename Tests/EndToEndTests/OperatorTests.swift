import Foundation
import TestMaterial
import Testing

/// Signals, upgrades, logs and status while gazecut runs or after it.
@Suite(.waitsForPrograms) struct OperatorTests {
  /// A library whose database is locked, so that commands wait for it.
  private final class LockedLibrary {
    let library: TestLibrary
    private let database: String
    private let descriptor: Int32

    init(_ library: TestLibrary) throws {
      self.library = library
      database = library.path("gazecut.sqlite")
      descriptor = open(database, O_RDWR | O_CLOEXEC)
      try #require(setLock(F_WRLCK))
    }

    deinit { close(descriptor) }

    /// Waits until the process has opened the database, runs `body`, and unlocks the database.
    func whileOpening(by process: Int32, _ body: () throws -> Void) throws {
      let folder = "/proc/\(process)/fd"
      let (own, manager) = (database, FileManager.default)
      func isOpen() -> Bool {
        (try? manager.contentsOfDirectory(atPath: folder))?.contains {
          (try? manager.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == own
        } ?? false
      }
      for _ in 0..<2400 where !isOpen() { Thread.sleep(forTimeInterval: 0.05) }
      try #require(isOpen(), "no process opened the library's database within two minutes")
      try body()
      try #require(setLock(F_UNLCK))
    }

    /// Locks or unlocks the bytes that SQLite uses for locking: PENDING_BYTE and those after it
    /// (os.h).
    private func setLock(_ kind: Int32) -> Bool {
      var lock = flock()
      (lock.l_type, lock.l_whence) = (Int16(kind), Int16(SEEK_SET))
      (lock.l_start, lock.l_len) = (0x4000_0000, 512)
      return fcntl(descriptor, F_SETLK, &lock) == 0
    }
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func earlySignalPrintsStoppedAndSetsTheExitCode(number: Int32, status: Int32) throws {
    signal(SIGPIPE, SIG_IGN)
    let locked = try LockedLibrary(try TestLibrary.withAudience())
    let running = try Program.start(
      Program.path, ["status"], in: nil, environment: ["GAZECUT_LIBRARY": locked.library.folder])
    try locked.whileOpening(by: running.identifier) {
      running.signal(number)
      let outcome = try running.wait()
      #expect(!outcome.wasSignalled)
      #expect(outcome.status == status)
      #expect(outcome.errors == "error: stopped\n")
    }
  }

  @Test func replacingTheProgramDoesNotDisturbARun() throws {
    let locked = try LockedLibrary(try TestLibrary.withAudience())
    let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = folder + "/gazecut"
    // `cp` makes the copy. If this process wrote it, a program that another test starts meanwhile
    // would inherit the open file, and the kernel does not run a file that is open for writing.
    #expect(try ExternalProgram("cp").run([Program.path, program]).status == 0)
    let running = try Program.start(
      program, ["run", "--dry-run"], in: nil,
      environment: ["GAZECUT_LIBRARY": locked.library.folder])
    try locked.whileOpening(by: running.identifier) {
      try FileManager.default.removeItem(atPath: program)
      try Data("#!/bin/false\n".utf8).write(to: URL(fileURLWithPath: program))
    }
    let outcome = try running.wait()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("12 viewers"))
  }

  @Test func jsonLogListsTheEventsOfARun() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut("run", "--json-log")
    #expect(outcome.status == 0)
    let lines = try outcome.errors.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    #expect(
      lines.compactMap { $0["event"] as? String } == [
        "intake.ended", "night.began", "video.planned", "job.done", "job.done", "video.done",
        "night.ended",
      ])
    let schema = try SchemaChecker(library.gazecut("schema", "events").output)
    for line in outcome.errors.split(separator: "\n") {
      #expect(try schema.problems(in: String(line)) == [], "\(line)")
    }
    #expect(lines.allSatisfy { $0["time"] != nil })
    #expect(lines.last?["exit"] as? Int == 0 && lines.last?["videos"] as? Int == 1)
    // `--quiet` prints nothing on standard error.
    #expect(try library.gazecut("run", "--quiet").errors.isEmpty)
  }

  /// The JSON is for scripts and monitoring and contains no viewer.
  @Test func statusJSONFollowsItsSchema() throws {
    let library = try TestLibrary.afterFirstRun()
    try library.importAudience(SimpleAudience(video: "gone", duration: 8, smiles: [1...7]))
    try library.gazecut("run")
    let text = try library.gazecut("status", "--format", "json").output
    #expect(try SchemaChecker(library.gazecut("schema", "status").output).problems(in: text) == [])
    struct Document: Decodable {
      struct Video: Decodable {
        var video: String
        var standing: String
        var source: String
        var clips: Int
        var viewers: Int
      }
      struct Night: Decodable { var exit: Int }
      var videos: [Video]
      var nights: [Night]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    let words = document.videos.map { "\($0.video) \($0.standing) \($0.source) \($0.clips)" }
    #expect(words == ["gone waiting missing 0", "walk upToDate found 1"])
    #expect(document.videos.map(\.viewers) == [12, 12])
    #expect(document.nights.map(\.exit) == [0])
    #expect(!text.contains("viewer-"), "\(text)")
  }

  @Test func failureIsPrintedOnce() throws {
    let library = try TestLibrary()
    try library.importAudience(.walk())
    try library.write("videos/walk.mp4", "no video")
    let night = try library.gazecut("run")
    #expect(night.status == 65)
    let reason = try #require(night.errors.firstMatch(of: /walk: (.{20})/)?.output.1)
    let told = (night.output + night.errors).components(separatedBy: reason)
    #expect(told.count == 2, "\(night.output)\n\(night.errors)")
  }

  @Test func runDeletesTemporaryFilesOfKilledCommands() throws {
    let library = try TestLibrary()
    try FileManager.default.createDirectory(
      atPath: library.path("shorts/other"), withIntermediateDirectories: true)
    try library.write("shorts/other/.tmp-1-other-0123456789.mp4", "half")
    try library.write("shorts/other/other.mp4", "mine")
    #expect(try library.gazecut("run").status == 0)
    #expect(library.files("shorts/other") == ["other.mp4"])
  }

  /// After five failures a video is tried weekly, and runs with nothing new name it.
  @Test func runWithNothingNewNamesVideosThatKeepFailing() throws {
    let library = try TestLibrary.afterFirstRun()
    try FileManager.default.removeItem(atPath: library.path("videos/walk.mp4"))
    for _ in 0..<5 { #expect(try library.gazecut("run").status != 0) }
    let quiet = try library.gazecut("run")
    #expect(quiet.output.contains("Failing, tried once a week: walk"), "\(quiet.output)")
  }

  @Test func doctorReportsTheKeyOfAnotherLibrary() throws {
    let (library, other) = (try TestLibrary.afterFirstRun(), try TestLibrary())
    try other.importAudience(.walk())
    let key = try Data(contentsOf: URL(fileURLWithPath: other.path("gazecut.key")))
    try key.write(to: URL(fileURLWithPath: library.path("gazecut.key")))
    chmod(library.path("gazecut.key"), 0o600)
    let another = try library.gazecut("doctor")
    #expect(another.status == 78, "\(another.output)")
    #expect(another.output.contains("not the key this library was made with"), "\(another.output)")
  }

  @Test func planWarnsAboutAMapThatMatchesNoSource() throws {
    let library = try TestLibrary.withAudience()
    let astray = try library.gazecut("plan", "--to", "astray", "--map", "/nowhere=/mnt")
    #expect(astray.status == 0)
    #expect(astray.errors.contains("no source of this plan lies in '/nowhere'"), "\(astray.errors)")
    // A map of a link's target matches too.
    try FileManager.default.moveItem(
      atPath: library.path("videos"), toPath: library.path("store"))
    try FileManager.default.createSymbolicLink(
      atPath: library.path("videos"), withDestinationPath: library.path("store"))
    let linked = try library.gazecut(
      "plan", "--to", "linked", "--map", library.path("store") + "=/mnt")
    #expect(linked.status == 0 && !linked.errors.contains("--map"), "\(linked.errors)")
  }

  @Test func postersAreDeletedWhenSwitchedOff() throws {
    let library = try TestLibrary.afterFirstRun()
    func posters() -> [String] { library.files("shorts/walk").filter { $0.hasSuffix(".jpg") } }
    try #require(!posters().isEmpty)
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\n  poster: off\n")
    #expect(try library.gazecut("run").status == 0)
    #expect(posters().isEmpty)
    // After they come back, gazecut recognises them as its own.
    try library.write("gazecut.yaml", TestLibrary.quickSettings)
    #expect(try library.gazecut("run").status == 0)
    #expect(!posters().isEmpty)
    let check = try library.gazecut("check")
    #expect(check.status == 0 && !check.output.contains("foreign"), "\(check.output)")
  }

  @Test func doctorNamesFoldersTheOwnerCannotWrite() throws {
    let library = try TestLibrary()
    try FileManager.default.createDirectory(
      atPath: library.path("shorts/walk"), withIntermediateDirectories: true)
    #expect(try library.gazecut("doctor").status == 0)
    chmod(library.path("shorts/walk"), 0o555)
    // Root created files in a library of another user.
    if getuid() == 0 {
      chown(library.folder, 1000, 1000)
      chmod(library.path("shorts/walk"), 0o755)
    }
    let outcome = try library.gazecut("doctor")
    #expect(outcome.status == 77)
    #expect(outcome.output.contains(library.path("shorts/walk")), "\(outcome.output)")
    #expect(outcome.output.contains("chown -R --reference="))
  }
}
