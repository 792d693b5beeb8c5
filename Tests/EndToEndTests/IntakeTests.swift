import Foundation
import TestMaterial
import Testing

/// Files in watched folders (`timelines:`) are imported automatically.
@Suite(.waitsForPrograms) struct IntakeTests {
  /// A library that imports files without waiting until they stop changing.
  private func library(_ more: String = "") throws -> TestLibrary {
    try TestLibrary(yaml: TestLibrary.quickSettings + "\nintake.settle: 0\n" + more)
  }

  /// A timeline without a viewer, different for each `seed`.
  private func timeline(_ seed: Int, samples: Int = 40, header: String = "") -> String {
    let lines = (0..<samples).map { step in
      #"{"t":\#(Double(step) / 4),"gaze":{"x":\#(Double((step * 7 + seed * 13) % 900) / 1000),"y":0.5}}"#
    }
    let first =
      #"{"gazecut":"timeline/1","picture":{"x":0,"y":0,"width":1,"height":1}\#(header)}"#
    return ([first] + lines).joined(separator: "\n") + "\n"
  }

  private func write(_ text: String, _ name: String, in library: TestLibrary) throws {
    let file = URL(fileURLWithPath: library.path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func gzip(_ name: String, in library: TestLibrary) throws -> Data {
    let packed = try Program.runTool("gzip", ["-9", library.path(name)])
    try #require(packed.status == 0)
    return try Data(contentsOf: URL(fileURLWithPath: library.path(name + ".gz")))
  }

  /// An unmounted share must not look like a run without new files.
  @Test func defaultFolderMayBeMissingOnlyBeforeTheFirstImport() throws {
    let library = try library()
    let folder = library.path("timelines")
    try? FileManager.default.removeItem(atPath: folder)
    let first = try library.gazecut("intake")
    #expect(first.status == 0, "\(first.errors)")
    try write(timeline(1), "timelines/trip/anna.jsonl", in: library)
    #expect(try library.gazecut("intake").status == 0)
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
    let second = try library.gazecut("intake")
    #expect(second.status == 3 && second.errors.contains(folder), "\(second.errors)")
  }

  /// The file name contains the viewer, even if the file content names another.
  @Test func viewerNamesInFileNamesAreNotStored() throws {
    let library = try library()
    try write(
      timeline(1, header: #","viewer":"x1","session":"s1""#), "timelines/trip/anna.berg.jsonl",
      in: library)
    let taken = try library.gazecut("intake")
    #expect(taken.status == 0, "\(taken.errors)")
    let listed = try library.gazecut("status", "--sessions", "trip")
    #expect(listed.status == 0 && !listed.output.contains("anna"), "\(listed.output)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library.path("gazecut.sqlite")))
    #expect(bytes.range(of: Data("anna.berg".utf8)) == nil)
    // The second session overlaps the first; the summary counts the file as odd.
    try write(
      timeline(1, samples: 60, header: #","viewer":"x1","session":"s2""#),
      "timelines/trip/anna.b.jsonl", in: library)
    let twice = try library.gazecut("run")
    #expect(
      twice.output.contains("1 file imported, 1 with warnings (`gazecut status --sessions"),
      "\(twice)")
  }

  /// The folder is named after a viewer instead of a video.
  @Test func viewerNamesInFolderNamesAreNotStored() throws {
    let library = try library()
    try write(
      timeline(1, header: #","video":"trip""#), "timelines/anna.berg/trip.jsonl", in: library)
    try write("milk, eggs\n", "timelines/anna.berg/notes", in: library)
    let intake = try library.gazecut("intake", "--json-log")
    let status = try library.gazecut("status")
    #expect(status.output.contains("names another video than its path"), "\(status.output)")
    for text in [intake.output, intake.errors, status.output, status.errors] {
      #expect(!text.contains("anna"), "\(text)")
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library.path("gazecut.sqlite")))
    #expect(bytes.range(of: Data("anna.berg".utf8)) == nil)
  }

  /// A file with the same name but fewer sessions removes none, and the missing ones are counted.
  @Test func sessionsMissingFromANewExportAreKeptAndCounted() throws {
    let library = try library()
    func table(_ viewers: ClosedRange<Int>) -> String {
      "v,t,happy\n"
        + viewers.flatMap { viewer in (0..<40).map { "v\(viewer),\($0),0.\(viewer)\($0)\n" } }
        .joined()
    }
    let words = [
      "import", "table", "day.csv", "--video", "trip", "--map", "viewer=v,time=t,happy=happy",
    ]
    func importTable(_ viewers: ClosedRange<Int>, _ more: String...) throws -> String {
      try library.write("day.csv", table(viewers))
      return try Program.run(
        words + more, in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder]
      ).output
    }
    #expect(try !importTable(1...7).contains("earlier version"))
    #expect(
      try importTable(1...6).contains("1 session of its earlier version is missing now"))
    #expect(try !importTable(1...6, "--replace", "day.csv").contains("missing now"))
  }

  /// Everything that was stored of viewers, without times of import.
  private func state(of library: TestLibrary) throws -> [String] {
    try library.rows(
      """
      SELECT video || ' ' || pseudonym || ' ' || viewer || ' ' || contentHash || ' ' || sampleCount
        || ' ' || coalesce(recordedAt, '') || ' ' || format FROM session
      UNION ALL SELECT video || ' ' || source || ' ' || contentHash FROM detections ORDER BY 1
      """)
  }

  /// The state after a single intake of all files in the watched folders.
  private func stateAfterOneIntake(_ library: TestLibrary) throws -> [String] {
    let other = try TestLibrary(copyOf: library)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: other.path("gazecut.sqlite" + suffix))
    }
    let outcome = try other.gazecut("intake")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try state(of: other)
  }

