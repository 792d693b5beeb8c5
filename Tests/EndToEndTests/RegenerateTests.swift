import EditDecisions
import Foundation
import Support
import TestMaterial
import Testing

/// `gazecut regenerate`: manual moments, edited decisions, and settings for one command.
@Suite(.waitsForPrograms) struct RegenerateTests {
  @Test func statusSaysWhyTheClipsCouldNotBeMade() throws {
    let library = try TestLibrary.afterFirstRun()
    try FileManager.default.moveItem(
      atPath: library.path("shorts/walk"), toPath: library.path("away"))
    try library.write("shorts/walk", "a file in place of the folder")
    let failed = try library.gazecut("regenerate", "walk")
    #expect(failed.status == 73, "\(failed.errors)")
    let status = try library.gazecut("status").output
    #expect(
      status.contains("failed 1x") && status.contains(library.path("shorts/walk")), "\(status)")
    // Wrong options say nothing about the video.
    _ = try library.gazecut("regenerate", "walk", "--moment", "9:00-9:10")
    #expect(try library.gazecut("status").output.contains("failed 1x"))
    try FileManager.default.removeItem(atPath: library.path("shorts/walk"))
    #expect(try library.gazecut("regenerate", "walk").status == 0)
    #expect(try library.gazecut("status").output.contains("up to date"))
  }

  @Test func manualMomentsAreFramedByTheAudience() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut(
      "regenerate", "walk", "--moment", "0:16-0:22", "--moment", "24-0:28.48")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try library.decisions(of: "walk")
    #expect(document.moments.map(\.start).sorted() == [16, 24])
    #expect(document.moments.map(\.end).sorted() == [22, 28.5])
    #expect(document.moments.allSatisfy { $0.why.chosenBy == "person" })
    #expect(library.clips(of: "walk").count == 2)
    for moment in document.moments { #expect(try #require(moment.framing.gazeKept) > 0.8) }
  }

  @Test func droppedMomentsAreNamedAndAddKeepsThem() throws {
    let library = try TestLibrary.afterFirstRun()
    let before = try #require(try library.decisions(of: "walk").moments.first)
    let span = PlayTime.text(before.start...before.end)
    let dry = try library.gazecut("regenerate", "walk", "--moment", "4-9", "--dry-run")
    #expect(dry.errors.contains("no longer shown: \(span); --add keeps"), "\(dry.errors)")
    let both = try library.gazecut("regenerate", "walk", "--moment", "4-9", "--add")
    #expect(both.output.contains("1 clip rendered, 1 clip kept as it was"), "\(both.errors)")
    #expect(!both.output.contains("no longer shown"))
    let moments = try library.decisions(of: "walk").moments
    #expect(moments.first == before && moments.map(\.rank) == [1, 2])
    #expect(moments.last?.start == 4 && moments.last?.why.chosenBy == "person")
    let over = try library.gazecut("regenerate", "walk", "--moment", "20-25", "--add")
    #expect(over.status == 65)
    #expect(over.errors.contains("--moment 0:20-0:25 overlaps moment 1 at \(span)"))
    let alone = try library.gazecut("regenerate", "walk", "--moment", "4-9")
    #expect(alone.output.contains("no longer shown: \(span)"), "\(alone.output)")
    #expect(try library.gazecut("regenerate", "walk", "--add").status == 64)
  }

  @Test func editedClipTimesAlsoChangeTheReel() throws {
    let library = try TestLibrary.afterFirstRun()
    var document = try library.decisions(of: "walk")
    let (start, end) = (document.moments[0].start, document.moments[0].end)
    document.moments[0].start = start + 2
    document.moments[0].coreStart = max(start + 2, document.moments[0].coreStart)
    document.moments[0].framing.shots = [
      ClipShot(start: start + 2, end: end, cut: .source, layout: .fit)
    ]
    try library.write("edited.json", document.json)
    let outcome = try library.gazecut("regenerate", "walk", "--decisions", "edited.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let after = try library.decisions(of: "walk")
    #expect(after.reel.map(\.start) == after.moments.map(\.start))
    #expect(abs(after.reel[0].start - (start + 2)) < 0.04 && after.reel[0].end == end)
  }

  @Test func lockedVideoIsUnchangedUntilUnpinned() throws {
    let library = try TestLibrary.withManualChoice()
    let pinned = library.clips(of: "walk")
    try library.importAudience(.walk(viewers: 3, seed: 5), prefix: "late")
    let night = try library.gazecut("run")
    #expect(night.status == 0)
    #expect((night.output + night.errors).contains("locked"))
    #expect(library.clips(of: "walk") == pinned)
    try library.gazecut("regenerate", "walk", "--unpin")
    #expect(library.clips(of: "walk") != pinned)
    #expect(library.files("shorts/walk/.retired").contains { pinned.contains($0) })
  }

  @Test func editedDecisionsAreRenderedExactly() throws {
    let library = try TestLibrary.afterFirstRun()
    var document = try library.decisions(of: "walk")
    let first = library.clips(of: "walk")
    // The times are between frames, of which there are 8 per second.
    let (start, end) = (15.011, 19.013)
    document.moments[0].start = start
    document.moments[0].end = end
    document.moments[0].coreStart = start
    document.moments[0].coreEnd = 19
    let window = CropKeyframe(t: start, x: 200, y: 0, width: 101.3, height: 180)
    document.moments[0].framing.shots = [
      ClipShot(start: start, end: end, cut: .source, layout: .crop([window]))
    ]
    document.reel[0].start = start
    document.reel[0].end = end
    try library.write("edited.json", document.json)
    let outcome = try library.gazecut("regenerate", "walk", "--decisions", "edited.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let after = try library.decisions(of: "walk")
    #expect(after.moments[0].framing.shots[0].layout == .crop([window]))
    #expect(after.moments.map(\.start) == [15] && after.moments.map(\.end) == [19])
    #expect(after.reel.map(\.start) == [15] && after.reel.map(\.end) == [19])
    let record = try library.text("shorts/walk/highlights.json")
    #expect(record.contains(#""duration": 4.000"#), "\(record)")
    #expect(record.contains(#""start": 15.000"#), "\(record)")
    #expect(library.clips(of: "walk").count == 1)
    #expect(library.clips(of: "walk") != first)
    let clip = try FFmpeg.probe(library.path("shorts/walk/\(after.moments[0].id).mp4"))
    #expect(clip.frames == 32)
    #expect(try FFmpeg.probe(library.path("shorts/walk/highlights.mp4")).frames == 32)
  }

  @Test func uneditedDecisionsRenderNothing() throws {
    let library = try TestLibrary.afterFirstRun()
    let document = try library.text("shorts/walk/decisions.json")
    try library.write("same.json", document)
    let before = try library.snapshot().filter { $0.key.hasSuffix(".mp4") }
    #expect(try library.gazecut("regenerate", "walk", "--decisions", "same.json").status == 0)
    #expect(try library.snapshot().filter { $0.key.hasSuffix(".mp4") } == before)
    #expect(try library.text("shorts/walk/decisions.json") == document)
  }

  @Test(arguments: [
    (#""start": 16"#, #""start": 96"#, "moments[0].start"),
    (#""layout": "crop""#, #""layout": "oval""#, "moments[0].framing.shots[0].layout"),
    (#""y": 0.0"#, #""y": 7.0"#, "moments[0].framing.shots[0].keyframes[0].y"),
  ])
  func invalidDecisionsAreRejectedByField(right: String, wrong: String, field: String) throws {
    let library = try TestLibrary.withManualChoice()
    let before = try library.snapshot()
    let text = try library.text("shorts/walk/decisions.json")
    // The first `start` in the document must be that of a moment.
    let wrongText = text.replacing(right, with: wrong, maxReplacements: 1)
    #expect(wrongText != text)
    try library.write("wrong.json", wrongText)
    let outcome = try library.gazecut("regenerate", "walk", "--decisions", "wrong.json")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("wrong.json"))
    #expect(outcome.errors.contains(field), "\(outcome.errors)")
    try FileManager.default.removeItem(atPath: library.path("wrong.json"))
    #expect(
      try library.snapshot().filter { $0.key.hasPrefix("shorts") }
        == before.filter { $0.key.hasPrefix("shorts") })
  }

  @Test func setOptionAppliesUntilTheVideoIsNextPending() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut(
      "regenerate", "walk", "--set", "render.width=90", "--set", "render.height=160")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let name = try #require(library.clips(of: "walk").first)
    #expect(try FFmpeg.probe(library.path("shorts/walk/\(name)")).width == 90)
    // The setting applies until the video is pending again; a run with nothing new changes nothing.
    #expect(try library.gazecut("run").output.contains("nothing"))
    #expect(library.clips(of: "walk") == [name])
    // `run` and `status` of this video mention the setting.
    for command in ["run", "status"] {
      let told = try library.gazecut(command, "walk").output
      #expect(told.contains("--set render.width=90") && told.contains("next run"), "\(told)")
    }
  }

  @Test func invalidOptionValuesAreRejected() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut("regenerate", "walk", "--set", "selection.cuont=1")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("selection.count"))
    #expect(try library.gazecut("regenerate", "walk", "--moment", "nine").status == 64)
    #expect(try library.gazecut("regenerate", "walk", "--moment", "30-60").status == 65)
  }

  @Test func metadataEditedByHandIsKept() throws {
    let library = try TestLibrary.afterFirstRun()
    let stem = String(library.clips(of: "walk")[0].dropLast(4))
    try library.write("shorts/walk/\(stem).json", "{\"title\": \"mine\"}")
    try library.gazecut("regenerate", "walk", "--moment", "16-22")
    #expect(try library.text("shorts/walk/\(stem).json") == "{\"title\": \"mine\"}")
  }

  @Test func clipEditedByHandIsKept() throws {
    let library = try TestLibrary.afterFirstRun()
    let clip = try #require(library.clips(of: "walk").first)
    try library.write("shorts/walk/\(clip)", "cut by hand")
    // The next decision does not include the clip, and the one after it does.
    let other = try library.gazecut("regenerate", "walk", "--moment", "16-22")
    #expect(other.errors.contains("\(clip) was changed by hand and is not replaced"))
    #expect(try library.text("shorts/walk/\(clip)") == "cut by hand")
    let again = try library.gazecut("regenerate", "walk", "--unpin")
    #expect(other.status == 0 && again.status == 0, "\(other.errors)\(again.errors)")
    #expect(try library.text("shorts/walk/\(clip)") == "cut by hand")
  }

  @Test func decisionsEditedInPlaceAreKept() throws {
    let library = try TestLibrary.afterFirstRun()
    let edited = try library.text("shorts/walk/decisions.json") + " "
    try library.write("shorts/walk/decisions.json", edited)
    try library.importAudience(.walk(viewers: 3, seed: 5), prefix: "late")
    try library.gazecut("run")
    let texts = try library.files("shorts/walk").filter { $0.hasPrefix("decisions") }
      .map { try library.text("shorts/walk/" + $0) }
    #expect(texts.contains(edited))
  }

  @Test func momentsBelowTheMinimumLengthGetAWarning() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut(
      "regenerate", "walk", "--moment", "0:10-0:10.25", "--dry-run")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("0:10-0:10.25"), "\(outcome.errors)")
    #expect(outcome.errors.contains("selection.minimumLength"), "\(outcome.errors)")
  }

  @Test func unavailableEncoderIsReportedWithAlternatives() throws {
    let library = try TestLibrary.withAudience()
    let outcome = try library.gazecut("regenerate", "walk", "--set", "render.encoder=libnope")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("libx264"))
    let night = try library.gazecut(
      "run", "--json-log", environment: ["GAZECUT_RENDER_ENCODER": "libnope"])
    #expect(night.status == 78)
    #expect(night.errors.contains(#""level": "error""#) && night.errors.contains("libx264"))
    // The encoder exists but does not support this quality, which is checked before any decision.
    let lossless = try library.gazecut("run", "--json-log", "--set", "render.crf=0")
    #expect(lossless.status != 0 && !lossless.errors.contains("video.planned"), "\(lossless)")
    #expect(try library.gazecut("status").output.contains("failed") == false)
  }

  /// Framing cuts are on frames, so the written decisions give the same clip.
  @Test func uneditedDecisionsWithFramingCutsRenderNothing() throws {
    let library = try TestLibrary(yaml: TestLibrary.quickSettings + "\nframing.layouts: [crop]\n")
    try library.add(TestVideo.silent, as: "walk")
    var audience = SimpleAudience.walk()
    audience.subject = { (Int($0 / 3.5) % 2 == 0 ? 0.15 : 0.85, 0.5) }
    try library.importAudience(audience)
    try library.gazecut("run")
    let moment = try #require(try library.decisions(of: "walk").moments.first)
    #expect(moment.framing.shots.contains { $0.cut == .framing }, "\(moment)")
    let given = library.path("given.json")
    try FileManager.default.copyItem(
      atPath: library.path("shorts/walk/decisions.json"), toPath: given)
    let outcome = try library.gazecut("regenerate", "walk", "--decisions", given)
    #expect(outcome.output.contains("1 clip kept as it was"), "\(outcome.output)\(outcome.errors)")
    #expect(try library.decisions(of: "walk").moments.map(\.id) == [moment.id])
  }
}
