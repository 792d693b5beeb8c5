import Audience
import EditDecisions
import Foundation
import Overrides
import SampleAudience
import TestMaterial
import Testing

/// A user of the clip editor on a page with twelve clips, simulated with input events of the
/// browser.
@Suite(.waitsForPrograms, .enabled(if: Browser.isInstalled, Comment(rawValue: Browser.absence)))
struct ClipEditorTests {
  private static let clips = 12
  /// Seconds of each shot and of the smile in its middle.
  private static let (shot, smile) = (24.0, 7.0)
  private static let duration = Double(clips) * shot

  private static func audience(_ viewers: Int, seed: UInt64) -> SimpleAudience {
    SimpleAudience(
      video: "show", duration: duration, viewers: viewers,
      smiles: (0..<clips).map { Double($0) * shot + 8...Double($0) * shot + 8 + smile }, seed: seed)
  }

  private static func makeLibrary() throws -> TestLibrary {
    let library = try TestLibrary(
      yaml: """
        selection: {count: \(clips)}
        framing: {layouts: [crop]} # the first frame of each has a window that can be moved
        render: {width: 90, height: 160, preset: ultrafast, loudness: off}
        """)
    let middle = PicturePoint(x: 0.3, y: 0.5)
    let script = SampleScript(
      duration: duration,
      shots: (0..<clips).map {
        SampleShot(
          start: Double($0) * shot, end: Double($0 + 1) * shot, from: middle, to: middle)
      }, stretches: [])
    try library.add(
      TestVideo.draw("show", script) {
        ($0.width, $0.height, $0.frameRate, $0.hasSound) = (160, 90, 10, false)
      }, as: "show")
    try library.importAudience(audience(12, seed: 1), prefix: "first")
    let run = try library.gazecut("run")
    try #require(run.status == 0, "\(run.errors)")
    return library
  }

