import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Real films with real gaze (of other videos) and synthetic laughter.
///
/// `make test-formats` renders one of the clips in full size.
@Suite(.waitsForPrograms, .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct RealMediaTests {
  struct Film: CustomTestStringConvertible, Sendable {
    var file: String
    var duration: Double
    var width: Double
    var height: Double
    var gaze: String
    var laughter: ClosedRange<Double>
    /// Width of the clip in pixels; the height follows.
    var clipWidth = 360
    var testDescription: String { file }
  }

  private static let runsAllCases = LongForm.isAsked

  static let films = [
    Film(
      file: "bbb_0_30.webm", duration: 30, width: 1280, height: 720, gaze: "golf",
      laughter: 8...13, clipWidth: runsAllCases ? 1080 : 360),
    Film(
      file: "car.mp4", duration: 30, width: 768, height: 432, gaze: "street", laughter: 6...20),
  ]

  private func library(_ film: Film, _ id: String) throws -> TestLibrary {
    let library = try TestLibrary(
      yaml: """
        run: {report: off}
        selection: {minimumLength: 5, maximumLength: 8}
        render: {preset: ultrafast, reelHeight: 180, width: \(film.clipWidth), \
        height: \(film.clipWidth * 16 / 9)}
        """)
    try library.add(try SharedData.file("videos/\(film.file)").path, as: id)
    let files = try TimelineFiles(
      gaze: try RealGaze.gazeCom(film.gaze), videoID: id, duration: film.duration,
      width: film.width, height: film.height, reactions: [film.laughter]
    ).write(to: URL(fileURLWithPath: library.path("audience")))
    let taken = try Program.run(
      ["import", "timeline"] + files.map(\.path),
      environment: ["GAZECUT_LIBRARY": library.folder])
    try #require(taken.status == 0, "\(taken.errors)")
    return library
  }

  @Test(arguments: films)
  func laughterBecomesAClip(film: Film) throws {
    let library = try library(film, "film")
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    let document = try library.decisions(of: "film")
    let moment = try #require(document.moments.first, "\(document.reason ?? "")")
    // The core matches the laughter, except for smoothing and the reaction delay.
    #expect(moment.coreStart >= film.laughter.lowerBound - 1.5)
    #expect(moment.coreEnd <= film.laughter.upperBound + 2)
    let path = library.path("shorts/film/\(moment.id).mp4")
    let clip = try FFmpeg.probe(path)
    let rate = document.video.frameRate.value
    #expect(clip.width == film.clipWidth && clip.height == film.clipWidth * 16 / 9)
    #expect(abs(clip.duration - (moment.end - moment.start)) <= 1 / rate + 0.001)
    #expect(clip.frames == Int(((moment.end - moment.start) * rate).rounded()))
    #expect(clip.hasSound)
    #expect(try FFmpeg.decodingErrors(path).isEmpty)
    #expect(try FFmpeg.decodingErrors(library.path("shorts/film/highlights.mp4")).isEmpty)
  }

  /// A curve like YouTube's: 100 points, most views at the start, one segment replayed.
  ///
  /// There is no gaze.
  @Test func replayedSegmentBecomesAClip() throws {
    let library = try TestLibrary(
      yaml: """
        selection: {evidence: curve, minimumLength: 5, maximumLength: 8}
        render: {preset: ultrafast, reelHeight: 180, width: 360, height: 640}
        """)
    try library.add(try SharedData.file("videos/car.mp4").path, as: "film")
    var random = SeededGenerator(seed: 34)
    let points = (0..<100).map { index in
      let (start, end) = (Double(index) * 0.3, Double(index + 1) * 0.3)
      let again = start >= 14.9 && end <= 20.2 ? 0.35 : 0
      let value = 0.3 + 0.7 / Double(index + 1) + again + random.normal(deviation: 0.01)
      return #"{"start_time":\#(start),"end_time":\#(end),"value":\#(value)}"#
    }
    let file = library.path("film.info.json")
    try Data(#"{"id":"x","heatmap":[\#(points.joined(separator: ","))]}"#.utf8)
      .write(to: URL(fileURLWithPath: file))
    let taken = try library.gazecut("import", "auto", file, "--video", "film")
    #expect(taken.status == 0 && taken.output.contains("recognised as curve"), "\(taken.errors)")
    #expect(taken.output.contains("100 points, one every 0.5 s to 30.0 s"), "\(taken.output)")
    let status = try library.gazecut("status")
    #expect(status.output.contains("Curves:") && status.output.contains("most-replayed"))
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    let document = try library.decisions(of: "film")
    let moment = try #require(document.moments.first, "\(document.reason ?? "")")
    #expect(document.moments.count == 1 && abs(moment.coreStart - 15) <= 0.5)
    #expect(abs(moment.coreEnd - 20.1) <= 0.6)
    #expect(moment.why.viewers == 0 && moment.why.curve?.source == "YouTube's most replayed")
    #expect(moment.framing.shots.allSatisfy { $0.layout == .fit })
    #expect(moment.why.framedBy?.contains("the whole picture") == true)
    let path = library.path("shorts/film/\(moment.id).mp4")
    #expect(try FFmpeg.probe(path).width == 360)
    #expect(try FFmpeg.decodingErrors(path).isEmpty)
    // Every output about a moment says that a curve is its basis.
    let record = try String(
      contentsOfFile: library.path("shorts/film/\(moment.id).json"), encoding: .utf8)
    #expect(record.contains("\"curve\""))
    for words in [
      try library.gazecut("explain", "film").output,
      try String(contentsOfFile: library.path("report/film.html"), encoding: .utf8),
    ] {
      let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        line.contains("on a curve, not on viewers")
          || line.contains("moments were found by YouTube"))
    }
    // Removing the curve leaves nothing to choose from.
    #expect(try library.gazecut("check").status == 0)
    let removed = try library.gazecut("remove", "film")
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try !library.gazecut("status").output.contains("most-replayed"))
  }

  @Test func sourcesWithUnusualStreamsAreRendered() throws {
    // Sample aspect ratio 2:3, a text stream, and 4:2:2 chroma; two seconds each.
    for (name, shape) in [("sar", 2.0 / 3), ("movtext", 1), ("yuv422", 1)] {
      var film = Self.films[0]
      film.file = "\(name).mp4"
      (film.duration, film.clipWidth) = (2, 360)
      let library = try library(film, name)
      let outcome = try library.gazecut("regenerate", name, "--moment", "0-1.5")
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
      let document = try library.decisions(of: name)
      let source = try FFmpeg.probe(library.path("videos/\(name).mp4"))
      #expect(document.video.height == source.height)
      #expect(document.video.width == Int((Double(source.width) * shape).rounded()))
      let moment = try #require(document.moments.first)
      let clip = try FFmpeg.probe(library.path("shorts/\(name)/\(moment.id).mp4"))
      #expect(clip.width == 360 && clip.height == 640)
      #expect(try FFmpeg.decodingErrors(library.path("shorts/\(name)/\(moment.id).mp4")).isEmpty)
    }
  }

  @Test func manualMomentIsFramedByGazeAlone() throws {
    let library = try TestLibrary()
    let source = try SharedData.file("lund/BergoDalbana.avi")
    try library.add(source.path, as: "street")
    var gaze = TimelineFiles(
      gaze: try RealGaze.lund("BergoDalbana"), videoID: "street", duration: 8.1, width: 720,
      height: 576, reactions: [])
    gaze.reactingShare = 0
    let files = try gaze.write(to: URL(fileURLWithPath: library.path("audience")))
    try Program.run(
      ["import", "timeline"] + files.map(\.path),
      environment: ["GAZECUT_LIBRARY": library.folder])
    let few = try library.gazecut("regenerate", "street", "--moment", "1-7")
    #expect(few.status == 65)
    let outcome = try library.gazecut(
      "regenerate", "street", "--moment", "1-7", "--set", "selection.minimumViewers=4")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let moment = try #require(try library.decisions(of: "street").moments.first)
    let clip = try FFmpeg.probe(library.path("shorts/street/\(moment.id).mp4"))
    #expect(!clip.hasSound, "a source without sound gives a clip without sound")
    #expect(clip.frames == 150)
  }
}
