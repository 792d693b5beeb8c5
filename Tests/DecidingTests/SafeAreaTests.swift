import Audience
import EditDecisions
import Framing
import Rendering
import Support
import TestMaterial
import Testing
@testable import Deciding
@testable import Media

/// Crops that move gaze out from under the buttons of a platform.
@Suite struct SafeAreaTests {
  /// Gaze points spread evenly over a part of the frame, for ten seconds.
  private func request(
    _ x: ClosedRange<Double>, _ y: ClosedRange<Double>, width: Int = 1280, height: Int = 720
  ) -> FramingRequest {
    let places = (0..<12).map { Double($0) / 11 }
    func at(_ share: Double, _ range: ClosedRange<Double>) -> Double {
      range.lowerBound + share * (range.upperBound - range.lowerBound)
    }
    let rows = places.flatMap { across in
      places.map { down in
        GazeRow(position: PicturePoint(x: at(across, x), y: at(down, y)), weight: 1)
      }
    }
    let bins = Array(repeating: rows, count: 20)
    return FramingRequest(
      start: 0, end: 10, cuts: [],
      timeline: GazeTimeline(bins: bins),
      pictureWidth: width, pictureHeight: height, frameRate: FrameRate(25, 1))
  }

  private func shot(_ window: CropKeyframe) -> ClipShot {
    ClipShot(start: 0, end: 10, cut: .source, layout: .crop([window]))
  }

  private func window(_ shot: ClipShot) throws -> CropKeyframe {
    guard case .crop(let keyframes) = shot.layout else { throw Missing() }
    return try #require(keyframes.first)
  }
  private struct Missing: Error {}

  @Test func cropMovesGazeOutFromUnderTheButtonsOnTheRight() throws {
    // Gaze points are at 65 to 340 of 405 pixels of the crop. 18 to 333 are free.
    let (left, right) = (545.0 / 1280, 820.0 / 1280)
    let request = request(left...right, 0.2...0.6)
    let before = CropKeyframe(t: 0, x: 480, y: 0, width: 405, height: 720)
    let zone = SafeAreaAdjuster(margins: PlatformProfile.shorts.safeArea, request: request)
    let after = try window(zone.moved(shot(before)))
    // The crop moves just far enough for the last gaze point.
    #expect(after.x > 487 && after.x < 500, "\(after.x)")
    #expect(after.y == 0 && after.width == 405)
    // If both sides are equally covered, the crop stays.
    let even = SafeAreaAdjuster(margins: PlatformProfile.reels.safeArea, request: request)
    #expect(try window(even.moved(shot(before))) == before)
  }

  /// The safe area of the lower third would cut the top off a face that fills its pane.
  @Test func panesOfASplitScreenStay() {
    let pane = CropKeyframe(t: 0, x: 400, y: 100, width: 405, height: 360)
    let zone = SafeAreaAdjuster(
      margins: PlatformProfile.shorts.safeArea, request: request(0.4...0.6, 0.3...0.5))
    let stack = ClipShot(start: 0, end: 10, cut: .source, layout: .stack([pane], [pane]))
    #expect(zone.moved(stack) == stack)
  }

  @Test func cropStaysIfAllGazeIsInTheSafeArea() throws {
    let request = request(0.48...0.52, 0.3...0.5)
    let before = CropKeyframe(t: 0, x: 437.5, y: 0, width: 405, height: 720)
    let zone = SafeAreaAdjuster(margins: PlatformProfile.shorts.safeArea, request: request)
    #expect(try window(zone.moved(shot(before))) == before)
  }

  @Test func cropMovesDownIfGazeIsUnderTheLowerButtons() throws {
    // A tall frame, of which the crop shows 960 of 1,600 rows.
    let request = request(0.3...0.6, 0.45...0.65, width: 540, height: 1600)
    let before = CropKeyframe(t: 0, x: 0, y: 400, width: 540, height: 960)
    let zone = SafeAreaAdjuster(margins: PlatformProfile.shorts.safeArea, request: request)
    let after = try window(zone.moved(shot(before)))
    // Gaze points reach down to row 1,040. The lower 35 % of the crop's 960 rows are covered.
    #expect(after.y + 0.65 * 960 >= 1040 && after.y <= 496, "\(after.y)")
  }

  @Test func cropNeverLeavesTheFrame() throws {
    let request = request(0.9...1, 0.2...0.6)
    let before = CropKeyframe(t: 0, x: 875, y: 0, width: 405, height: 720)
    let zone = SafeAreaAdjuster(margins: PlatformProfile.shorts.safeArea, request: request)
    #expect(try window(zone.moved(shot(before))).x <= 875)
  }

