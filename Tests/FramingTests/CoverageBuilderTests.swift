import Audience
import EditDecisions
import Testing

@testable import Framing

@Suite("A window that holds nearly everyone holds them with room to spare")
struct CoverageBuilderTests {
  private func edge(_ looks: [Double]) throws -> Double {
    let timeline = FramingMaterial.timeline(seconds: 10, viewers: looks.count) { _, viewer in
      looks[viewer]
    }
    let framing = frame(FramingMaterial.request(timeline, layouts: [.crop])).framing
    guard case .crop(let keyframes)? = framing.shots.first?.layout else { return -1 }
    return try #require(keyframes.first).x / 1280
  }

  @Test("three that agree have the middle of the window, though it could hold two more at its edge")
  func room() throws {
    let left = try edge([0.5, 0.5, 0.5, 0.49, 0.62])
    #expect(abs(left + 405.0 / 2560 - 0.5) < 0.04)
  }

  @Test("where gaze spreads, every look at the edge counts")
  func spread() {
    let axis = WindowAxis(
      pictureWidth: 1280, pictureHeight: 720, outputWidth: 1080, outputHeight: 1920)
    let attention = ShotAttention(points: [], bins: 0..<0, isGaze: true)
    let window = CoverageBuilder(
      task: PathTask(start: 0, end: 1, cut: .source, attention: attention, window: axis),
      grid: PositionGrid(axis: axis, positions: 48), constants: FramingConstants())
    func roominess(_ places: Double...) -> [Double] {
      let points = places.map { GazePoint(place: PicturePoint(x: $0, y: 0.5), weight: 1) }
      return window.roominess(of: [TimedPoints(time: 0, points: points)])
    }
    #expect(roominess(0.05, 0.3, 0.5, 0.7, 0.95) == [0])
    #expect(roominess(0.48, 0.5, 0.5, 0.51, 0.52) == [0.85])
  }

  @Test("at the picture's own edge there is no room to keep")
  func pictureEdge() throws {
    #expect(try edge([0.01, 0.02, 0.02, 0.03, 0.05]) == 0)
  }
}
