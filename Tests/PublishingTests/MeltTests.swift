import CutLists
import EditDecisions
import Foundation
import Media
import MediaFixture
import TestMaterial
import Testing

@testable import Publishing
@testable import Rendering

/// Renders an MLT export with `melt`.
///
/// The result must show the same as gazecut's clip.
@Suite struct MeltTests {
  /// Two moving line patterns.
  ///
  /// Each frame differs from all others by more than the search range.
  private static let pictures =
    "color=black:size=320x180:rate=30000/1001,format=yuv420p,"
    + "geq=lum='128+55*sin(X/4+N*0.7)+45*sin(Y/3-N*1.1)':cb=128:cr=128"

  private static let settings = RenderSettings(
    width: 180, height: 320, crf: 4, preset: "ultrafast", loudness: nil)

  @Test(
    .enabled(
      if: ExternalProgram.isInstalled("melt"), "\(ExternalProgram.absence(of: "melt"))"))
  func meltShowsTheSameFramesAndCropsAsTheClip() throws {
    let fixture = try Fixture()
    let made = try fixture.make(
      "made.mp4", pictures: Self.pictures, sound: "sine", duration: 3,
      rate: Rational(30000, 1001), options: [.init("preset", "ultrafast"), .init("crf", "4")])
    // Audio is the first stream, as in many files.
    let source = fixture.folder + "/src.mp4"
    let turned = try ExternalProgram("ffmpeg").run(
      ["-v", "error", "-i", made, "-map", "0:a", "-map", "0:v", "-c", "copy", source])
    try #require(turned.status == 0, "\(turned.errors)")
    let info = try MediaInfo.probe(source)
    let ours = fixture.folder + "/ours.mp4"
    let moment = Self.moment
    try ClipRenderer(source: info, settings: Self.settings).render(
      from: moment.start, to: moment.end, framing: moment.framing, to: ours)
    let document = DecisionDocument(
      video: VideoDescription(
        id: "src", source: source, duration: info.duration, width: 320, height: 180,
        frameRate: FrameRate(30000, 1001)),
      audience: AudienceSummary(viewers: 5, excluded: []), settings: "", moments: [moment],
      rejected: [], reel: [])
    let export = Export(document, of: info, Self.settings)
    let list = try #require(export.lists.first)
    let project = fixture.folder + "/short.mlt"
    try Data(ExportFormat.mlt.text(list).utf8).write(to: URL(fileURLWithPath: project))
    let theirs = fixture.folder + "/melt.mkv"
    let result = try Self.render(project, to: theirs)
    try #require(result.status == 0, "\(result.errors)")
    let (a, b) = (try GreyFrames(ours, in: fixture), try GreyFrames(theirs, in: fixture))
    #expect(a.count == list.length && b.count == list.length)
    for cut in list.cuts {
      for frame in [cut.at, cut.at + cut.frames.count / 2, cut.at + cut.frames.count - 1] {
        let best = GreyFrames.match(a, b, at: frame)
        #expect(best.frame == 0, "frame \(frame)")
        #expect(abs(best.x) <= 0.5 && abs(best.y) <= 0.5, "frame \(frame): \(best)")
      }
    }
  }

