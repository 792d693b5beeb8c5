import EditDecisions
import Foundation
import TestMaterial
import Testing

/// The same moments in several aspect ratios (`render.profiles`).
@Suite(.waitsForPrograms) struct ProfileTests {
  private static let twoProfiles = TestLibrary.quickSettings + "\n  profiles: [shorts, square]\n"

  /// A library that was run with one profile and then with a second one.
  private static let squareTemplate = Result {
    let library = try TestLibrary.afterFirstRun()
    try library.write("gazecut.yaml", twoProfiles)
    let night = try library.gazecut("run")
    try #require(night.status == 0, "\(night.errors)")
    try #require(night.output.contains("1 clip rendered, 1 clip kept as it was"), "\(night.output)")
    return library
  }

  private func withSquare() throws -> TestLibrary {
    try TestLibrary(copyOf: Self.squareTemplate.get())
  }

  private func squares(_ library: TestLibrary) -> [String] {
    library.files("shorts/walk/square").filter { $0.hasSuffix(".mp4") }
  }

  @Test func addingAProfileRendersOnlyThatProfile() throws {
    let before = try TestLibrary.afterFirstRun()
    let library = try withSquare()
    let old = try before.decisions(of: "walk")
    let document = try library.decisions(of: "walk")
    #expect(document.moments.map(\.id) == old.moments.map(\.id))
    #expect(library.clips(of: "walk") == before.clips(of: "walk"))
    let shape = try #require(document.shapes.first)
    #expect((shape.profile, shape.width, shape.height) == ("square", 180, 180))
    let id = try #require(shape.moments.first).id
    #expect(
      library.files("shorts/walk/square")
        == ["index.json", "latest", "\(id).jpg", "\(id).json", "\(id).mp4"])
    let index = try ClipIndex(json: Data(library.text("shorts/walk/square/index.json").utf8))
    #expect(index.clips.map(\.file) == ["\(id).mp4"] && index.reel == nil)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(
        atPath: library.path("shorts/walk/square/latest/1.mp4")) == "../\(id).mp4")
    let record = try library.text("shorts/walk/square/\(id).json")
    #expect(record.contains(#""id": "\#(id)""#) && record.contains(shape.settings))
    let probe = try Program.runTool(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of",
        "csv=p=0",
      ]
        + [library.path("shorts/walk/square/\(id).mp4")])
    #expect(probe.output.hasPrefix("180,180"), "\(probe.output)")
    // All profiles share one reel. Nothing is pending, and all files are known.
    #expect(!library.exists("shorts/walk/square/highlights.mp4"))
    #expect(try library.gazecut("run").output.contains("nothing new"))
    let check = try library.gazecut("check")
    #expect(check.status == 0 && check.output.contains("all as they were published"))
    let dry = try library.gazecut("run", "--dry-run", "--format", "json")
    #expect(dry.output == document.json + "\n")
    let listed = try library.gazecut("status", "walk").output
    #expect(listed.contains("shorts/walk/square/\(id).mp4"), "\(listed)")
    #expect(try library.gazecut("run", "--dry-run").output.contains(/square +crop/))
    #expect(try library.gazecut("regenerate", "walk").output.contains("2 clips kept"))
  }

  @Test func previewsAreRenderedForEveryProfile() throws {
    let library = try withSquare()
    let square = try #require(try library.decisions(of: "walk").shapes.first?.moments.first)
    let previews = try library.gazecut("regenerate", "walk", "--preview")
    #expect(previews.output.contains("2 previews written"), "\(previews.output)\(previews.errors)")
    let preview = try FFmpeg.probe(library.path("shorts/walk/square/\(square.id).preview.mp4"))
    #expect(preview.width == preview.height && preview.frames > 0)
    #expect(try library.gazecut("check").status == 0)
    // The next run deletes previews, and the folder of a removed profile.
    try library.write("gazecut.yaml", TestLibrary.quickSettings)
    #expect(try library.gazecut("run").status == 0)
    #expect(!library.exists("shorts/walk/square"))
  }

  @Test func removingAProfileArchivesItsClips() throws {
    let library = try withSquare()
    let squares = squares(library)
    try library.write("gazecut.yaml", TestLibrary.quickSettings)
    let night = try library.gazecut("run")
    #expect(night.output.contains("1 clip kept as it was, 1 clip archived"), "\(night.output)")
    #expect(!library.exists("shorts/walk/square"))
    #expect(squares.allSatisfy(library.files("shorts/walk/.retired/square").contains))
    let retired = try library.gazecut("status", "walk", "--retired").output
    #expect(retired.contains("no longer shown as square (render.profiles)"), "\(retired)")
    #expect(try library.gazecut("check").status == 0)
    #expect(retired.contains("shorts/walk/.retired/square/"), "\(retired)")
    try library.write("gazecut.yaml", Self.twoProfiles)
    #expect(try library.gazecut("run").output.contains("2 clips kept"))
    #expect(self.squares(library) == squares)
  }

  /// `shorts/VIDEO` has the clips of the first profile, so clips move but stay the same.
  @Test func reorderingProfilesRendersNothing() throws {
    let library = try withSquare()
    let (shorts, squares) = (library.clips(of: "walk"), squares(library))
    let turned = TestLibrary.quickSettings.replacing("height: 320", with: "height: 180")
    try library.write("gazecut.yaml", turned + "\n  profiles: [square, shorts]\n")
    let night = try library.gazecut("run")
    #expect(night.output.contains("2 clips kept"), "\(night.output) \(night.errors)")
    #expect(library.clips(of: "walk") == squares)
    #expect(library.files("shorts/walk/shorts").filter { $0.hasSuffix(".mp4") } == shorts)
    #expect(try library.gazecut("check").output.contains("all as they were published"))
  }

  @Test func deletedSquareClipIsRenderedAlone() throws {
    let library = try withSquare()
    let square = try #require(squares(library).first)
    try FileManager.default.removeItem(atPath: library.path("shorts/walk/square/\(square)"))
    #expect(try library.gazecut("check").status == 65)
    let night = try library.gazecut("run")
    #expect(night.output.contains("1 clip rendered, 1 clip kept"), "\(night.output)")
    #expect(squares(library) == [square])
  }

  @Test func planRendersEveryProfile() throws {
    let library = try TestLibrary.withAudience()
    try library.write("gazecut.yaml", Self.twoProfiles)
    let plan = library.path("tonight")
    let planned = try library.gazecut("plan", "--to", plan)
    // Two clips and the reel.
    #expect(planned.output.contains("3 files to render"), "\(planned.output) \(planned.errors)")
    #expect(try library.gazecut("work", plan).status == 0)
    let recorded = try library.gazecut("record", plan)
    #expect(recorded.output.contains("2 clips rendered"), "\(recorded.errors)")
    let whole = try withSquare()
    #expect(squares(library) == squares(whole))
    let name = try #require(squares(library).first)
    let paths = [library, whole].map { $0.path("shorts/walk/square/\(name)") }
    #expect(FileManager.default.contentsEqual(atPath: paths[0], andPath: paths[1]))
    // Rendering profiles separately or in one pass gives the same bytes.
    let together = try TestLibrary.withAudience()
    try together.write("gazecut.yaml", Self.twoProfiles)
    #expect(try together.gazecut("run").output.contains("2 clips rendered"))
    for file in ["square/" + name] + library.clips(of: "walk") {
      let pair = [library, together].map { $0.path("shorts/walk/" + file) }
      #expect(FileManager.default.contentsEqual(atPath: pair[0], andPath: pair[1]), "\(file)")
    }
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  /// Manual decisions of the first profile apply to the others unless they have their own.
  @Test func manualDecisionsApplyToEveryProfile() throws {
    let library = try withSquare()
    var document = try library.decisions(of: "walk")
    let end = document.moments[0].end - 2
    document.moments[0].end = end
    document.moments[0].coreEnd = min(end, document.moments[0].coreEnd)
    document.moments[0].framing.shots = [
      ClipShot(start: document.moments[0].start, end: end, cut: .source, layout: .fit)
    ]
    document.moments[0].framing.line = "She waves"
    try library.write("edited.json", document.json)
    let edited = try library.gazecut("regenerate", "walk", "--decisions", "edited.json")
    #expect(edited.output.contains("2 clips rendered"), "\(edited.output) \(edited.errors)")
    let decided = try library.decisions(of: "walk")
    let framing = try #require(decided.shapes.first?.moments.first).framing
    #expect(framing.shots.last?.end == decided.moments[0].end)
    // This includes the title.
    #expect(framing.line == "She waves")
    // Manual framing and title of the second profile are used.
    var again = decided
    again.shapes[0].moments[0].framing.line = "Waving"
    again.shapes[0].moments[0].framing.shots = decided.moments[0].framing.shots
    try library.write("again.json", again.json)
    let second = try library.gazecut("regenerate", "walk", "--decisions", "again.json")
    #expect(second.output.contains("1 clip rendered, 1 clip kept"), "\(second.output)")
    let square = try library.decisions(of: "walk").shapes[0].moments[0].framing
    #expect(square.shots[0].layout == .fit && square.line == "Waving")
    // A locked video can get another profile and keeps its decisions.
    try library.write(
      "gazecut.yaml", TestLibrary.quickSettings + "\n  profiles: [shorts, square, landscape]\n")
    let night = try library.gazecut("run")
    #expect(night.output.contains("1 clip rendered, 2 clips kept"), "\(night.output)")
    #expect(try library.decisions(of: "walk").moments == decided.moments)
  }

  @Test func forgetRemovesFiguresFromEveryProfile() throws {
    let library = try withSquare()
    #expect(try library.gazecut("forget", "viewer-0").status == 0)
    let record = try #require(
      library.files("shorts/walk/square").first { $0.hasPrefix("walk-") && $0.hasSuffix(".json") })
    #expect(try !library.text("shorts/walk/square/\(record)").contains("gazeKept"))
    #expect(try library.gazecut("run").status == 0)
    #expect(squares(library).count == 1)
    #expect(try library.gazecut("remove", "walk").output.contains("2 clips moved to .retired"))
    #expect(squares(library).isEmpty)
  }

  @Test func pageLinksToClipsOfOtherProfiles() throws {
    let library = try withSquare()
    #expect(try library.gazecut("report", "walk").status == 0)
    let square = try #require(squares(library).first)
    let page = try library.text("report/walk.html")
    #expect(page.contains(#"href="../shorts/walk/square/\#(square)" target="_blank" download>"#))
    #expect(page.contains("Download square"))
  }
}
