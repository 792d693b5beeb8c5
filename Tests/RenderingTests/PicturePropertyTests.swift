import EditDecisions
import Foundation
import Media
import MediaFixture
import SyntheticMedia
import Testing

@testable import Rendering

/// Sources with all kinds of colours, sizes and orientations.
@Suite struct PicturePropertyTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// The output shows the whole chart with its four quadrants around the centre.
  @Test(arguments: PictureSource.all)
  func coloursAndOrientationAreCorrect(source: PictureSource) throws {
    guard let path = try source.make(fixture) else { return }
    let info = try MediaInfo.probe(path)
    let aspectRatio = Double(info.video.width) / Double(info.video.height)
    #expect(abs(aspectRatio / source.aspectRatio - 1) < 0.01, "\(aspectRatio)")
    let clip = try fixture.render(path, 0, 0.2, .fit, name: "out.mp4")
    let output = 180.0 / 320
    let high = 320 * min(1, output / source.aspectRatio)
    let wide = 180 * min(1, source.aspectRatio / output)
    try Fixture.frames(clip) { frame, number in
      guard number == 4 else { return }
      if source.aspectRatio > 1 { Self.expectMiddleOfBlur(frame, source) }
      for (place, quadrant) in source.order.enumerated() {
        let x = Int(90 + wide / 4 * (place % 2 == 0 ? -1 : 1))
        let y = Int(160 + high / 4 * (place < 2 ? -1 : 1))
        let found = (0..<3).map { plane in
          let half = plane == 0 ? 1 : 2
          return Int(frame.sample(plane: plane, x: x / half, y: y / half))
        }
        let wanted = source.colors[quadrant]
        let isNear = zip(found, wanted).allSatisfy { abs($0 - $1) <= source.tolerance }
        #expect(isNear, "\(source.name), place \(place): \(found) instead of \(wanted)")
      }
    }
    let made = try MediaInfo.probe(clip)
    #expect(made.video.orientation == .upright && made.video.pixelFormat == "yuv420p")
    #expect(made.video.sampleAspectRatio == Rational(1, 1))
  }

  /// The blurred background of a wide source shows its middle.
  private static func expectMiddleOfBlur(_ frame: Frame, _ source: PictureSource) {
    for (x, quadrant) in [(70, source.order[0]), (110, source.order[1])] {
      let found = Int(frame.sample(plane: 0, x: x, y: 8))
      let distance = abs(found - source.colors[quadrant][0])
      #expect(distance <= source.blurTolerance, "\(source.name): \(found)")
    }
  }

  /// Grey steps of known luminance, as 10-bit codes in limited range.
  private static let steps: [(hdr: String, codes: [Int])] = [
    // SMPTE 2084: 0, 1, 10, 50, 100, 203 (reference white, BT.2408) and 1,000 nits.
    ("hdr-pq.mp4", [64, 195, 328, 451, 509, 573, 723]),
    // ARIB STD-B67 on a display of 1,000 nits: black, shadows, reference white at 75 % and peak.
    ("hdr-hlg.mp4", [64, 150, 283, 420, 502, 721, 940]),
  ]

  /// Black stays black, steps stay distinct and grey, and reference white is not clipped.
  @Test(arguments: ["hdr-pq.mp4", "hdr-hlg.mp4"])
  func hdrIsToneMapped(name: String) throws {
    let codes = try #require(Self.steps.first { $0.hdr == name }).codes
    let transfer = name == "hdr-pq.mp4" ? "smpte2084" : "arib-std-b67"
    let ladder =
      codes.enumerated().map { "if(lt(X,\(($0.offset + 1) * 40)),\($0.element)" }
      .joined(separator: ",") + ",940" + String(repeating: ")", count: codes.count)
    let path = try fixture.make(
      name,
      pictures: Fixture.still(
        "black", 280, 180, format: "yuv420p10le", "geq=lum='\(ladder)':cb=512:cr=512"),
      duration: 0.4, size: (280, 180)
    ) {
      $0.pictureEncoding.pixelFormat = "yuv420p10le"
      $0.pictureEncoding.isTaggedBT709 = false
      $0.pictureEncoding.options += [
        .init("colorspace", "bt2020nc"), .init("color_primaries", "bt2020"),
        .init("color_trc", transfer),
      ]
    }
    let clip = try fixture.render(path, 0, 0.4, .fit, name: "out.mp4")
    try Fixture.frames(clip) { frame, number in
      guard number == 5 else { return }
      let xs = codes.indices.map { Int((Double($0) + 0.5) * 180 / Double(codes.count)) }
      let light = xs.map { Int(frame.sample(plane: 0, x: $0, y: 160)) }
      #expect(zip(light, light.dropFirst()).allSatisfy { $0 + 4 <= $1 }, "\(light)")
      #expect(light[0] <= 18 && light[6] <= 235, "\(light)")
      #expect(light[5] > 140 && light[5] < 230, "\(light)")
      for x in xs {
        let tint = [1, 2].map { abs(Int(frame.sample(plane: $0, x: x / 2, y: 80)) - 128) }
        #expect(tint.allSatisfy { $0 <= 2 }, "\(tint)")
      }
    }
    let tags = try #require(try FFmpegProgram.ffmpeg(["-i", clip]))
    #expect(tags.contains("yuv420p(tv, bt709"), "\(tags)")
  }

  /// The source is red of 100 nits with 50 nits of green and blue, in PQ.
  ///
  /// Tone mapping keeps the ratio of green to red. In BT.709 it depends on the primaries only:
  /// 0.4789 / 1.1126 for Display P3, 0.4377 / 1.3303 for BT.2020. Unknown primaries are BT.2020.
  @Test(arguments: [
    ("bt709", 0.5), ("smpte432", 0.43), ("bt2020", 0.329), ("unknown", 0.329),
  ])
  func primariesOfTheSourceAreUsed(primaries: String, share: Double) throws {
    // In SMPTE 2084 these are 0.5081 and 0.4403. BT.709's matrix gives the 10-bit codes below.
    let path = try fixture.make(
      "hdr-\(primaries).mp4",
      pictures: Fixture.still(
        "black", 280, 180, format: "yuv420p10le", "geq=lum=462:cb=505:cr=542"),
      duration: 0.4, size: (280, 180)
    ) {
      $0.pictureEncoding.pixelFormat = "yuv420p10le"
      $0.pictureEncoding.isTaggedBT709 = false
      $0.pictureEncoding.options += [
        .init("colorspace", "bt709"), .init("color_primaries", primaries),
        .init("color_trc", "smpte2084"),
      ]
    }
    let clip = try fixture.render(path, 0, 0.4, .fit, name: "out.mp4")
    try Fixture.frames(clip) { frame, number in
      guard number == 5 else { return }
      func part(_ plane: Int) -> Double {
        Double(frame.sample(plane: plane, x: plane == 0 ? 90 : 45, y: plane == 0 ? 160 : 80))
      }
      let (luma, blue, red) = ((part(0) - 16) / 219, (part(1) - 128) / 224, (part(2) - 128) / 224)
      let green = luma - 0.1873 * blue - 0.4681 * red
      // Gamma of BT.1886.
      let found = pow(green / (luma + 1.5748 * red), 2.4)
      #expect(abs(found - share) < 0.03, "\(found)")
    }
  }

  /// Stripes move by four pixels per field and have ragged edges unless they are deinterlaced.
  @Test(arguments: [
    ("interlaced-flagged.mp4", "interleave_top,setfield=tff", true),
    ("interlaced-unflagged.mp4", "interleave_top,setfield=prog", false),
    ("interlaced-unflagged-bff.mp4", "interleave_bottom,setfield=prog", false),
  ])
  func interlacingOfEveryKindIsRemoved(name: String, filter: String, isFlagged: Bool) throws {
    let bars =
      "color=gray:size=320x4:rate=50,format=yuv420p,"
      + "geq=lum='if(lt(mod(X-4*N+4000,80),40),200,50)':cb=128:cr=128,"
      + Fixture.enlarged(320, 180) + ",tinterlace=mode=\(filter)"
    let path = try fixture.make(
      name, pictures: bars, duration: 2,
      options: [.init("preset", "ultrafast"), .init("crf", "6")]
        + (isFlagged ? [.init("flags", "+ildct")] : []))
    #expect(try combs(path) > 10)
    let info = try MediaInfo.probe(path).detectingFieldOrder()
    let clip = fixture.folder + "/out.mp4"
    try ClipRenderer(source: info, settings: Fixture.settings).render(
      from: 0.4, to: 1.2,
      framing: Fixture.framing(0.4, 1.2, .crop([Fixture.window(100)])), to: clip)
    #expect(try combs(clip) < 3)
  }

  /// Mean difference between a line and the average of the lines above and below it.
  private func combs(_ path: String) throws -> Double {
    var (sum, count) = (0, 0)
    try Fixture.frames(path) { frame, number in
      guard number > 2, number < 12 else { return }
      for y in 40..<100 {
        for x in stride(from: 10, to: 170, by: 3) {
          func luma(_ row: Int) -> Int { Int(frame.sample(plane: 0, x: x, y: row)) }
          sum += abs(2 * luma(y) - luma(y - 1) - luma(y + 1))
          count += 1
        }
      }
    }
    return Double(sum) / 2 / Double(max(1, count))
  }

  /// The pan is 0.12 output pixels per frame.
  @Test func slowPanMovesWithoutJumps() throws {
    let chart = Fixture.still(
      "gray", 320, 180, "geq=lum='128+60*sin(X/5)+40*sin(X/3.1+1)':cb=128:cr=128")
    let path = try fixture.make("test-chart.mp4", pictures: chart, duration: 3)
    let clip = try fixture.render(
      path, 0, 3, .crop([Fixture.window(90), Fixture.window(95, at: 3)]), name: "out.mp4")
    var rows: [[Double]] = []
    try Fixture.frames(clip) { frame, _ in
      rows.append((0..<frame.width).map { Double(frame.sample(plane: 0, x: $0, y: 160)) })
    }
    let steps = zip(rows, rows.dropFirst()).map { Self.step($0, $1) }
    // 5 source pixels are 8.9 output pixels. No frame moves by more than one output pixel.
    #expect(steps.allSatisfy { $0 > -0.2 && $0 < 1.1 }, "\(steps)")
    #expect(abs(steps.reduce(0, +) - 8.9) < 1.2, "\(steps.reduce(0, +))")
  }

  /// Shift of a row to the left in pixels, found by the least squared difference.
  private static func step(_ one: [Double], _ other: [Double]) -> Double {
    let tries = stride(from: -1.0, through: 3, by: 0.1)
    func cost(_ shift: Double) -> Double {
      (10..<one.count - 10).reduce(0) { sum, x in
        let place = Double(x) + shift
        let low = Int(place.rounded(.down))
        let value = one[low] + (one[low + 1] - one[low]) * (place - Double(low))
        return sum + (value - other[x]) * (value - other[x])
      }
    }
    return tries.min { cost($0) < cost($1) } ?? 0
  }

  @Test func fitExcludesBlackBars() throws {
    let path = try fixture.make(
      "letterboxed.mp4", pictures: "color=white:size=320x134:rate=25,pad=320:180:0:23:black",
      duration: 0.6)
    let info = try MediaInfo.probe(path)
    let scan = try FrameAnalysis(info, ranges: [0..<0.6])
    let area = try #require(ActiveArea(scan.borders, width: 320, height: 180))
    var framing = Fixture.framing(0, 0.4, .fit)
    framing.active = FrameArea(
      x: Double(area.x), y: Double(area.y), width: Double(area.width),
      height: Double(area.height))
    let clip = fixture.folder + "/out.mp4"
    try ClipRenderer(source: info, settings: Fixture.settings).render(
      from: 0, to: 0.4, framing: framing, to: clip)
    try Fixture.frames(clip) { frame, _ in
      // The blurred background is white as well.
      let light = stride(from: 4, to: 316, by: 8).map { frame.sample(plane: 0, x: 90, y: $0) }
      #expect(light.allSatisfy { $0 > 220 }, "\(light)")
    }
  }
}
