import EditDecisions
import Foundation
import Media
import TestMaterial
import Testing

/// `gazecut explain` reports why a time was chosen or not.
@Suite(.waitsForPrograms) struct ExplainTests {
  private struct Answer: Decodable {
    struct Bin: Decodable {
      struct Reacting: Decodable { var viewers: Double }
      var isShown: Bool
      var watching: Int?
      var reacting: Reacting?
    }
    struct Change: Decodable {
      struct Reacting: Decodable {
        var more: Int
        var of: Int
      }
      var kind: String
      var more: Int?
      var reacting: Reacting?
      var text: String
    }
    struct MomentPart: Decodable {
      var part: String
      var startReason: String?
      var isRendered: Bool
    }
    var schema: String
    var outcome: String
    var bin: Bin
    var moment: MomentPart?
    var reason: String?
    var changes: [Change]
  }

  private func answer(_ library: TestLibrary, at time: String) throws -> Answer {
    let outcome = try library.gazecut("explain", "walk", "--at", time, "--format", "json")
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count == 1)
    try expectSchema(outcome.output)
    return try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
  }

  private static let schema = Result { try Program.run(["schema", "explanation"]).output }

  /// Expects that JSON matches `gazecut schema explanation`.
  private func expectSchema(_ text: String) throws {
    #expect(try SchemaChecker(Self.schema.get()).problems(in: text) == [])
  }

  /// A library of 12 viewers who look at the same place; `smiling` of them smile.
  private func library(smiling: Int) throws -> TestLibrary {
    let library = try TestLibrary(
      yaml: TestLibrary.quickSettings + "\nselection.leastReactingViewers: 2.5\n")
    try library.add(TestVideo.silent, as: "walk")
    var still = SimpleAudience.walk(viewers: 12 - smiling, seed: 7)
    still.showsSmiles = false
    try library.importAudience(still, prefix: "still")
    if smiling > 0 {
      try library.importAudience(.walk(viewers: smiling), prefix: "smiling")
    }
    return library
  }

  @Test func followingTheAdviceTurnsARejectionIntoAChoice() throws {
    let before = try answer(try library(smiling: 2), at: "0:20")
    #expect(before.schema == "gazecut.explanation/2")
    #expect(before.outcome == "refused" && before.bin.reacting?.viewers ?? 9 < 2.4)
    let advice = try #require(before.changes.first { $0.kind == "reacting" }?.reacting)
    #expect(advice.of == 12 && (1...9).contains(advice.more))
    // That many more viewers smile in imported sessions, and the moment is chosen.
    let after = try answer(try library(smiling: 2 + advice.more), at: "0:20")
    #expect(after.outcome == "chosen" && after.moment?.part == "core")
    #expect(after.moment?.isRendered == false && after.moment?.startReason != nil)
    #expect(after.changes.isEmpty)
  }

  /// Without cuts a clip would take 10 of the 40 s; between the two better clips only 7.5 s are
  /// left.
  @Test func momentShortenedByCutsIsChosenAndExplained() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.scenes, as: "walk")
    var audience = SimpleAudience(video: "walk", duration: 40, smiles: [8.5...13.5, 26...31])
    audience.viewers = 3
    try library.importAudience(audience, prefix: "few")
    audience.smiles.append(17...22)
    audience.viewers = 12
    try library.importAudience(audience, prefix: "most")
    try #require(try library.gazecut("run").status == 0)
    let moments = try library.decisions(of: "walk").moments
    #expect(moments.count == 3 && moments.last?.start == 16.5, "\(moments.map(\.seconds))")
    #expect(moments.last?.why.shortened != nil && moments.last?.end == 22.5)
    let told = try answer(library, at: "0:20")
    #expect(told.outcome == "chosen" && told.moment?.isRendered == true)
    #expect(told.moment?.startReason == "a cut of the source" && told.changes.isEmpty)
    let again = try library.gazecut("regenerate", "walk", "--dry-run", "--format", "json")
    let document = try DecisionDocument(json: Data(again.output.utf8))
    #expect(document.moments.map(\.id) == moments.map(\.id))
  }

  @Test func explanationIsPlainTextWithin120Columns() throws {
    let library = try library(smiling: 2)
    let before = try library.gazecut("explain", "walk", "--at", "-5")
    #expect(before.status == 64 && before.errors.contains("'-5' is no play time; times begin at 0"))
    let outcome = try library.gazecut("explain", "walk", "--at", "0:20")
    for words in [
      "at least 10 of 12 viewers", "evidence", "needed 15 % and 2.5", "happy",
      "of the gaze points over the segment", "few react: ",
      "to change", "more of the 12 viewers would have to react",
    ] {
      #expect(outcome.output.contains(words), "\(words) is missing in\n\(outcome.output)")
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
    let whole = try library.gazecut("explain", "walk")
    #expect(whole.output.contains("to change  "))
    let json = try library.gazecut("explain", "walk", "--format", "json")
    #expect(json.output.hasPrefix(#"{"schema": "gazecut.explanation/2", "video": {"id": "walk""#))
    #expect(json.output.contains(#""kind": "reacting""#))
    try expectSchema(json.output)
  }

  /// All twelve viewers smile at the end of a segment at which half of them smile throughout.
  @Test func explainReportsThatAReactionWasTrimmed() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    for (prefix, smiles) in [("long", 8...26.0), ("short", 19...25.0)] {
      var audience = SimpleAudience.walk(viewers: 6, seed: smiles == 8...26 ? 7 : 8)
      audience.smiles = [smiles]
      try library.importAudience(audience, prefix: prefix)
    }
    #expect(try answer(library, at: "0:22").outcome == "chosen")
    let text = try library.gazecut("explain", "walk", "--at", "0:10").output
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("trimmed to its strongest part"), "\(text)")
    #expect(try answer(library, at: "0:10").outcome == "refused")
  }

  /// The film fades to black while viewers still smile, and the clip ends there.
  @Test func explainNamesTheClipEndForTimesAfterTheScene() throws {
    let library = try TestLibrary()
    let film = library.path("film.mp4")
    let drawn = try Program.runTool(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i",
        "testsrc2=size=320x180:rate=10:duration=24,fade=t=out:st=22:d=1.5[a];"
          + "mandelbrot=size=320x180:rate=10,trim=duration=16,fade=t=in:st=0.5:d=1.5[b];"
          + "[a][b]concat=n=2,format=yuv420p", "-preset", "ultrafast", film,
      ])
    try #require(drawn.status == 0, "\(drawn.errors)")
    try library.add(film, as: "walk")
    var audience = SimpleAudience.walk()
    audience.smiles = [13...25.0]
    try library.importAudience(audience)
    #expect(try library.gazecut("run").status == 0)
    let moment = try #require(try library.decisions(of: "walk").moments.first)
    #expect((22...24).contains(moment.end), "\(moment)")
    let text = try library.gazecut("explain", "walk", "--at", "0:24.5").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("its clip ends at"), "\(text)")
  }

  @Test func evidenceGazePrintsNoFaceThreshold() throws {
    let library = try TestLibrary.withAudience(
      TestLibrary.quickSettings + "\nselection.evidence: gaze\n")
    let said = try library.gazecut("explain", "walk", "--at", "0:20").output
    #expect(said.contains("needed 60 %"), "\(said)")
    for words in ["needed 15 %"] {
      #expect(!said.contains(words), "\(words) is printed in\n\(said)")
    }
  }

  @Test func explainWithholdsFiguresOfTooFewViewers() throws {
    let library = try TestLibrary.withAudience(viewers: 4)
    let few = try answer(library, at: "0:20")
    #expect(few.outcome == "hindered" && !few.bin.isShown)
    #expect(few.bin.watching == nil && few.bin.reacting == nil)
    #expect(few.changes.map(\.kind) == ["watching"] && few.changes.first?.more == nil)
    let text = try library.gazecut("explain", "walk", "--at", "0:20").output
    #expect(text.contains("fewer than 5 viewers"))
    #expect(!text.contains("happy") && !text.contains("reacting") && !text.contains("held"))
  }

  @Test func explainGivesReasonsForMomentEdges() throws {
    let library = try TestLibrary.afterFirstRun()
    try expectSchema(library.gazecut("explain", "walk", "--format", "json").output)
    let moment = try #require(try library.decisions(of: "walk").moments.first)
    // The pre-roll is as long as gaze gathers before the reaction.
    let isLed = moment.start + 0.2 < moment.coreStart
    let edge = try answer(library, at: "\(moment.start + 0.2)")
    #expect(edge.outcome == "chosen" && edge.moment?.part == (isLed ? "leadIn" : "core"))
    #expect(edge.moment?.startReason == moment.why.startReason)
    #expect(edge.moment?.isRendered == true)
    let text = try library.gazecut("explain", "walk", "--at", "\(moment.end - 0.2)").output
    #expect(text.contains("in the decay of moment 1") && text.contains("begins at"))
  }

  @Test func movedMomentIsExplainedAtItsOwnTime() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try #require(try library.decisions(of: "walk").moments.first)
    let start = Int(before.coreEnd) + 3
    let wished = try library.gazecut(
      "wish", "walk", "move", "1", "--start", "0:\(start)", "--end", "0:\(start + 6)")
    try #require(wished.status == 0, "\(wished.errors)")
    try #require(try library.gazecut("run").status == 0)
    let moved = try #require(try library.decisions(of: "walk").moments.first)
    try #require(moved.start > before.coreEnd)
    func words(_ arguments: [String]) throws -> String {
      let outcome = try Program.run(
        ["explain", "walk"] + arguments, in: library.folder,
        environment: ["GAZECUT_LIBRARY": library.folder])
      return outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // In the clip, which shows nothing of the core.
    let shown = try answer(library, at: "\(moved.start + 1)")
    #expect(shown.outcome == "chosen" && shown.moment?.isRendered == true)
    #expect(shown.changes.isEmpty)
    let text = try words(["--at", "\(moved.start + 1)"])
    #expect(text.contains("no core in the clip"), "\(text)")
    // In the core, which the clip does not show.
    let core = (before.coreStart + before.coreEnd) / 2
    let left = try answer(library, at: "\(core)")
    #expect(left.outcome == "leftOutByPerson" && left.moment == nil && left.changes.isEmpty)
    #expect(left.reason?.hasPrefix("its clip begins at") == true, "\(left)")
    let reported = try words(["--at", "\(core)"])
    #expect(reported.contains("core of moment 1") && !reported.contains("rejected"), "\(reported)")
    #expect(try words([]).contains("(not in the clip)"))
  }

  @Test func overlayIsRenderedAndOverwritesOnlyWithForce() throws {
    let library = try TestLibrary.withAudience(video: TestVideo.landscape)
    let file = library.path("looks.mp4")
    let before = try library.snapshot()
    let drawn = try library.gazecut("explain", "walk", "--overlay", file, "--at", "0:18-0:22")
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(drawn.output.contains("looks.mp4: 4.0 s, 100 frames"))
    let clip = try FFmpeg.probe(file)
    #expect(clip.width == 320 && clip.height == 242 && clip.frames == 100 && clip.hasSound)
    #expect(try FFmpeg.decodingErrors(file).isEmpty)
    // The crop is bright and the rest is darkened. At 20 s the face is at 0.47 of the width.
    let grey = try FFmpeg.greyFrame(file, at: 2, width: 320, height: 242)
    func mean(_ columns: Range<Int>) -> Double {
      let values = columns.map { Double(grey[20 * 320 + $0]) }
      return values.reduce(0, +) / Double(values.count)
    }
    #expect(mean(130..<170) > 1.3 * mean(10..<50), "\(mean(130..<170)) \(mean(10..<50))")
    let again = try library.gazecut("explain", "walk", "--overlay", file, "--at", "0:18-0:19")
    #expect(again.status == 73 && again.errors.contains("--force"))
    let forced = try library.gazecut(
      "explain", "walk", "--overlay", file, "--from", "18", "--to", "19", "--force", "--format",
      "json")
    #expect(forced.status == 0 && forced.output.contains(#""frames": 25"#))
    try expectSchema(forced.output)
    // Nothing else in the library changed.
    var after = try library.snapshot()
    after["looks.mp4"] = nil
    #expect(after == before)
  }

  @Test func overlayRejectsWrongPathsAndTimes() throws {
    let library = try TestLibrary.withAudience()
    func status(_ arguments: [String]) throws -> Int32 {
      try Program.run(
        ["explain", "walk"] + arguments, in: library.folder,
        environment: ["GAZECUT_LIBRARY": library.folder]
      ).status
    }
    #expect(try status(["--overlay", "videos/looks.mp4", "--at", "20"]) == 73)
    #expect(try status(["--overlay", "videos/walk.mp4", "--force"]) == 73)
    #expect(try status(["--overlay", "nowhere/looks.mp4", "--at", "20"]) == 73)
    #expect(try status(["--overlay", "looks.mp4", "--at", "9:00"]) == 65)
    #expect(try status(["--overlay", "looks.mp4", "--from", "30", "--to", "50"]) == 65)
    #expect(try status(["--overlay", "looks.mkv"]) == 64)
    #expect(try status(["--from", "3"]) == 64)
    #expect(try status(["--at", "0:10-0:20"]) == 64)
    #expect(try status(["--overlay", "looks.mp4", "--at", "1-2", "--from", "3"]) == 64)
    #expect(library.files(".").filter { $0.contains("looks") || $0.contains(".tmp") }.isEmpty)
  }

  @Test func overlayOfTooFewViewersShowsNoGazePoint() throws {
    // Gaze points are drawn for twelve viewers and not for four.
    let file = "looks.mp4"
    func whiteDots(_ viewers: Int) throws -> Int {
      let library = try TestLibrary.withAudience(viewers: viewers)
      let outcome = try library.gazecut(
        "explain", "walk", "--overlay", library.path(file), "--at", "0:02-0:03")
      try #require(outcome.status == 0, "\(outcome.errors)")
      let grey = try FFmpeg.greyFrame(library.path(file), at: 0.5, width: 320, height: 242)
      return grey.prefix(320 * 176).count { $0 > 225 }
    }
    #expect(try whiteDots(12) > 60)
    #expect(try whiteDots(4) == 0)
  }

  @Test func explainWithSetMatchesADryRun() throws {
    let library = try library(smiling: 12)
    try #require(try library.gazecut("run").status == 0)
    for setting in ["selection.leastSure=1"] {
      let told = try library.gazecut("explain", "walk", "--set", setting).output
      let decided = try library.gazecut("run", "walk", "--dry-run", "--set", setting).output
      #expect(decided.hasPrefix("Nothing to do. Decisions with --set for 1 video"), "\(decided)")
      let reason = try #require(
        decided.split(separator: "\n").first { $0.contains("no moment is left: ") }, "\(decided)")
      let figures = reason.split(separator: ":", maxSplits: 2).last?.prefix(30) ?? ""
      #expect(told.contains(figures), "\(told)")
    }
  }
}