  private static func momentsByRank(_ library: TestLibrary) throws -> [Int: Moment] {
    Dictionary(
      try library.decisions(of: "show").moments.map { ($0.rank, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The moment whose core contains the middle of an earlier moment's core.
  private static func counterpart(of moment: Moment?, in library: TestLibrary) throws -> Moment? {
    let middle = try #require(moment.map { ($0.coreStart + $0.coreEnd) / 2 })
    return try library.decisions(of: "show").moments.first {
      $0.coreStart < middle && middle < $0.coreEnd
    }
  }

  /// Five of twelve clips are corrected and a sixth gets a title, with fewer actions than in a
  /// terminal.
  ///
  /// Only those clips change, also after a run with more viewers.
  @Test func editorChangesOnlyTheCorrectedClips() throws {
    let library = try Self.makeLibrary()
    let before = try Self.momentsByRank(library)
    try #require(before.count == Self.clips, "\(before.count) clips")
    let session = try BrowserSession(downloads: library.folder)
    try session.open(library.path("report/show.html"))
    func choose(_ rank: Int) throws {
      try session.click("#desk-clips button:nth-child(\(rank))")
    }
    // One clip is trimmed at both ends, two at one end, one is rejected, and the crop of one is
    // moved.
    let track = try session.text(of: "document.getElementById('desk-track').clientWidth")
    let length = before[2].map { $0.end - $0.start } ?? 0
    let second = try #require(Double(track)) / (24 + length)
    try choose(2)
    try session.drag("#desk-start", right: 1.5 * second)
    try session.drag("#desk-end", right: -1.5 * second)
    try choose(4)
    try session.click("#desk-never")
    try choose(6)
    try session.drag("#desk-source .window", right: 60)
    try choose(8)
    try session.drag("#desk-start", right: 1.2 * second)
    try choose(10)
    try session.drag("#desk-end", right: -1.2 * second)
    try choose(Self.titledRank)
    try session.click("#desk-title")
    try session.type("A show")
    try session.click("#desk-save")
    try session.click("#desk-apply button")
    let name = library.path("wishes-show.json")
    for _ in 0..<100 where !FileManager.default.fileExists(atPath: name) { usleep(100_000) }
    let saved = try #require(FileManager.default.contents(atPath: name))
    let wishes = try WishDocument(json: saved).wishes
    #expect(wishes.count == 6, "\(wishes)")
    expectFewerActions(session.actions, wishes)

    let applied = try library.gazecut("wish", "--apply", name)
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(try library.gazecut("run").status == 0)
    try expectCorrected(library, before)
    try expectOthersUnchanged(library, before)

    let corrected = try Self.momentsByRank(library)
    try library.importAudience(Self.audience(5, seed: 9), prefix: "later")
    #expect(try library.gazecut("run").status == 0)
    #expect(try library.decisions(of: "show").audience.viewers == 17)
    try expectCorrected(library, before)
    try expectOthersKeptOrExplained(library, corrected)
  }

  /// Prints the actions needed in the editor and in a terminal, and expects fewer in the editor.
  private func expectFewerActions(_ desk: BrowserSession.Actions, _ wishes: [String]) {
    // Pasting the copied command and Enter count too.
    var desk = desk
    desk.keys += 2
    var terminal = BrowserSession.Actions()
    for wish in wishes {
      let options = ["start", "end", "layout", "x", "y", "hold"]
      let words = wish.split(separator: " ").map { word in
        options.contains(String(word)) ? "--\(word)" : String(word)
      }
      terminal.keys += "gazecut wish show \(words.joined(separator: " "))".count + 1
    }
    func summary(_ way: String, _ actions: BrowserSession.Actions) -> String {
      "\(way) \(actions.count) (\(Int(actions.seconds.rounded())) s)"
    }
    print("Five clips of twelve: \(summary("editor", desk)), \(summary("terminal", terminal)).")
    #expect(desk.count < terminal.count && desk.seconds < terminal.seconds)
  }

  private func expectCorrected(
    _ library: TestLibrary, _ before: [Int: Moment]
  ) throws {
    // Tolerance: 0.1 s and a frame, or a snap to a cut or pause within eight pixels.
    func isNear(_ time: Double?, _ wanted: Double?) -> Bool {
      abs((time ?? 0) - (wanted ?? 99)) < 0.45
    }
    let (both, start, end) = (before[2], before[8], before[10])
    #expect(try isNear(Self.counterpart(of: both, in: library)?.start, both.map { $0.start + 1.5 }))
    #expect(try isNear(Self.counterpart(of: both, in: library)?.end, both.map { $0.end - 1.5 }))
    #expect(
      try isNear(Self.counterpart(of: start, in: library)?.start, start.map { $0.start + 1.2 }))
    #expect(try isNear(Self.counterpart(of: end, in: library)?.end, end.map { $0.end - 1.2 }))
    #expect(try Self.counterpart(of: before[4], in: library) == nil)
    let moved = try #require(try Self.counterpart(of: before[6], in: library))
    #expect(moved.framing != before[6]?.framing && moved.why.wish?.contains(" x ") == true)
    for rank in 1...Self.clips where rank != 4 {
      let line = try Self.counterpart(of: before[rank], in: library)?.framing.line
      #expect(line == (rank == Self.titledRank ? "A show" : nil), "\(rank)")
    }
  }

  private static let correctedRanks = [2, 4, 6, 8, 10]
  /// Only the title of this clip changes.
  private static let titledRank = 11

  /// With the same audience, the other clips are unchanged.
  private func expectOthersUnchanged(_ library: TestLibrary, _ before: [Int: Moment]) throws {
    for (rank, moment) in before where !Self.correctedRanks.contains(rank) {
      let now = try #require(try Self.counterpart(of: moment, in: library), "\(rank)")
      #expect(now.start == moment.start && now.end == moment.end, "\(rank)")
      #expect(now.framing.shots.map(\.layout) == moment.framing.shots.map(\.layout), "\(rank)")
      #expect(now.score == moment.score && now.why.sure == moment.why.sure, "\(rank)")
    }
  }

  /// If new viewers move a clip, the new clip names the one it replaces.
  private func expectOthersKeptOrExplained(
    _ library: TestLibrary, _ corrected: [Int: Moment]
  ) throws {
    var count = 0
    for moment in corrected.values where moment.why.wish == nil {
      count += 1
      let now = try #require(try Self.counterpart(of: moment, in: library), "\(moment)")
      let isSaid = now.why.replaces?.contains(moment.id) == true
      #expect(now.id == moment.id || isSaid, "\(moment.id): \(now)")
    }
    // Eleven clips remain; four of them have an override.
    #expect(count == Self.clips - Self.correctedRanks.count)
  }
}
