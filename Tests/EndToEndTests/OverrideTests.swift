import EditDecisions
import Foundation
import Overrides
import Support
import TestMaterial
import Testing

/// Overrides (`gazecut wish`), from the command to the clips.
@Suite(.waitsForPrograms) struct OverrideTests {
  private func moment(_ library: TestLibrary) throws -> Moment {
    try #require(try library.decisions(of: "walk").moments.first)
  }

  private func expectOnlyClip(_ library: TestLibrary, _ moment: Moment) {
    #expect(library.clips(of: "walk") == ["\(moment.id).mp4"])
  }

  @Test func moveOverrideAppliesToTheNewEdgesAfterAnImport() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try moment(library)
    let wish = try library.gazecut(
      "wish", "walk", "move", "1", "--start", "-2", "--end", "+1.5")
    #expect(wish.status == 0, "\(wish.errors)")
    #expect(wish.output.contains("before") && wish.output.contains("% kept"), "\(wish.output)")
    #expect(
      wish.output.contains(
        "The next run renders 1 clip, renders the reel again, archives 1 clip. "
          + "Until then `gazecut export` exports the decisions of the last run."))
    #expect(try moment(library) == before)
    let night = try library.gazecut("run")
    #expect(night.output.contains("1 clip rendered"), "\(night.output)\(night.errors)")
    let moved = try moment(library)
    #expect(abs(moved.start - (before.start - 2)) < 0.07)
    #expect(abs(moved.end - (before.end + 1.5)) < 0.07)
    #expect(moved.why.chosenBy == "wish")
    #expect(moved.why.wish?.hasSuffix(" start -2 end +1.5") == true)
    expectOnlyClip(library, moved)
    #expect(try library.gazecut("run").output.contains("nothing was rendered"))
    // New viewers may change the edges; the override moves the new edges.
    try library.importAudience(.walk(viewers: 6, seed: 5), prefix: "late")
    let alone = try TestLibrary(copyOf: library)
    try FileManager.default.removeItem(atPath: alone.path("wishes"))
    #expect(try library.gazecut("run").status == 0)
    #expect(try alone.gazecut("run").status == 0)
    let (with, without) = (try moment(library), try moment(alone))
    #expect(with.why.viewers == 18 && without.why.wish == nil)
    #expect(abs(with.start - (without.start - 2)) < 0.07)
    #expect(abs(with.end - (without.end + 1.5)) < 0.07)
  }

  @Test func overrideIsPreviewedListedAndUndone() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try library.snapshot()
    let dry = try library.gazecut("wish", "walk", "never", "0:13-0:30", "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("Nothing was written."), "\(dry.errors)")
    #expect(dry.output.contains("The next run archives 1 clip"), "\(dry.output)")
    #expect(dry.output.contains("  1 is removed: override: never 0:13-0:30"), "\(dry.output)")
    #expect(try library.snapshot() == before)
    #expect(try library.gazecut("wish", "walk", "frame", "1", "--layout", "fit").status == 0)
    let list = try library.gazecut("wish", "walk", "--list").output
    #expect(list.contains("  1. frame 0:") && list.contains("layout fit"), "\(list)")
    let other = try library.gazecut("wish", "walk", "frame", "1", "--layout", "crop")
    #expect(other.output.contains("fit") && other.output.contains("crop"), "\(other.errors)")
    #expect(try library.gazecut("wish", "walk", "--undo").status == 0)
    #expect(try library.gazecut("run").status == 0)
    let fitted = try moment(library)
    #expect(fitted.framing.shots.map(\.layout) == [.fit] && fitted.why.chosenBy == "wish")
    let undone = try library.gazecut("wish", "walk", "--undo")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(undone.output.contains("undone: frame"), "\(undone.output)")
    #expect(!library.exists("wishes/walk.json"))
    #expect(try library.gazecut("wish", "walk", "--undo").status == 66)
    // The archived clip comes back unchanged.
    let night = try library.gazecut("run")
    #expect(night.output.contains("1 clip kept as it was"), "\(night.output)")
  }

  /// Otherwise the page would draw the crop on the first frame, and none where it applies.
  @Test func pageShowsNoCropDuringTheFullFramePart() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try moment(library)
    let span = PlayTime.text(before.start...before.start + 3)
    let wish = try library.gazecut("wish", "walk", "frame", span, "--layout", "fit")
    #expect(wish.status == 0, "\(wish.errors)")
    #expect(try library.gazecut("run").status == 0)
    let shots = try moment(library).framing.shots
    #expect(shots.first?.layout == .fit && shots.last?.layout != .fit)
    #expect(try library.gazecut("report").status == 0)
    let page = try library.text("report/walk.html")
    // No crop while the full frame is shown, then one with its keyframes.
    #expect(page.contains(#/"windows": ?\[\]\}, ?\{"start": [^\[]*"windows": ?\[\[\[/#))
  }

  @Test func wishPrintsChangedTitlesInFull() throws {
    let library = try TestLibrary.afterFirstRun()
    let ofAll = "A day at the lake that nobody will forget so soon"
    let all = try library.gazecut("wish", "walk", "title", ofAll)
    #expect(all.output.contains("\n  title of all: \"\(ofAll)\"\n"), "\(all.output)\(all.errors)")
    let own = "She waves with both her hands and is gone"
    let one = try library.gazecut("wish", "walk", "title", "1", own).output
    #expect(one.contains("\n  title of 1: \"\(own)\"\n") && !one.contains(ofAll), "\(one)")
    let undone = try library.gazecut("wish", "walk", "--undo").output
    #expect(undone.contains("\n  title of 1: \"\(ofAll)\"\n"), "\(undone)")
    // Another title replaces it, and a file of the clip editor sets the first one again.
    #expect(try library.gazecut("wish", "walk", "title", "Another").status == 0)
    try library.write(
      "wishes-walk.json",
      #"{"schema": "gazecut.wishes/1", "video": "walk", "wishes": ["title \#(ofAll)"]}"#)
    let again = try library.gazecut("wish", "--apply", library.path("wishes-walk.json"))
    #expect(again.output.contains("title of all: \"\(ofAll)\""), "\(again.output)\(again.errors)")
    for _ in 1...2 { #expect(try library.gazecut("wish", "walk", "--undo").status == 0) }
    let none = try library.gazecut("wish", "walk", "--undo").output
    #expect(none.contains("\n  title of all: none\n"), "\(none)")
  }

  /// Overrides are evaluated without the earlier `--set`, and so is the next run.
  @Test func wishAndExplainWarnOfClipsMadeWithSet() throws {
    let library = try TestLibrary.afterFirstRun()
    let wish = ["wish", "walk", "never", "0:01-0:02", "--dry-run"]
    func warning(_ arguments: [String]) throws -> String {
      try Program.run(arguments, environment: ["GAZECUT_LIBRARY": library.folder]).errors
    }
    for command in [wish, ["explain", "walk"]] {
      #expect(try !warning(command).contains("--set"))
    }
    let set = "framing.layouts=fit"
    let cut = try library.gazecut("regenerate", "walk", "--set", set)
    #expect(cut.status == 0, "\(cut.errors)")
    #expect(try library.decisions(of: "walk").set == [set])
    for command in [wish, ["explain", "walk"]] {
      let told = try warning(command)
      #expect(told.contains("--set \(set)") && told.contains("gazecut.yaml"), "\(told)")
    }
    #expect(try !warning(["explain", "walk", "--set", set]).contains("warning"))
    try library.write("gazecut.yaml", TestLibrary.quickSettings + "\nframing.layouts: [fit]\n")
    #expect(try !warning(["explain", "walk"]).contains("--set"))
    #expect(try library.gazecut("run").status == 0)
    #expect(try library.decisions(of: "walk").set.isEmpty)
  }

  @Test(arguments: [
    ("", 65, "is empty", "clip editor"), ("[]", 65, "is a list", "clip editor"),
    ("{\"a\": 1}", 65, "schema: is missing", "clip editor"),
    ("not JSON", 65, "line 1, column 1", "clip editor"),
    ("folder", 65, "is it a folder?", "--apply"),
    (#"{"schema": "gazecut.wishes/1", "video": "walk", "wishes": []}"#, 0, "no override", "walk"),
    (
      #"{"schema": "gazecut.wishes/1", "video": "trip", "wishes": ["never 0:01-0:02"]}"#, 66,
      "has no video 'trip'", "--config"
    ),
  ])
  func invalidOverrideFilesAreReportedWithARemedy(
    text: String, status: Int32, words: String, remedy: String
  ) throws {
    let library = try TestLibrary.afterFirstRun()
    let file = text == "folder" ? "videos" : "wishes-walk.json"
    if text != "folder" { try library.write(file, text) }
    let outcome = try library.gazecut("wish", "--apply", file)
    let said = outcome.output + outcome.errors
    #expect(outcome.status == status && said.contains(words) && said.contains(file), "\(said)")
    #expect(said.contains(remedy), "\(said)")
  }

  @Test func alwaysOverrideAddsAClip() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try moment(library)
    let wish = try library.gazecut("wish", "walk", "always", "0:04-0:09")
    #expect(
      wish.output.contains("renders 1 clip, renders the reel again, and keeps 1 clip"),
      "\(wish.output)\(wish.errors)")
    #expect(try library.gazecut("run").output.contains("1 clip rendered, 1 clip kept as it was"))
    let moments = try library.decisions(of: "walk").moments
    #expect(moments.count == 2 && moments.contains { $0.id == before.id })
    let own = try #require(moments.first { $0.id != before.id })
    #expect(own.start == 4 && own.end == 9 && own.why.wish == "always 0:04-0:09")
    #expect(own.why.sure == nil)
    let move = try library.gazecut("wish", "walk", "move", "\(own.rank)", "--end", "0:08")
    #expect(move.status == 65 && move.errors.contains("always 0:04-0:09"), "\(move.errors)")
    #expect(try library.gazecut("run").output.contains("nothing was rendered"))
    let told = try library.gazecut("explain", "walk").output
    #expect(told.contains("wished: always 0:04-0:09"), "\(told)")
    // The line has the times of the clip, as in the dry run, and of its core.
    let clip = "\(PlayTime.clock(before.start)) to \(PlayTime.clock(before.end))"
    #expect(told.contains("\(clip), core 0:1"), "\(told)")
  }

  @Test func explainPrintsTheTimesOfAMomentCutIntoItsCore() throws {
    let library = try TestLibrary.afterFirstRun()
    let start = PlayTime.text(try moment(library).coreStart + 1)
    #expect(try library.gazecut("wish", "walk", "move", "1", "--start", start).status == 0)
    #expect(try library.gazecut("run").status == 0)
    let moved = try moment(library)
    let clip = "\(PlayTime.clock(moved.start)) to \(PlayTime.clock(moved.end))"
    let told = try library.gazecut("explain", "walk").output
    #expect(told.contains("1. \(clip), core "), "\(told)")
  }

  @Test func overridesInSettingsMakeTheVideoPending() throws {
    let library = try TestLibrary.afterFirstRun()
    let videos = "\nvideos:\n  walk:\n    framing: [{in: 0:15-0:18, window: {x: 30}}]\n"
    try library.write("gazecut.yaml", TestLibrary.quickSettings + videos)
    #expect(try library.gazecut("run").output.contains("1 clip rendered"))
    let shots = try moment(library).framing.shots
    let wished = try #require(shots.first { $0.start == 15 })
    #expect(wished.end == 18)
    #expect(wished.layout == .crop([CropKeyframe(t: 15, x: 30, y: 0, width: 101.3, height: 180)]))
    #expect(try library.gazecut("wish", "walk", "--list").output.contains("gazecut.yaml: frame"))
  }

  /// The format of the clip editor and of `--list --format json`.
  @Test func overrideFileIsAppliedAndUndoneAsOneStep() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try moment(library)
    let wishes = [
      "move \(PlayTime.text(before.coreStart)) start \(PlayTime.text(before.start + 1))",
      "title A walk",
    ]
    func write(_ wishes: [String]) throws {
      let all = wishes.map { "\"\($0)\"" }.joined(separator: ", ")
      try library.write(
        "wishes-walk.json",
        #"{"schema": "gazecut.wishes/1", "video": "walk", "wishes": [\#(all)]}"#)
    }
    func apply() throws -> Program.Outcome {
      try library.gazecut("wish", "--apply", library.path("wishes-walk.json"))
    }
    try write(wishes)
    let applied = try apply()
    #expect(applied.status == 0 && applied.output.contains("after"), "\(applied.errors)")
    #expect(try apply().output.contains("already exist"))
    let list = try library.gazecut("wish", "walk", "--list", "--format", "json").output
    #expect(try WishDocument(json: Data(list.utf8)).wishes == wishes)
    // An override that no longer fits is named by its entry, and the whole file is rejected.
    try write(["never 0:01-0:02", "move 0:02 start +1"])
    let refused = try apply()
    #expect(refused.status == 65 && refused.errors.contains("wishes[1]: 'move 0:02"))
    #expect(refused.errors.contains("no moment contains 0:02"), "\(refused.errors)")
    #expect(try library.gazecut("run").status == 0)
    let moved = try moment(library)
    #expect(abs(moved.start - (before.start + 1)) < 0.04 && moved.end == before.end)
    #expect(moved.why.sure == before.why.sure && moved.score == before.score)
    let undone = try library.gazecut("wish", "walk", "--undo")
    #expect(undone.output.contains("; title A walk"), "\(undone.output)")
    #expect(!library.exists("wishes/walk.json"))
  }

  /// For example after the source was shortened: no decision is possible, but `--undo` works.
  @Test func overrideOutsideTheVideoCanBeUndone() throws {
    let library = try TestLibrary.afterFirstRun()
    let document = WishDocument(video: "walk", WishHistory([[.never(300...310)]]))
    try FileManager.default.createDirectory(
      atPath: library.path("wishes"), withIntermediateDirectories: true)
    try library.write("wishes/walk.json", document.json + "\n")
    let night = try library.gazecut("run")
    #expect(night.status == 65 && night.errors.contains("--undo N"), "\(night.errors)")
    let undone = try library.gazecut("wish", "walk", "--undo")
    #expect(undone.status == 0 && undone.output.contains("undone: never"), "\(undone.errors)")
    #expect(!library.exists("wishes/walk.json"))
    #expect(try library.gazecut("run").status == 0)
  }

  @Test func concurrentOverridesAreAllStored() throws {
    let library = try TestLibrary.afterFirstRun()
    let wishes = ["0:01-0:02", "0:03-0:04", "0:05-0:06"]
    let started = try wishes.map {
      try Program.start(
        Program.path, ["wish", "walk", "never", $0], in: nil,
        environment: ["GAZECUT_LIBRARY": library.folder])
    }
    for process in started { #expect(try process.wait().status == 0) }
    let list = try library.gazecut("wish", "walk", "--list").output
    for wish in wishes { #expect(list.contains("never \(wish)"), "\(list)") }
  }

  @Test(arguments: [
    (["never", "0:50-0:55"], 65, "outside the video"), (["never", "soon"], 64, "START-END"),
    (["move", "7", "--start", "1"], 65, "there is no moment 7"),
    (["move", "0:02", "--start", "1"], 65, "no moment contains 0:02"),
    (["move", "1", "--end", "-30"], 65, "before it starts"),
    (["frame", "1", "--x", "900"], 65, "outside the picture"), (["frame", "1"], 64, "say how"),
    (["never", "1:00-2:00", "--hold"], 64, "only the option --dry-run"),
    (["--undo", "x"], 64, "number"),
    (["always", "0:01.5-0:04"], 65, "contradict each other"),
    (["always", "0:31-0:35"], 65, "fewer than 13 viewers"),
    (["always", "0:06-0:06.01"], 65, "'always 0:06-0:06.01' is shorter than a frame"),
  ])
  func impossibleOverridesAreRejectedWithAReason(words: [String], status: Int32, message: String)
    throws
  {
    let library = try TestLibrary(copyOf: try Self.withOverride.get())
    let before = try library.text("wishes/walk.json")
    if message.contains("13") {
      try library.write(
        "gazecut.yaml", TestLibrary.quickSettings + "\nselection.minimumViewers: 13\n")
    }
    let outcome = try Program.run(
      ["wish", "walk"] + words, environment: ["GAZECUT_LIBRARY": library.folder])
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try library.text("wishes/walk.json") == before)
  }

  /// A library after a run, with an override that changes nothing.
  private static let withOverride = Result {
    let library = try TestLibrary.afterFirstRun()
    let outcome = try library.gazecut("wish", "walk", "never", "0:01-0:02")
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("The next run renders nothing.\n"), "\(outcome.output)")
    return library
  }

  @Test func invalidStoredOverridesFailTheVideo() throws {
    let library = try TestLibrary.afterFirstRun()
    try FileManager.default.createDirectory(
      atPath: library.path("wishes"), withIntermediateDirectories: true)
    try library.write("wishes/walk.json", #"{"schema": "gazecut.wishes/1", "wishes": ["nver"]}"#)
    let night = try library.gazecut("run")
    #expect(night.status == 65)
    #expect(night.errors.contains("wishes/walk.json"), "\(night.errors)")
    #expect(try library.gazecut("status").status == 0)
  }
}
