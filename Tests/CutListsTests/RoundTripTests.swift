import EditDecisions
import Support
import TestMaterial
import Testing

@testable import CutLists

/// Random decisions are written in every format and read back to the same frames and crops.
@Suite struct RoundTripTests {
  @Test(arguments: 1...60)
  func everyFormatIsReadBackToTheSameDecisions(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let decisions = RandomDecisions(&random)
    let list = decisions.list
    let rate = list.rate
    let setting = ReaderSetting(
      picture: list.source.picture, canvas: list.canvas, clock: list.source.clock.frame)
    for program in OTIOReader.Program.allCases {
      let reader = OTIOReader(setting: setting, program: program)
      try decisions.check(try reader.read(ExportFormat.otio.text(list)), "otio, \(program)")
    }
    try decisions.check(
      try MLTReader(setting: setting).read(ExportFormat.mlt.text(list)), "mlt")
    let finalCut = FCPXMLReader(setting: setting, step: (rate.denominator, rate.numerator))
    try decisions.check(
      try #require(try finalCut.read(ExportFormat.fcpxml.text(list)).first), "fcpxml",
      // Split layers have keyframes between those of the decisions, rounded to tenths of a pixel.
      atKeys: 0.16)
    try decisions.check(
      try XMEMLReader(setting: setting, step: rate.nominal == 13 ? 2 : 1).read(
        ExportFormat.xmeml.text(list)), "xmeml")
    let edl = EDLReader(
      setting: setting, nominal: rate.nominal == 13 ? 25 : rate.nominal,
      step: rate.nominal == 13 ? 2 : 1)
    try decisions.check(
      try edl.read(ExportFormat.edl.text(list)), "edl", atKeys: nil)
  }
}

/// A moment with random shots, layouts, crops, frame rates and sizes.
struct RandomDecisions {
  var moment: Moment
  var list: EditTimeline

  init(moment: Moment, list: EditTimeline) {
    self.moment = moment
    self.list = list
  }

  init(_ random: inout SeededGenerator) {
    let rates = [
      FrameRate(24000, 1001), FrameRate(24, 1), FrameRate(25, 1), FrameRate(30000, 1001),
      FrameRate(50, 1), FrameRate(60000, 1001), FrameRate(120, 1), FrameRate(25, 2),
    ]
    let pictures = [
      PixelSize(width: 1280, height: 720), PixelSize(width: 3840, height: 2160),
      PixelSize(width: 720, height: 576), PixelSize(width: 1998, height: 1080),
    ]
    let canvases = [
      PixelSize(width: 1080, height: 1920), PixelSize(width: 180, height: 320),
      PixelSize(width: 1080, height: 1080),
    ]
    let picture = pictures[random.integer(below: pictures.count)]
    let canvas = canvases[random.integer(below: canvases.count)]
    let rate = rates[random.integer(below: rates.count)]
    let source = ListMaterial.source(
      rate: rate, duration: 900, picture: picture,
      timecode: random.integer(below: 2) == 0 ? "10:00:00:00" : nil)
    let start = (random.unit() * 800 * 1000).rounded() / 1000
    var ends = [start]
    for _ in 0...random.integer(below: 4) {
      ends.append(((ends[ends.count - 1] + 0.3 + random.unit() * 3) * 1000).rounded() / 1000)
    }
    var shots: [ClipShot] = []
    for (from, to) in zip(ends, ends.dropFirst()) {
      let windows = { (shape: Double, random: inout SeededGenerator) in
        Self.path(from, to, picture, shape: shape, &random)
      }
      let shape = Double(canvas.width) / Double(canvas.height)
      let layout: Layout =
        switch random.integer(below: 4) {
        case 0: .fit
        case 1: .stack(windows(shape * 2, &random), windows(shape * 2, &random))
        default: .crop(windows(shape, &random))
        }
      var shot = ClipShot(start: from, end: to, cut: .framing, layout: layout)
      if layout == .fit, random.integer(below: 2) == 0 {
        let wide = Rounding.pixels(Double(picture.width) * (0.4 + 0.5 * random.unit()))
        shot.part = FrameArea(
          x: Rounding.pixels((Double(picture.width) - wide) * random.unit()), y: 0, width: wide,
          height: Double(picture.height))
      }
      shots.append(shot)
    }
    var moment = ListMaterial.moment
    (moment.start, moment.end) = (start, ends[ends.count - 1])
    moment.framing.shots = shots
    self.moment = moment
    list = EditTimeline(moment, of: source, canvas: canvas)
  }