  @Test func captionsAreWhereTheyCoverLeastGaze() {
    let band = CaptionLayout(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    let whole = CropKeyframe(t: 0, x: 480, y: 0, width: 405, height: 720)
    func place(_ y: ClosedRange<Double>, _ layout: Layout) -> ClipShot.CaptionPlace {
      let placing = CaptionPlacer(band: band, request: request(0.45...0.6, y))
      return placing.place(
        in: ClipShot(start: 0, end: 10, cut: .source, layout: layout))
    }
    // The lower band covers 0.52 to 0.65 of the output's height.
    #expect(place(0.55...0.65, .crop([whole])) == .top)
    #expect(place(0.2...0.4, .crop([whole])) == .bottom)
    // If the gaze is under neither band, or equally under both, captions stay at the bottom.
    #expect(place(0.7...0.9, .crop([whole])) == .bottom)
    #expect(place(0...1, .crop([whole])) == .bottom)
    // The fitted frame fills the rows from 0.34 to 0.66, so the band covers its lower third.
    #expect(place(0.7...0.95, .fit) == .top)
    #expect(place(0...0.5, .fit) == .bottom)
    // In the lower pane of a split screen, which shows the same rows, the band covers 0.04 to 0.3.
    let pane = CropKeyframe(t: 0, x: 400, y: 0, width: 810, height: 720)
    #expect(place(0.1...0.3, .stack([whole], [pane])) == .top)
  }

  /// A title has one place for all shots.
  ///
  /// It is at the top unless it covers gaze there.
  @Test func titleIsWhereItCoversLeastGaze() throws {
    let band = CaptionLayout(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    let whole = CropKeyframe(t: 0, x: 480, y: 0, width: 405, height: 720)
    func place(
      _ y: ClosedRange<Double>, face: PictureBox? = nil
    ) -> ClipShot.CaptionPlace {
      var request = request(0.45...0.6, y)
      request.detections = (0..<20).compactMap { half in
        face.map {
          Detection(
            time: Double(half) / 2 + 0.25, label: "face", score: 1, box: $0, track: 1)
        }
      }
      let placing = CaptionPlacer(band: band, request: request)
      return placing.titlePlace(
        over: [0..<5, 5..<10].map { (range: Range<Int>) in
          ClipShot(
            start: Double(range.lowerBound), end: Double(range.upperBound), cut: .source,
            layout: .crop([whole]))
        })
    }
    // The title covers 0.15 to 0.28 of the height at the top, and 0.52 to 0.65 at the bottom.
    #expect(place(0.15...0.25) == .bottom)
    #expect(place(0.55...0.65) == .top)
    // Gaze under neither band, and equally under both.
    #expect(place(0.3...0.5) == .top && place(0...1) == .top)
    // Viewers look at the eyes of a face whose forehead the title would cover, then next to that
    // face.
    let face = PictureBox(x: 0.4, y: 0.2, width: 0.25, height: 0.28)
    #expect(place(0.3...0.4, face: face) == .bottom)
    #expect(place(0.3...0.4, face: PictureBox(x: 0.7, y: 0.2, width: 0.2, height: 0.28)) == .top)
    // A face under both bands is covered in any case.
    #expect(place(0.3...0.4, face: PictureBox(x: 0.4, y: 0.1, width: 0.25, height: 0.7)) == .top)
  }

  /// Captions are on the other side of the title, unless viewers look there.
  @Test func captionsAreOppositeTheTitle() {
    let band = CaptionLayout(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    let shot = ClipShot(
      start: 0, end: 10, cut: .source,
      layout: .crop([CropKeyframe(t: 0, x: 480, y: 0, width: 405, height: 720)]))
    func place(
      _ y: ClosedRange<Double>, _ title: ClipShot.CaptionPlace?
    ) -> ClipShot.CaptionPlace {
      CaptionPlacer(band: band, request: request(0.45...0.6, y)).place(in: shot, title: title)
    }
    #expect(place(0.3...0.5, .bottom) == .top && place(0.3...0.5, .top) == .bottom)
    #expect(place(0.15...0.25, .bottom) == .bottom && place(0.3...0.5, nil) == .bottom)
  }

  /// Two faces, each in the middle of its pane.
  ///
  /// Half of the viewers look at each.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func textInASplitScreenCoversNeitherFacesNorTheTitle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var request = request(0.1...0.9, 0.3...0.6)
    let faces = [0.2, 0.8].map { PictureBox(x: $0 - 0.1, y: 0.3, width: 0.2, height: 0.3) }
    request.timeline.bins = (0..<20).map { _ in
      (0..<24).map { viewer in
        func noise() -> Double { Double.random(in: -0.06...0.06, using: &random) }
        return GazeRow(
          position: PicturePoint(x: faces[viewer % 2].center.x + noise(), y: 0.45 + noise()),
          weight: 1)
      }
    }
    request.detections = (0..<20).flatMap { half in
      faces.enumerated().map { track, box in
        Detection(
          time: Double(half) / 2 + 0.25, label: "face", score: 1, box: box, track: track)
      }
    }
    let panes = faces.map {
      CropKeyframe(t: 0, x: $0.center.x * 1280 - 202, y: 144, width: 405, height: 360)
    }
    let shot = ClipShot(
      start: 0, end: 10, cut: .source, layout: .stack([panes[0]], [panes[1]]))
    let placing = CaptionPlacer(
      band: CaptionLayout(output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea),
      request: request)
    let title = placing.titlePlace(over: [shot])
    let captions = placing.place(in: shot, title: title)
    #expect(title != captions)
    #expect([title, captions].contains(.middle))
    #expect(placing.place(in: shot, title: nil) == .middle)
    #expect(placing.coveredGazeShare([shot]) { _ in .middle } == 0)
  }

  @Test func requestInsideAnAreaKeepsItsGazePoints() throws {
    let outer = request(0.25...0.75, 0.3...0.7)
    let area = ActiveArea(x: 160, y: 120, width: 960, height: 480)
    let inner = outer.inside(area)
    let (one, other) = (outer.timeline.bins[3][5], inner.timeline.bins[3][5])
    let (before, after) = (try #require(one.position), try #require(other.position))
    #expect(abs(before.x * 1280 - (160 + after.x * 960)) < 0.3)
    #expect(abs(before.y * 720 - (120 + after.y * 480)) < 0.3)
    #expect(one.weight == other.weight && inner.pictureWidth == 960)
  }
}
