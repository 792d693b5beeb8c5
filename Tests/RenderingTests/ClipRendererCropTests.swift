import EditDecisions
import Media
import MediaFixture
import SyntheticMedia
import Testing

@testable import Rendering

@Suite struct ClipRendererCropTests {
  let fixture: Fixture
  /// A white square of 20 pixels with its centre at (170, 90) of 320×180.
  static let square =
    "color=black:size=320x180:rate=25,drawbox=x=160:y=80:w=20:h=20:c=white:t=fill"

  init() throws { fixture = try Fixture() }

  /// Center and size of the bright area in output pixels, with subpixel precision.
  private static func bright(_ frame: Frame) -> (x: Double, y: Double, width: Double) {
    var (weight, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<frame.height {
      for column in 0..<frame.width {
        let light = max(0, Double(frame.sample(plane: 0, x: column, y: row)) - 30)
        weight += light
        x += light * (Double(column) + 0.5)
        y += light * (Double(row) + 0.5)
      }
    }
    return (x / weight, y / weight, (weight / 205).squareRoot())
  }

  private func places(_ path: String) throws -> [(x: Double, y: Double, width: Double)] {
    var places: [(x: Double, y: Double, width: Double)] = []
    try Fixture.frames(path) { frame, _ in places.append(Self.bright(frame)) }
    return places
  }

  @Test(arguments: [100.0, 101.0, 111.3, 90.7])
  func cropShowsItsPartOfTheFrame(x: Double) throws {
    let source = try fixture.make("s.mp4", pictures: Self.square, duration: 0.4)
    let clip = try fixture.render(source, 0, 0.4, .crop([Fixture.window(x)]))
    let scale = 320.0 / 180
    for place in try places(clip) {
      #expect(abs(place.x - (170 - x) * scale) <= 0.75, "\(place)")
      #expect(abs(place.y - 160) <= 0.75, "\(place)")
      #expect(abs(place.width - 20 * scale) < 0.8, "\(place)")
    }
  }

  /// Pans by source pixels in 3 s: a slow one of 0.47 output pixels per frame, and a long one.
  @Test(arguments: [20.0, 69.0])
  func panFollowsItsPathWithoutJudder(distance: Double) throws {
    let source = try fixture.make("s.mp4", pictures: Self.square, duration: 3)
    let clip = try fixture.render(
      source, 0, 3, .crop([Fixture.window(90), Fixture.window(90 + distance, at: 3)]))
    let xs = try places(clip).map(\.x)
    let step = distance / 75 * 320 / 180
    #expect(xs.count == 75)
    for (frame, x) in xs.enumerated() {
      let window = 90 + distance * Double(frame) / 75
      #expect(abs(x - (170 - window) * 320 / 180) <= 0.8, "frame \(frame): \(x)")
    }
    // The crop moves by whole output pixels, so each step is the mean step rounded up or down.
    for (one, next) in zip(xs, xs.dropFirst()) {
      #expect(one - next > step.rounded(.down) - 0.3, "\(one) \(next)")
      #expect(one - next < step.rounded(.up) + 0.3, "\(one) \(next)")
    }
  }

  /// Chroma has half the resolution of luma, and the crop starts at odd and even pixels.
  @Test func chromaStaysAlignedWithLumaInAPan() throws {
    let red = "color=black:size=320x180:rate=25,drawbox=x=160:y=80:w=20:h=20:c=red:t=fill"
    let source = try fixture.make("s.mp4", pictures: red, duration: 2)
    let clip = try fixture.render(
      source, 0, 2, .crop([Fixture.window(90), Fixture.window(110, at: 2)]))
    var gaps: [Double] = []
    try Fixture.frames(clip) { frame, _ in
      let middles = [0, 2].map { plane in
        let (half, dark) = plane == 0 ? (1, 30.0) : (2, 140.0)
        var (weight, sum) = (0.0, 0.0)
        for row in 0..<frame.height / half {
          for column in 0..<frame.width / half {
            let light = max(0, Double(frame.sample(plane: plane, x: column, y: row)) - dark)
            weight += light
            sum += light * Double(column * half)
          }
        }
        return sum / weight
      }
      gaps.append(middles[1] - middles[0])
    }
    // If chroma kept to even pixels, the distance would alternate by one pixel.
    #expect((gaps.max() ?? 9) - (gaps.min() ?? 0) < 0.4, "\(gaps)")
    // Chroma samples are at even columns, which is half a source pixel to the left.
    #expect(gaps.allSatisfy { abs($0 + 0.5 * 320 / 180) < 0.6 }, "\(gaps)")
  }

  @Test func zoomFollowsItsKeyframes() throws {
    let source = try fixture.make("s.mp4", pictures: Self.square, duration: 1)
    let near = CropKeyframe(t: 1, x: 145, y: 50, width: 45, height: 80)
    let clip = try fixture.render(source, 0, 1, .crop([Fixture.window(120), near]))
    let found = try places(clip)
    for (frame, place) in found.enumerated() {
      let share = Double(frame) / 25
      let width = 101.25 + (45 - 101.25) * share
      let left = 120 + 25 * share
      let top = 50 * share
      let scale = 180 / width
      #expect(abs(place.x - (170 - left) * scale) <= 1, "frame \(frame): \(place)")
      #expect(abs(place.y - (90 - top) * scale) <= 1, "frame \(frame): \(place)")
      #expect(abs(place.width - 20 * scale) <= 1.2, "frame \(frame): \(place)")
    }
  }

  /// Ten frames around 1 s blend a crop on black with one on white.
  @Test func cropsCrossfadeInADissolve() throws {
    let halves = "color=black:size=320x180:rate=25,drawbox=x=160:y=0:w=160:h=180:c=white:t=fill"
    let source = try fixture.make("s.mp4", pictures: halves, duration: 2)
    var shots = [(0.0, 20.0), (1, 200)].map { start, x in
      ClipShot(
        start: start, end: start + 1, cut: .source, layout: .crop([Fixture.window(x, at: start)]))
    }
    shots[1].dissolve = 0.4
    let clip = fixture.folder + "/clip.mp4"
    try ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings).render(
      from: 0, to: 2, framing: Framing(gazeKept: nil, shots: shots), to: clip)
    var lights: [Int] = []
    try Fixture.frames(clip) { frame, _ in
      lights.append(Int(frame.sample(plane: 0, x: frame.width / 2, y: frame.height / 2)))
    }
    #expect(lights.count == 50)
    for (frame, light) in lights.enumerated() {
      let share = min(1, max(0, (Double(frame - 20) + 0.5) / 10))
      #expect(abs(Double(light) - (16 + 219 * share)) <= 4, "frame \(frame): \(light)")
    }
  }

