import EditDecisions
import Foundation
import Media
import SyntheticMedia
import TestMaterial
import Testing

/// Crops avoid black bars, and captions avoid what viewers look at.
@Suite(.waitsForPrograms) struct BarsAndCaptionsTests {
  /// A library with a generated video that viewers look at in one place.
  private func library(
    _ id: String, pictures: String, at place: (x: Double, y: Double), yaml: String = ""
  ) throws -> TestLibrary {
    let library = try TestLibrary(yaml: TestLibrary.quickSettings + "\n  " + yaml + "\n")
    try Synthesizer(
      pictures: pictures, duration: 12,
      pictureEncoding: VideoEncoderSettings(
        encoder: "libx264", width: 320, height: 180, frameRate: Rational(10, 1),
        keyFrameInterval: 20, options: [.init("preset", "ultrafast"), .init("crf", "22")])
    ).write(to: library.path("videos/\(id).mp4"))
    var audience = SimpleAudience(video: id, duration: 12, smiles: [0...12])
    audience.subject = { _ in place }
    try library.importAudience(audience)
    return library
  }

  private static let letterboxed = "testsrc2=size=320x134:rate=10,pad=320:180:0:23:black"
  private static let pillarboxed = "testsrc2=size=240x180:rate=10,pad=320:180:40:0:black"

  @Test(arguments: [
    ("letterboxed", letterboxed, 0.0, 23.0, 320.0, 157.0),
    ("pillarboxed", pillarboxed, 40.0, 0.0, 280.0, 180.0),
  ])
  func cropsExcludeBlackBars(
    id: String, pictures: String, left: Double, top: Double, right: Double, bottom: Double
  ) throws {
    // Gaze is at the left edge between the bars, where a crop that ignores bars would show one.
    let library = try library(id, pictures: pictures, at: (left / 320 + 0.02, 0.5))
    let outcome = try library.gazecut("regenerate", id, "--moment", "2-8")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let moment = try #require(try library.decisions(of: id).moments.first)
    let area = try #require(moment.framing.active)
    #expect(area.x >= left && area.y >= top && area.width >= right - left - 8)
    for shot in moment.framing.shots {
      guard case .crop(let keyframes) = shot.layout else { continue }
      for window in keyframes {
        #expect(window.x >= left && window.x + window.width <= right, "\(window)")
        #expect(window.y >= top && window.y + window.height <= bottom, "\(window)")
        // The crop uses the full height between the bars.
        #expect(window.height >= bottom - top - 8, "\(window)")
      }
    }
    // The test pattern is never black for long, so no edge of the clip is black.
    let path = library.path("shorts/\(id)/\(moment.id).mp4")
    #expect(try FFmpeg.probe(path).height == 320)
    let cropped = try FFmpeg.activeSize(path)
    #expect(cropped.width >= 176 && cropped.height >= 316, "\(cropped)")
    // The reel keeps the aspect ratio of the source, including bars.
    let reel = try FFmpeg.probe(library.path("shorts/\(id)/highlights.mp4"))
    #expect(reel.width == 320 && reel.height == 180)
  }

  /// A wide shot, then a pillarboxed one with gaze at its left edge.
  ///
  /// A crop area for the whole moment would show the bar.
  @Test func blackBarsAreDetectedPerShot() throws {
    let bars = [0, 280].map { "drawbox=x=\($0):y=0:w=40:h=180:c=black:t=fill:enable='gte(t,6)'" }
    let library = try library(
      "mixed",
      pictures: "testsrc2=size=320x180:rate=10,negate=enable='gte(t,6)',"
        + bars.joined(separator: ","),
      at: (0.1, 0.5))
    let outcome = try library.gazecut("regenerate", "mixed", "--moment", "2-10")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try library.decisions(of: "mixed")
    let framing = try #require(document.moments.first).framing
    #expect(framing.active == nil && framing.shots.count == 2, "\(framing.shots)")
    let (wide, narrow) = (try #require(framing.shots.first), try #require(framing.shots.last))
    #expect(wide.active == nil && wide.layout.windows[0].allSatisfy { $0.x < 40 }, "\(wide)")
    #expect(try #require(narrow.active).x >= 40, "\(narrow)")
    #expect(narrow.layout.windows[0].allSatisfy { $0.x >= 40 && $0.x < 60 }, "\(narrow)")
    // Rendering the written decisions gives the same clip.
    try library.write("edited.json", document.json)
    let again = try library.gazecut("regenerate", "mixed", "--decisions", "edited.json")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try library.decisions(of: "mixed").moments.map(\.id) == document.moments.map(\.id))
  }

  /// The position in an override is exact, even over the bar at 0 to 40.
  @Test func overrideMayPlaceACropOverABlackBar() throws {
    let library = try library("wished", pictures: Self.pillarboxed, at: (0.5, 0.5))
    let wish = try library.gazecut("wish", "wished", "always", "2-8")
    #expect(wish.status == 0, "\(wish.errors)")
    #expect(try library.gazecut("wish", "wished", "frame", "2-8", "--x", "10").status == 0)
    let dry = try library.gazecut("run", "--dry-run", "--format", "json")
    let moment = try #require(
      try DecisionDocument(json: Data(dry.output.utf8)).moments.first { $0.start == 2 })
    #expect(moment.framing.active?.x ?? 0 >= 40)
    for shot in moment.framing.shots {
      guard case .crop(let keyframes) = shot.layout else { continue }
      #expect(keyframes.map(\.x) == [10], "\(shot)")
    }
  }

  @Test func captionsMoveToTheTopWhenGazeIsLow() throws {
    let low = try library(
      "low", pictures: "testsrc2=size=320x180:rate=10", at: (0.5, 0.6), yaml: "captions: burn")
    try low.write("videos/low.srt", "1\n00:00:03,000 --> 00:00:05,000\nLook there!\n")
    try low.gazecut("regenerate", "low", "--moment", "2-8")
    let shots = try #require(try low.decisions(of: "low").moments.first).framing.shots
    #expect(!shots.isEmpty && shots.allSatisfy { $0.captions == .top }, "\(shots)")
    try low.importAudience(
      SimpleAudience(video: "low", duration: 12, smiles: [0...12], subject: { _ in (0.5, 0.3) }))
    try low.gazecut("regenerate", "low", "--moment", "2-8")
    let high = try #require(try low.decisions(of: "low").moments.first).framing.shots
    #expect(high.allSatisfy { $0.captions == .bottom }, "\(high)")
  }

  /// Half of the time gaze is where captions are at the bottom, and half of the time where they
  /// would be at the top.
  @Test func captionsThatCoverGazeAreReported() throws {
    let library = try library(
      "both", pictures: "testsrc2=size=320x180:rate=10", at: (0.5, 0.6), yaml: "captions: burn")
    try library.write("videos/both.srt", "1\n00:00:03,000 --> 00:00:07,000\nLook there!\n")
    try library.importAudience(
      SimpleAudience(
        video: "both", duration: 12, smiles: [0...12], subject: { (0.5, $0 < 5 ? 0.6 : 0.2) }))
    #expect(try library.gazecut("regenerate", "both", "--moment", "2-8").status == 0)
    let moment = try #require(try library.decisions(of: "both").moments.first)
    #expect((0.3...0.7).contains(try #require(moment.framing.textCovers)), "\(moment.framing)")
    let told = try library.gazecut("run", "--dry-run")
    #expect(told.output.contains("captions and title cover"), "\(told.output)")
    #expect(try library.gazecut("report").status == 0)
    let page = try String(contentsOfFile: library.path("report/both.html"), encoding: .utf8)
    #expect(page.contains("Captions and title cover"))
  }
}