  /// Keyframes of a random crop, which changes its size in one of four cases.
  private static func path(
    _ from: Double, _ to: Double, _ picture: PixelSize, shape: Double,
    _ random: inout SeededGenerator
  ) -> [CropKeyframe] {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let tallest = min(height, width / shape)
    var size = random.integer(below: 2) == 0 ? tallest : tallest * (0.4 + 0.6 * random.unit())
    let grows = random.integer(below: 4) == 0
    return (0...random.integer(below: 3)).map { index in
      if grows { size = tallest * (0.4 + 0.6 * random.unit()) }
      let w = min(width, size * shape)
      return CropKeyframe(
        t: Rounding.time(from + (to - from) * Double(index) / 3),
        x: Rounding.pixels(random.unit() * (width - w)),
        y: Rounding.pixels(random.unit() * (height - size)), width: Rounding.pixels(w),
        height: Rounding.pixels(size))
    }
  }

  /// Checks that `read` has the same frames and, in every frame, the same crops.
  ///
  /// At keyframes, crops may differ by `limit` pixels. If it is `nil`, crops are not compared.
  func check(_ read: ReadTimeline, _ format: String, atKeys limit: Double? = 0.101) throws {
    let rate = list.rate
    let first = rate.frame(nearest: moment.start)
    let edges =
      moment.framing.shots.map { rate.frame(nearest: $0.start) }
      + [max(first + 1, rate.frame(nearest: moment.end))]
    try #require(read.cuts.count == moment.framing.shots.count, "\(format)")
    for (index, cut) in read.cuts.enumerated() {
      #expect(cut.frames == edges[index]..<edges[index + 1], "\(format)")
      #expect(cut.at == edges[index] - first, "\(format)")
      guard let limit else { continue }
      let panes = panes(moment.framing.shots[index])
      try #require(cut.layers.count == panes.count, "\(format) \(index)")
      for (keys, pane) in zip(cut.layers, panes) { check(keys, pane, of: cut, format, limit) }
    }
  }

  private func check(
    _ keys: [Int: FramePlacement], _ pane: (keyframes: [CropKeyframe], target: FrameArea),
    of cut: ReadTimeline.Cut, _ format: String, _ limit: Double
  ) {
    let picture = list.source.picture
    var worst = (atKeys: 0.0, between: 0.0)
    for frame in 0..<cut.frames.count {
      let time = list.rate.time(cut.frames.lowerBound + frame)
      let window = pane.keyframes.area(at: time).inside(
        width: Double(picture.width), height: Double(picture.height))
      guard let place = ReadTimeline.place(keys, at: frame) else { continue }
      let error = place.window(picture: picture, target: pane.target).distance(to: window)
      worst.between = max(worst.between, error)
      if keys[frame] != nil { worst.atKeys = max(worst.atKeys, error) }
    }
    #expect(worst.between < 0.5, "\(format)")
    #expect(worst.atKeys <= limit, "\(format)")
  }

  private func panes(_ shot: ClipShot) -> [(keyframes: [CropKeyframe], target: FrameArea)] {
    let (width, height) = (Double(list.canvas.width), Double(list.canvas.height))
    let half = height / 2
    switch shot.layout {
    case .crop(let keyframes):
      return [(keyframes, FrameArea(x: 0, y: 0, width: width, height: height))]
    case .stack(let top, let bottom):
      return [
        (top, FrameArea(x: 0, y: 0, width: width, height: half)),
        (bottom, FrameArea(x: 0, y: half, width: width, height: half)),
      ]
    case .fit:
      let picture = list.source.picture
      let all = CropKeyframe(
        t: 0, x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
      let whole = shot.windows.first?.first ?? all
      let scale = min(width / whole.width, height / whole.height)
      let (w, h) = (whole.width * scale, whole.height * scale)
      return [([whole], FrameArea(x: (width - w) / 2, y: (height - h) / 2, width: w, height: h))]
    }
  }
}

extension SeededGenerator {
  /// A whole number from 0 to `count` - 1.
  fileprivate mutating func integer(below count: Int) -> Int { Int(unit() * Double(count)) }
}