  @Test func sampleAspectRatioIsApplied() throws {
    // The display size is 213×180, so the square has 2/3 of its width and its centre at x = 113.3.
    let source = try fixture.make("s.mp4", pictures: Self.square, duration: 0.4) {
      $0.pictureEncoding.sampleAspectRatio = Rational(2, 3)
    }
    let clip = try fixture.render(source, 0, 0.4, .crop([Fixture.window(60)]))
    for place in try places(clip) {
      #expect(abs(place.x - (113.3 - 60) * 320 / 180) <= 1, "\(place)")
      #expect(abs(place.width - 20 * 320 / 180 * (2.0 / 3).squareRoot()) < 0.8, "\(place)")
    }
    let info = try MediaInfo.probe(clip)
    #expect(info.video.sampleAspectRatio == Rational(1, 1))
  }

  @Test func rotatedSourceIsUpright() throws {
    // A clockwise rotation moves the square from top left to top right.
    let corner = "color=black:size=320x180:rate=25,drawbox=x=20:y=20:w=20:h=20:c=white:t=fill"
    let source = try fixture.make("s.mp4", pictures: corner, duration: 0.4) { $0.rotation = 90 }
    let whole = CropKeyframe(t: 0, x: 0, y: 0, width: 180, height: 320)
    let clip = try fixture.render(source, 0, 0.4, .crop([whole]))
    for place in try places(clip) {
      #expect(abs(place.x - 150) <= 0.75 && abs(place.y - 30) <= 0.75, "\(place)")
    }
  }