  @Test func fiveRunsStoreTheSameAsOneIntake() throws {
    let library = try library()
    let boxes =
      #"{"gazecut":"detections/1","source":"d","image":{"width":1,"height":1}}"# + "\n"
      + #"{"t":1,"boxes":[{"label":"dog","score":0.9,"x":0.1,"y":0.1,"width":0.2,"height":0.2}]}"#
    func expectRun(
      imported: Int, same: Int = 0, replaced: Int = 0, waiting: Int = 0, refused: Int = 0
    )
      throws
    {
      let night = try library.gazecut("run", "--json-log")
      #expect(night.status == 0, "\(night.errors)")
      let end = try #require(
        night.errors.split(separator: "\n").first { $0.contains("intake.ended") })
      for (word, count) in [
        ("taken", imported), ("same", same), ("replaced", replaced), ("waiting", waiting),
        ("refused", refused),
      ] {
        #expect(end.contains(#""\#(word)": \#(count)"#), "\(word), not \(count): \(night.errors)")
      }
      // The log names no viewer.
      for name in ["anna", "berta", "carla", "dora", "emil"] {
        #expect(!(night.errors + night.output).contains(name), "\(night.errors)")
      }
    }
    // Run 1: three new files, an invalid one, and two that are still being written.
    for (seed, name) in ["anna", "berta"].enumerated() {
      try write(timeline(seed), "timelines/trip/\(name).jsonl", in: library)
    }
    try write(boxes, "timelines/trip/boxes.jsonl", in: library)
    try write(timeline(2) + "{\"t\":oops}\n", "timelines/trip/carla.jsonl", in: library)
    try write(timeline(3), "timelines/trip/dora.jsonl.part", in: library)
    try write(
      timeline(4, header: #","viewer":"emil","session":"e1""#), "packed.jsonl", in: library)
    let packed = try gzip("packed.jsonl", in: library)
    let half = library.path("timelines/trip/emil.jsonl.gz")
    try packed.prefix(packed.count / 2).write(to: URL(fileURLWithPath: half))
    try expectRun(imported: 3, waiting: 2, refused: 1)
    let troubles = try library.gazecut("status").output
    #expect(troubles.contains(":42: rejected: "), "\(troubles)")
    #expect(troubles.contains("timelines/*/*") && !troubles.contains("carla"))
    // Run 2: nothing new.
    try expectRun(imported: 0, waiting: 2, refused: 1)
    // Run 3: two files are complete now, and there is a file of another video.
    try packed.write(to: URL(fileURLWithPath: half))
    try FileManager.default.moveItem(
      atPath: library.path("timelines/trip/dora.jsonl.part"),
      toPath: library.path("timelines/trip/dora.jsonl"))
    try write(timeline(5), "timelines/meadow/anna.jsonl", in: library)
    try expectRun(imported: 3, refused: 1)
    // Run 4: one file is corrected, one has grown, one is renamed, and one is a copy.
    try write(timeline(2), "timelines/trip/carla.jsonl", in: library)
    try write(timeline(1, samples: 60), "timelines/trip/berta.jsonl", in: library)
    try FileManager.default.moveItem(
      atPath: half, toPath: library.path("timelines/trip/moved.jsonl.gz"))
    try FileManager.default.copyItem(
      atPath: library.path("timelines/trip/anna.jsonl"),
      toPath: library.path("timelines/trip/zz-copy.jsonl"))
    try expectRun(imported: 1, same: 2, replaced: 1)
    // Run 5: nothing new, and no file in the watched folders was changed.
    let before = try library.snapshot().filter { $0.key.hasPrefix("timelines/") }
    try expectRun(imported: 0)
    #expect(try library.snapshot().filter { $0.key.hasPrefix("timelines/") } == before)
    let stored = try state(of: library)
    #expect(stored.count == 7, "\(stored)")
    #expect(try stateAfterOneIntake(library) == stored)
  }

  /// After a kill at any time, the next intake stores each viewer exactly once.
  @Test func killedIntakesStoreEachFileOnce() throws {
    let library = try library()
    // The first intake creates the database, which the test reads while others write.
    try write(timeline(999), "timelines/meadow/first.jsonl", in: library)
    #expect(try library.gazecut("intake").status == 0)
    for number in 0..<240 {
      try write(timeline(number), "timelines/trip/v\(number).jsonl", in: library)
    }
    var (seen, killed) = (0, 0)
    for kill in 1...3 {
      let intake = try Program.start(
        Program.path, ["intake", "--quiet"], in: library.folder,
        environment: ["GAZECUT_LIBRARY": library.folder])
      for _ in 0..<6000 where seen < kill * 40 && intake.isRunning {
        Thread.sleep(forTimeInterval: 0.01)
        seen = (try? library.rows("SELECT item FROM intake").count) ?? 0
      }
      intake.signal(SIGKILL)
      if try intake.wait().wasSignalled { killed += 1 }
      // A file and its session are stored in one transaction.
      let noted = try library.rows("SELECT item FROM intake WHERE state = 'taken'").count
      #expect(try state(of: library).count == noted)
    }
    #expect(killed > 0)
    #expect(try library.gazecut("intake").status == 0)
    let stored = try state(of: library)
    #expect(stored.count == 241)
    #expect(try stateAfterOneIntake(library) == stored)
  }

  /// A missing source is no failure and makes the video pending when it appears.
  @Test func videosWaitForTheirSource() throws {
    let library = try library()
    _ = try SimpleAudience.walk().write(into: library.path("timelines/walk"))
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    #expect(night.output.contains("walk: waiting for its source: "), "\(night.output)")
    let status = try library.gazecut("status", "--format", "json").output
    #expect(status.contains(#""standing":"waiting""#), "\(status)")
    #expect(try library.gazecut("plan").status == 0)
    let dry = try library.gazecut("run", "--dry-run")
    #expect(dry.status == 0 && dry.errors.contains("waiting for its source"), "\(dry.errors)")
    try library.add(TestVideo.silent, as: "walk")
    let next = try library.gazecut("run")
    #expect(next.status == 0 && next.output.contains("rendered"), "\(next.output)\(next.errors)")
  }

  @Test func dryRunListsNewFilesAndWritesNothing() throws {
    let library = try library()
    // `init` created the default folder.
    #expect(library.exists("timelines"))
    try write(timeline(1), "timelines/trip/anna.jsonl", in: library)
    try write(timeline(1), "timelines/trip/copy.jsonl", in: library)
    // The files are in the future, as from a clock that is ahead.
    let files = ["anna", "copy"].map { library.path("timelines/trip/\($0).jsonl") }
    _ = try Program.runTool("touch", ["-d", "+1 hour"] + files)
    let before = try library.snapshot()
    let said = try library.gazecut("intake", "--dry-run")
    #expect(said.status == 0, "\(said.errors)")
    let line = /timelines\/\*\/\* \(sha256 [0-9a-f]{12}\): trip: 40 samples/
    #expect(said.output.contains(line), "\(said.output)")
    #expect(said.output.contains("1 file would be imported, 1 with content that was imported"))
    // Output that is not a terminal may be stored, so it contains no names.
    #expect(!(said.output + said.errors).contains("anna"), "\(said)")
    // Like an intake, the dry run waits once for files that were just written, and reports it.
    let fresh = try library.gazecut("intake", "--dry-run", "--set", "intake.settle=0.1")
    #expect(fresh.output == said.output, "\(fresh.output)")
    #expect(fresh.errors.contains("waiting 0.1 s"), "\(fresh.errors)")
    let run = try library.gazecut("run", "--dry-run")
    #expect(run.errors.contains("1 file would be imported"), "\(run.errors)")
    #expect(try library.snapshot() == before)
    // `--no-intake` imports nothing.
    #expect(try library.gazecut("run", "--no-intake").status == 0)
    #expect(try library.rows("SELECT item FROM intake").isEmpty)
  }

  /// Root may read everything.
  @Test(.enabled(if: geteuid() != 0)) func unreadableFolderIsAnError() throws {
    let library = try library()
    try write(timeline(1), "timelines/trip/a.jsonl", in: library)
    try write(timeline(2), "timelines/walk/b.jsonl", in: library)
    chmod(library.path("timelines/walk"), 0o000)
    defer { chmod(library.path("timelines/walk"), 0o755) }
    for command in [["intake"], ["intake"], ["run"]] {
      let outcome = try Program.run(
        command, in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(outcome.status == 3, "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("timelines/*: the folder cannot be read"))
    }
    // What was imported stays known, and the folder is listed.
    #expect(try library.gazecut("status").output.contains("the folder cannot be read"))
    chmod(library.path("timelines/walk"), 0o755)
    #expect(try library.gazecut("intake").status == 0)
    #expect(try !library.gazecut("status").output.contains("cannot be read"))
  }

  @Test func watchedFoldersUseTheirOwnSettings() throws {
    let library = try library(
      """
      timelines:
        - {folder: gaze, pattern: "{video}/{date}/{viewer}.csv", format: table,
           map: {time: t, x: x, y: y, gaze: normalised}, label: age=child}
        - {folder: boxes, pattern: "{video}.txt", format: mot, fps: 25, image: 100x100}
        - {folder: nowhere}
      """)
    let rows = (0..<40).map { "\(Double($0) / 4),0.\(10 + $0),0.5" }
    let table = (["t,x,y"] + rows).joined(separator: "\n") + "\n"
    for day in ["2026-11-19", "2026-11-20"] {
      try write(
        table.replacing("0.5", with: day.hasSuffix("19") ? "0.4" : "0.6"),
        "gaze/trip/\(day)/anna.csv", in: library)
    }
    try write("1,1,10,10,20,20,0.9,1,1\n", "boxes/trip.txt", in: library)
    let said = try library.gazecut("intake")
    // A missing folder is reported last, with its line in gazecut.yaml, and sets the exit code.
    #expect(said.status == 3, "\(said.errors)")
    let reason = /nowhere: there is no folder .*gazecut.yaml:\d+\)/
    #expect(said.errors.contains(reason), "\(said.errors)")
    #expect(said.errors.hasSuffix("could not be read: nowhere\n"))
    #expect(said.output.contains("Import: 3 files imported."), "\(said.output)")
    for command in [["run"], ["plan"], ["intake", "--dry-run"]] {
      let outcome = try Program.run(
        command, in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(outcome.status == 3, "\(command): \(outcome.errors)")
      #expect(outcome.errors.hasSuffix("could not be read: nowhere\n"), "\(outcome.errors)")
    }
    #expect(try library.gazecut("run", "--no-intake").status == 0)
    let status = try library.gazecut("status").output
    // Two sessions of one viewer.
    #expect(status.contains(/trip +missing +2 +1 +80/), "\(status)")
    #expect(status.contains(/trip +age=child|trip +age: others/), "\(status)")
    #expect(status.contains("Detections:"))
  }

  @Test func otherFilesAreReportedWithAPatternThatExcludesThem() throws {
    let library = try library()
    try write("milk, eggs\n", "timelines/trip/notes.txt", in: library)
    try write(timeline(1), "timelines/trip/anna.jsonl.part", in: library)
    try write(timeline(2, header: #","end":true"#), "timelines/trip/ben.jsonl", in: library)
    let said = try library.gazecut("intake")
    #expect(said.status == 0, "\(said.errors)")
    #expect(said.errors.contains("no import format") && said.errors.contains("{viewer}.jsonl"))
    #expect(said.output.contains("2 waiting, 1 rejected"), "\(said.output)")
    // The reason is printed once.
    let again = try library.gazecut("intake")
    #expect(!again.errors.contains("timeline"), "\(again.errors)")
    // The summary is printed by every run.
    #expect(try library.gazecut("run").output.contains("2 waiting, 1 rejected"))
    let status = try library.gazecut("status")
    let sum = "2 waiting (1 still being written, 1 incomplete), 1 rejected"
    #expect(status.output.contains(sum), "\(status.output)")
    let json = try library.gazecut("status", "--format", "json").output
    #expect(json.contains(#""waitsFor":"itsEnd""#) && json.contains(#""waitsFor":"itsWriter""#))
    // A pattern without any match is an error of the folder.
    let other = "timelines: [{folder: timelines, pattern: '{viewer}.log'}]\n"
    try library.write("gazecut.yaml", "intake.settle: 0\n" + other)
    #expect(try library.gazecut("intake").status == 3)
    try library.write("gazecut.yaml", "timelines: []\n")
    #expect(try library.gazecut("intake").output.contains("names no folder"))
  }

  @Test func filesOfErasedViewersAreNotImported() throws {
    let library = try library()
    try write(timeline(1), "timelines/trip/anna.jsonl", in: library)
    try write(timeline(2), "timelines/trip/ben.jsonl", in: library)
    #expect(try library.gazecut("intake").status == 0)
    let held = try library.gazecut("disclose", "anna").output
    #expect(held.contains(#""intakeMarks":1"#) || held.contains(#""intakeMarks": 1"#), "\(held)")
    let forgotten = try library.gazecut("forget", "anna").output
    #expect(forgotten.contains("Files in watched folders were not deleted"), "\(forgotten)")
    for name in ["anna", "ben"] {
      _ = try Program.runTool(
        "touch", ["-d", "2026-11-01", library.path("timelines/trip/\(name).jsonl")])
    }
    let said = try library.gazecut("intake").output
    #expect(said.contains("viewer was erased"), "\(said)")
    #expect(said.contains("its content was imported before"), "\(said)")
    #expect(try state(of: library).count == 1)
  }

  /// If the shorter file is correct, the command that the error names imports it and clears the
  /// error.
  @Test func shorterFilesAreImportedOnlyWithReplace() throws {
    let library = try library()
    let place = "timelines: [{folder: kept, pattern: '{viewer}/{video}.jsonl'}]\n"
    try library.write("gazecut.yaml", "intake.settle: 0\n" + place)
    try write(timeline(1), "kept/anna/trip.jsonl", in: library)
    #expect(try library.gazecut("intake").status == 0)
    let before = try state(of: library)
    try write(timeline(1, samples: 30), "kept/anna/trip.jsonl", in: library)
    let refused = try library.gazecut("intake")
    #expect(refused.errors.contains("`gazecut import FORMAT FILE --replace FILE`"), "\(refused)")
    #expect(try state(of: library) == before)
    let file = "kept/anna/trip.jsonl"
    let taken = try library.gazecut("import", "auto", file, "--replace", file)
    #expect(taken.status == 0, "\(taken.errors)")
    #expect(try !library.gazecut("status").output.contains("rejected: "))
    let again = try library.gazecut("intake")
    #expect(again.output.contains("No new files"), "\(again)")
    // The path still gives the same viewer and video.
    let after = try state(of: library)
    #expect(after.count == 1 && after != before)
    #expect(try library.rows("SELECT DISTINCT viewer FROM session").count == 1)
    #expect(after[0].split(separator: " ").prefix(3) == before[0].split(separator: " ").prefix(3))
  }

  @Test func runStartsTheBeforeAndNotifyPrograms() throws {
    let library = try library(
      """
      run.before:
        [/bin/sh, -c, "mkdir timelines/trip; cp kept.jsonl 'timelines/trip/a,b.jsonl'; exit 7"]
      run.notify: [/bin/sh, -c, "cat >> told.json"]
      """)
    try write(timeline(1), "kept.jsonl", in: library)
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    #expect(night.output.contains("1 file imported"), "\(night.output)")
    #expect(night.errors.contains("run.before: /bin/sh ended"), "\(night.errors)")
    try library.add(TestVideo.tiny, as: "trip")
    #expect(try library.gazecut("run", "--no-intake").status == 0)
    let told = try library.text("told.json")
    #expect(told.contains(#""event":"video.done""#) && told.hasSuffix("}\n"), "\(told)")
    #expect(told.contains(#""folder":"\#(library.folder)/shorts/trip""#), "\(told)")
    // A program that does not end is stopped.
    let slow = try library.gazecut(
      "intake", "--set", "run.before=sleep 600", "--set", "run.beforeLimit=1")
    #expect(slow.status == 0 && slow.errors.contains("took longer than 1 s"), "\(slow.errors)")
  }

  /// A pass over many known files reads none of them.
  @Test func unchangedFilesAreNotReadAgain() throws {
    let library = try library()
    let header = String(timeline(0, samples: 0).dropLast())
    for number in 0..<300 {
      try write(
        "\(header)\n{\"t\":1,\"gaze\":{\"x\":0.\(number + 100),\"y\":0.5}}\n",
        "timelines/trip/v\(number).jsonl", in: library)
    }
    // A time in whole seconds, which can be restored below.
    _ = try Program.runTool("touch", ["-d", "2026-11-01", library.path("timelines/trip/v7.jsonl")])
    #expect(try library.gazecut("intake", "--quiet").status == 0)
    // The content changes but size and time do not, so a reader would notice.
    let file = library.path("timelines/trip/v7.jsonl")
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.write(contentsOf: Data("no timeline".utf8))
    try handle.close()
    _ = try Program.runTool("touch", ["-d", "2026-11-01", file])
    let said = try library.gazecut("intake")
    #expect(said.output == "No new files in the watched folders (300 imported before).\n")
  }
}