  /// Renders a document with `melt`.
  ///
  /// Retries once after a timeout, because `melt` sometimes hangs on a busy machine.
  private static func render(
    _ project: String, to path: String
  ) throws -> ExternalProgram.Outcome {
    // The Qt filters check for a display, but do not use it.
    let environment = ProcessInfo.processInfo.environment.merging(
      ["QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":99"]
    ) { $1 }
    // `real_time=0` uses no threads, so that no frame is dropped.
    let arguments = [
      project, "-silent", "-consumer", "avformat:" + path, "vcodec=ffv1", "acodec=pcm_s16le",
      "real_time=0",
    ]
    let melt = try ExternalProgram("melt")
    do {
      return try melt.run(arguments, environment: environment, limit: 60)
    } catch is ChildOverdue {
      return try melt.run(arguments, environment: environment)
    }
  }

  private static let part = {
    var shot = ClipShot(start: 2, end: 2.1, cut: .source, layout: .fit)
    shot.part = FrameArea(x: 60, y: 0, width: 180, height: 180)
    return shot
  }()

  /// A pan, a split screen with a zoomed lower pane, the whole frame, a part of it, and a still
  /// zoomed crop.
  private static let moment = Moment(
    id: "src-0000000000", rank: 1, start: 0.3, end: 2.6, coreStart: 0.5, coreEnd: 2, score: 1,
    why: MomentReasons(viewers: 5),
    framing: Framing(
      gazeKept: nil,
      shots: [
        ClipShot(
          start: 0.3, end: 1.3, cut: .source,
          layout: .crop([window(0.4, 30), window(1.2, 190)])),
        ClipShot(
          start: 1.3, end: 1.8, cut: .source,
          layout: .stack(
            [CropKeyframe(t: 1.3, x: 20, y: 0, width: 202.5, height: 180)],
            [CropKeyframe(t: 1.3, x: 150, y: 60, width: 112.5, height: 100)])),
        ClipShot(start: 1.8, end: 2, cut: .source, layout: .fit),
        part,
        ClipShot(
          start: 2.1, end: 2.6, cut: .source,
          layout: .crop([CropKeyframe(t: 2.1, x: 100, y: 30, width: 67.5, height: 120)])),
      ]))

  private static func window(_ t: Double, _ x: Double) -> CropKeyframe {
    CropKeyframe(t: t, x: x, y: 0, width: 101.25, height: 180)
  }
}

/// All frames of a small file as grey levels.
private struct GreyFrames {
  static let (width, height) = (180, 320)
  let bytes: [UInt8]
  var count: Int { bytes.count / (Self.width * Self.height) }

  init(_ path: String, in fixture: Fixture) throws {
    let raw = fixture.folder + "/" + UUID().uuidString + ".raw"
    let result = try ExternalProgram("ffmpeg").run(
      [
        "-v", "error", "-nostdin", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-fps_mode",
        "passthrough", raw,
      ])
    try #require(result.status == 0, "\(result.errors)")
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
  }

  /// The frame of `b` most similar to a frame of `a`, and its offset.
  static func match(
    _ a: GreyFrames, _ b: GreyFrames, at frame: Int
  ) -> (frame: Int, x: Double, y: Double) {
    let steps = stride(from: -1.5, through: 1.5, by: 0.5)
    let moves = steps.map { (x: $0, y: 0.0) } + steps.map { (x: 0.0, y: $0) }
    var best = (fault: Double.infinity, frame: 0, x: 0.0, y: 0.0)
    for other in -1...1 where (0..<b.count).contains(frame + other) {
      for move in moves {
        let fault = fault(a, frame, b, frame + other, move)
        if fault < best.fault { best = (fault, other, move.x, move.y) }
      }
    }
    return (best.frame, best.x, best.y)
  }

  /// The sum of differences of every second row, without the edges.
  private static func fault(
    _ a: GreyFrames, _ frame: Int, _ b: GreyFrames, _ other: Int, _ move: (x: Double, y: Double)
  ) -> Double {
    let (left, up) = (Int(move.x.rounded(.down)), Int(move.y.rounded(.down)))
    let right = move.x == Double(left) ? left : left + 1
    let down = move.y == Double(up) ? up : up + 1
    let (base, place) = (frame * width * height, other * width * height)
    var sum = 0
    a.bytes.withUnsafeBufferPointer { one in
      b.bytes.withUnsafeBufferPointer { two in
        for y in stride(from: 4, to: height - 4, by: 2) {
          let row = base + y * width
          let (high, low) = (place + (y + up) * width, place + (y + down) * width)
          for x in 4..<width - 4 {
            let moved =
              Int(two[high + x + left]) + Int(two[high + x + right]) + Int(two[low + x + left])
              + Int(two[low + x + right])
            sum += abs(4 * Int(one[row + x]) - moved)
          }
        }
      }
    }
    return Double(sum)
  }
}
