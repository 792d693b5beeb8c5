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
    let grid = PositionGrid(
      axis: WindowAxis(
        pictureWidth: 1280, pictureHeight: 720, outputWidth: 1080, outputHeight: 1920),
      positions: 48)
    let window = CoverageBuilder(grid: grid, constants: FramingConstants())
    let spread = [0.05, 0.3, 0.5, 0.7, 0.95].map { Looks.Look(position: $0, weight: 1) }
    let close = [0.48, 0.5, 0.5, 0.51, 0.52].map { Looks.Look(position: $0, weight: 1) }
    #expect(window.roominess(of: [Looks(time: 0, entries: spread)]) == [0])
    #expect(window.roominess(of: [Looks(time: 0, entries: close)]) == [0.85])
  }

  @Test("at the picture's own edge there is no room to keep")
  func pictureEdge() throws {
    #expect(try edge([0.01, 0.02, 0.02, 0.03, 0.05]) == 0)
  }
}