  @Test func splitScreenShowsBothPanes() throws {
    let source = try fixture.make(
      "s.mp4",
      pictures: "color=black:size=320x180:rate=25,drawbox=w=160:h=180:c=white:t=fill",
      duration: 0.4)
    let left = CropKeyframe(t: 0, x: 0, y: 20, width: 112.5, height: 100)
    let right = CropKeyframe(t: 0, x: 200, y: 20, width: 112.5, height: 100)
    let clip = try fixture.render(source, 0, 0.4, .stack([left], [right]))
    try Fixture.frames(clip) { frame, _ in
      #expect(frame.sample(plane: 0, x: 90, y: 156) > 225)
      #expect(frame.sample(plane: 0, x: 90, y: 164) < 25)
    }
  }

  @Test func fitShowsTheWholeFrameUndistorted() throws {
    let source = try fixture.make("s.mp4", pictures: Self.square, duration: 0.4)
    let clip = try fixture.render(source, 0, 0.4, .fit)
    let scale = 180.0 / 320
    try Fixture.frames(clip) { frame, _ in
      let (x, y) = (Int(170 * scale), 160)
      #expect(frame.sample(plane: 0, x: x, y: y) > 200)
      #expect(frame.sample(plane: 0, x: x - 9, y: y) < 60)
      #expect(frame.sample(plane: 0, x: x, y: y - 9) < 60)
    }
  }

  @Test func untaggedBT601IsConvertedToBT709() throws {
    // Small videos without tags are BT.601, clips are BT.709. Pure red is (81, 90, 240) in BT.601
    // and (63, 102, 240) in BT.709.
    let source = try fixture.make(
      "s.mp4", pictures: "color=red:size=320x180:rate=25", duration: 0.4
    ) { $0.pictureEncoding.isTaggedBT709 = false }
    let clip = try fixture.render(source, 0, 0.4)
    try Fixture.frames(clip) { frame, _ in
      let found = (0..<3).map { Int(frame.sample(plane: $0, x: 40, y: 40)) }
      #expect(zip(found, [63, 102, 240]).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
    }
  }

  @Test func hlgIsToneMapped() throws {
    // 10-bit HLG grey at 75 % is reference white, which stays bright and is not clipped.
    let source = try fixture.make(
      "s.mp4",
      pictures: "color=0xBFBFBF:size=320x180:rate=25,format=yuv420p10le,"
        + "setparams=color_trc=arib-std-b67:colorspace=bt2020nc:color_primaries=bt2020",
      duration: 0.4
    ) {
      $0.pictureEncoding.pixelFormat = "yuv420p10le"
      $0.pictureEncoding.isTaggedBT709 = false
      $0.pictureEncoding.options += [
        .init("colorspace", "bt2020nc"), .init("color_trc", "arib-std-b67"),
      ]
    }
    try Fixture.frames(try fixture.render(source, 0, 0.4)) { frame, _ in
      let light = frame.sample(plane: 0, x: 90, y: 160)
      #expect(light > 120 && light < 235, "\(light)")
      #expect(abs(Int(frame.sample(plane: 1, x: 45, y: 80)) - 128) <= 2)
    }
  }

  @Test func interlacedSourceIsDeinterlaced() throws {
    // A square moves 4 pixels per field and has ragged edges unless it is deinterlaced.
    let source = try fixture.make(
      "s.mp4",
      pictures: "color=black:size=320x180:rate=50[b];color=white:size=20x100:rate=50[w];"
        + "[b][w]overlay=x='100+4*n':y=40,tinterlace=mode=interleave_top,setparams=field_mode=tff",
      duration: 0.8,
      options: [.init("preset", "ultrafast"), .init("crf", "8"), .init("flags", "+ildct")])
    var widths: [Int: Int] = [:]
    try Fixture.frames(try fixture.render(source, 0.2, 0.6, .fit)) { frame, number in
      let row = (0..<180).map { frame.sample(plane: 0, x: $0, y: 160) }
      widths[number] = row.filter { $0 > 60 }.count
    }
    // 20 source pixels are 11 output pixels. Interlaced, they are up to 13.5.
    #expect(widths.count == 10)
    #expect(widths.values.allSatisfy { $0 >= 10 && $0 <= 13 }, "\(widths)")
  }
}
