import Audience
import EditDecisions
import Framing
import Rendering
import Testing

@testable import Deciding
@testable import Media

/// Black bars of the shots of a moment.
@Suite struct BlackBarsTests {
  /// Borders every 0.4 s, with equal bars at the top and bottom of a frame of 1280 by 720.
  private func sides(
    _ seconds: ClosedRange<Double>, bars: Double, litShare: Double
  ) -> [BlackBorders] {
    stride(from: seconds.lowerBound, to: seconds.upperBound, by: 0.4).map { time in
      let bar = BlackBorders.Side(depth: bars, litShare: litShare)
      let none = BlackBorders.Side(depth: 0, litShare: 1)
      return BlackBorders(time: time, top: bar, bottom: bar, left: none, right: none)
    }
  }

  private func areas(_ borders: [BlackBorders]) -> [Double] {
    let bins = (0..<24).map { _ in
      (0..<12).map { _ in
        GazeRow(position: PicturePoint(x: 0.3, y: 0.5), weight: 1)
      }
    }
    let request = FramingRequest(
      start: 0, end: 12, cuts: [4, 8, 12, 20, 24],
      timeline: GazeTimeline(bins: bins),
      pictureWidth: 1280, pictureHeight: 720, frameRate: FrameRate(25, 1))
    let framed = ActiveAreaFramer(render: RenderSettings(), borders: borders, captions: [])
      .framed(request)
    #expect(framed.framing.shots.map(\.start) == [0, 4, 8])
    return framed.framing.shots.map { $0.active?.y ?? 0 }
  }

  @Test func darkShotUsesTheBarsOfABrighterShot() {
    let (lit, dark) = (
      sides(4...8, bars: 90, litShare: 0.9), sides(8...12, bars: 130, litShare: 0.05)
    )
    let full = sides(0...4, bars: 0, litShare: 1)
    #expect(areas(full + lit + dark) == [0, 92, 92])
    // Without a brighter shot with bars, a dark shot may be a night scene of the full frame.
    #expect(areas(full + sides(4...8, bars: 0, litShare: 1) + dark) == [0, 0, 0])
  }

  @Test func shotsOfOtherMomentsGiveTheBarsOfADarkShot() {
    let full = sides(0...8, bars: 0, litShare: 1)
    let (dark, other) = (
      sides(8...11.9, bars: 130, litShare: 0.05), sides(20...23.9, bars: 90, litShare: 0.9)
    )
    #expect(areas(full + dark + other) == [0, 0, 92])
  }

  /// Medians of time bins are in the middle of the title.
  ///
  /// Single gaze points cover all of it.
  @Test func titleBetweenBarsIsShownWhole() throws {
    let bins = (0..<24).map { bin in
      (0..<20).map { viewer in
        var row = GazeRow(position: PicturePoint(x: 0.5, y: 0.5), weight: 1)
        let read = Double((7 * bin + 3 * viewer) % 20) / 19
        row.glance(at: PicturePoint(x: 0.3 + 0.4 * read, y: 0.5))
        return row
      }
    }
    let request = FramingRequest(
      start: 0, end: 12, cuts: [], timeline: GazeTimeline(bins: bins), pictureWidth: 1280,
      pictureHeight: 720, frameRate: FrameRate(25, 1))
    let framed = ActiveAreaFramer(
      render: RenderSettings(), borders: sides(0...12, bars: 90, litShare: 0.9), captions: []
    ).framed(request).framing
    let part = try #require(framed.shots[0].part)
    let active = try #require(framed.active)
    #expect(part.y == active.y)
    #expect(part.height == active.height)
    #expect(part.width < active.width)
    #expect(part.x < 384, "the title begins there")
    #expect(part.x + part.width > 896, "the title ends here")
  }

  /// Bars of one film differ by a line or two between scenes.
  @Test func barsThatDifferByAFewLinesAreTheSame() {
    let borders = [90.0, 94, 92].enumerated().flatMap { index, bars in
      sides(Double(index) * 4...Double(index) * 4 + 4, bars: bars, litShare: 0.9)
    }
    #expect(areas(borders) == [92, 92, 92])
  }
}
