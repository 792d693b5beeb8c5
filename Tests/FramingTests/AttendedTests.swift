import Audience
import EditDecisions
import Support
import Testing

@testable import Framing

@Suite("What is attended has a width")
struct AttendedTests {
  private let axis = WindowAxis(
    pictureWidth: 1280, pictureHeight: 720, outputWidth: 1080, outputHeight: 1920)

  private func shortestRange(_ places: [Double]) -> ClosedRange<Double> {
    let points = places.map { GazePoint(place: PicturePoint(x: $0, y: 0.5), weight: 1) }
    return axis.shortestRange(of: points, holding: 0.75)
  }

  private func cluster(_ places: [Double]) -> MainCluster? {
    let timeline = FramingMaterial.timeline(seconds: 1, viewers: places.count) { places[$1] }
    return GazeClusterSearch(timeline: timeline, axis: axis).mainCluster(inBins: 0..<1)
  }

  /// Looks within two hundredths of places, ten each.
  private func near(_ places: Double...) -> [Double] {
    places.flatMap { place in (0..<10).map { place + 0.004 * (Double($0) - 4.5) } }
  }

  @Test("two things that fit into one window are one cluster, two far apart are not")
  func together() throws {
    let cars = try #require(cluster(near(0.39, 0.52)))
    #expect(abs(cars.middle.x - 0.455) < 0.01 && cars.share == 1)
    let apart = try #require(cluster(near(0.1, 0.1, 0.8)))
    #expect(abs(apart.middle.x - 0.1) < 0.01 && abs(apart.share - 2 / 3.0) < 1e-9)
    #expect(cluster([]) == nil)
  }

  @Test("the middle of the window costs nothing, at the frame's edge as near as it can be")
  func losses() throws {
    let grid = PositionGrid(axis: axis, positions: 161)
    let middle = try #require(cluster(near(0.5))).losses(over: grid, along: axis)
    let best = middle.indices.min { middle[$0] < middle[$1] } ?? 0
    #expect(abs(grid.edge(best) + grid.window / 2 - 0.5) < 0.01)
    #expect(middle[0] > 0.8)
    #expect(try #require(cluster(near(0.03))).losses(over: grid, along: axis)[0] == 0)
  }

  @Test("a line that is read again and again is as wide as it is; what goes past is not")
  func lines() {
    let read = search { 0.2 + 0.3 * $0.truncatingRemainder(dividingBy: 2) + 0.004 * Double($1) }
    #expect(read.lines(inBins: 0..<16).allSatisfy { ($0?.width ?? 0) > 0.4 })
    let runner = search { 0.05 + 0.11 * $0 + 0.004 * Double($1) }
    #expect(runner.lines(inBins: 0..<16).allSatisfy { ($0?.width ?? 0) < 0.1 })
    #expect(runner.things(inBins: 0..<16).allSatisfy { ($0?.width ?? 0) < 0.1 })
  }

  @Test("a title that each reads at an own pace is as wide as it is, whoever looks elsewhere")
  func title() {
    let read = search { time, viewer in
      viewer % 10 == 9
        ? 0.02 : 0.3 + 0.4 * (time + 0.05 * Double(viewer)).truncatingRemainder(dividingBy: 1)
    }
    let widths = read.things(inBins: 0..<16).map { $0?.width ?? 0 }
    #expect(widths.allSatisfy { $0 > 0.35 && $0 < 0.45 }, "\(widths)")
  }

  private func search(_ place: (_ time: Double, _ viewer: Int) -> Double) -> RegionSearch {
    RegionSearch(
      timeline: FramingMaterial.timeline(seconds: 8, viewers: 20, place), axis: axis,
      constants: FramingConstants())
  }

  @Test("where most look is the shortest stretch with so many of them, whoever wanders")
  func shortest() {
    #expect(shortestRange(near(0.5) + [0.1, 0.9]).lowerBound > 0.48)
    #expect(shortestRange(near(0.2) + near(0.7)).upperBound > 0.68)
    #expect(shortestRange([]) == 0...0)
  }

  @Test("a line too wide for a window is shown by a part that holds it, a wider one by the whole")
  func fit() throws {
    func shots(from place: Double, _ width: Double) -> [ClipShot] {
      // From one end to the other in two seconds, again and again.
      let read = FramingMaterial.timeline(seconds: 8, viewers: 40) { time, viewer in
        let way = width / 2 * time.truncatingRemainder(dividingBy: 2)
        return place + way + 0.001 * Double(viewer)
      }
      return frame(FramingMaterial.request(read)).framing.shots
    }
    let line = shots(from: 0.2, 0.4)
    #expect(line.map(\.layout.name) == ["fit"])
    let part = try #require(line[0].part)
    // As high as the picture, and 9/16 or 3/4 as wide: halfway to a window of 405, and again.
    #expect([720, 960].contains(part.width) && part.height == 720 && part.y == 0)
    #expect(part.x < 0.2 * 1280 && part.x + part.width > 0.6 * 1280)
    let wide = shots(from: 0.1, 0.75)
    #expect(wide.map(\.layout.name) == ["fit"] && wide[0].part == nil)
    // Where each has an own pace a window of a third holds two thirds of the looks.
    let own = FramingMaterial.timeline(seconds: 8, viewers: 20) { time, viewer in
      0.3 + 0.4 * (time + 0.05 * Double(viewer)).truncatingRemainder(dividingBy: 1)
    }
    let title = frame(FramingMaterial.request(own)).framing.shots
    #expect(title.map(\.layout.name) == ["fit"])
    let shown = try #require(title[0].part)
    #expect(shown.x < 0.3 * 1280 && shown.x + shown.width > 0.7 * 1280)
    // Of one that fits the window a crop shows all.
    let short = FramingMaterial.timeline(seconds: 8) { time, viewer in
      0.4 + 0.08 * time.truncatingRemainder(dividingBy: 2) + 0.003 * Double(viewer)
    }
    #expect(frame(FramingMaterial.request(short)).framing.shots.map(\.layout.name) == ["crop"])
  }
}
