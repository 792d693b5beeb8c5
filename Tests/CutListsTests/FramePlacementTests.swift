import EditDecisions
import Testing

@testable import CutLists

/// Scale and position of one crop in the units of each export format.
@Suite struct FramePlacementTests {
  static let picture = PixelSize(width: 1280, height: 720)
  static let canvas = ListMaterial.short

  /// Frame of 1280x720, crop of 405x720 at (100,0), canvas of 1080x1920.
  ///
  /// The expected values were calculated from the manuals of the programs, without this code.
  @Test func cropHasKnownValuesInEveryFormat() throws {
    let shot = ClipShot(
      start: 0, end: 4, cut: .source, layout: .crop([ListMaterial.key(0, 100)]))
    var moment = ListMaterial.moment
    (moment.start, moment.end, moment.framing.shots) = (0, 4, [shot])
    let list = EditTimeline(moment, of: ListMaterial.source(), canvas: Self.canvas)
    let place = list.cuts[0].layers[0].keys[0].place
    #expect(abs(place.scale - 2.66667) < 1e-5)
    let mlt = ExportFormat.mlt.text(list)
    #expect(mlt.contains(">0=-266.667 0.000 3413.333 1920.000 1<"))
    let fcpxml = ExportFormat.fcpxml.text(list)
    #expect(fcpxml.contains(#"position="46.875000 0.000000" scale="3.160494 3.160494""#))
    let xmeml = ExportFormat.xmeml.text(list)
    #expect(xmeml.contains("<value>266.666667</value>"))
    #expect(xmeml.contains("<horiz>0.833333</horiz>") && xmeml.contains("<vert>0.000000</vert>"))
    let otio = ExportFormat.otio.text(list)
    #expect(Self.value(of: "transformationZoomX", in: otio) == "3.160494")
    #expect(Self.value(of: "transformationPan", in: otio) == "0.833333")
    #expect(Self.value(of: "transformationTilt", in: otio) == "0.000000")
    #expect(otio.contains(#""Value": {"X": 1.333333, "Y": 0.500000}"#))
    #expect(otio.contains(#""Value": 266.666667"#))
  }

  private static func value(of id: String, in otio: String) -> String? {
    let tail = otio.components(separated: "\"Parameter ID\": \"\(id)\"").dropFirst().first
    return tail.map(String.init)?.components(separated: "\"Parameter Value\": ").dropFirst().first
      .map { String($0.prefix { $0 != "," }) }
  }

  @Test func placementIsConvertedBackToItsCrop() {
    let target = FrameArea(x: 0, y: 960, width: 1080, height: 960)
    let window = FrameArea(x: 500, y: 200, width: 450, height: 400)
    let place = FramePlacement(window: window, picture: Self.picture, target: target)
    #expect(place.window(picture: Self.picture, target: target).distance(to: window) < 1e-9)
    // 200 of 720 rows are above the crop, and the pane ends with the crop.
    let trims = place.trims(target, Self.picture, Self.canvas)
    #expect(abs(trims.top - 200) < 1e-9 && trims.left == 0 && trims.bottom == 0)
  }

  @Test func roundedCropCoversTheCanvas() {
    // 101.3 is 180 · 9/16 = 101.25 rounded to tenths. Scaled by width alone, the crop is too low.
    let window = FrameArea(x: 40, y: 0, width: 101.3, height: 180)
    let picture = PixelSize(width: 320, height: 180)
    let place = FramePlacement(window: window, picture: picture, target: FrameArea(Self.canvas))
    #expect(place.rectangle(picture).height >= 1920)
  }

  /// Programs interpolate scale and position linearly between keyframes.
  @Test(arguments: [
    [ListMaterial.key(0, 100), ListMaterial.key(4, 700)],
    [ListMaterial.key(0.5, 0), ListMaterial.key(3.21, 600, 100, height: 400)],
    [
      ListMaterial.key(0, 300, 0, height: 720), ListMaterial.key(1, 310, 10, height: 360),
      ListMaterial.key(1.02, 0, 0, height: 720), ListMaterial.key(4, 875, 0, height: 720),
    ],
  ])
  func keyframesKeepTheCropWithinHalfAPixel(_ keyframes: [CropKeyframe]) {
    let rate = FrameRate(30000, 1001)
    let windows = (0..<120).map { keyframes.area(at: rate.time($0)) }
    let target = FrameArea(Self.canvas)
    let layer = Layer(keys: Layer.keys(of: windows, picture: Self.picture, target: target))
    for (frame, window) in windows.enumerated() {
      let shown = layer.place(at: frame).window(picture: Self.picture, target: target)
      #expect(shown.distance(to: window) < 0.5, "frame \(frame)")
    }
    #expect(layer.keys.count < 60)
  }

  @Test func staticCropHasOneKeyframeAndPanHasTwo() {
    func count(_ last: Double) -> Int {
      let windows = (0..<50).map { frame in
        FrameArea(x: 100 + (last - 100) * Double(frame) / 49, y: 0, width: 405, height: 720)
      }
      return Layer.keys(of: windows, picture: Self.picture, target: FrameArea(Self.canvas)).count
    }
    #expect(count(100) == 1)
    #expect(count(700) == 2)
  }
}

extension String {
  fileprivate func components(separated separator: String) -> [Substring] {
    split(separator: separator)
  }
}
