import Audience
import EditDecisions
import Testing

@testable import Framing

@Suite("What is attended has a width")
struct AttendedTests {
  private let axis = WindowAxis(
    pictureWidth: 1280, pictureHeight: 720, outputWidth: 1080, outputHeight: 1920)

  private func looks(_ places: [Double], at time: Double = 0.25) -> Looks {
    Looks(time: time, entries: places.map { Looks.Look(position: $0, weight: 1) })
  }

  private func attended(_ places: [Double]) -> Attended? {
    let timeline = FramingMaterial.timeline(seconds: 1, viewers: places.count) { places[$1] }
    return GatheringSearch(timeline: timeline, axis: axis).attended(inBin: 0)
  }

  /// Looks within two hundredths of places, ten each.
  private func near(_ places: Double...) -> [Double] {
    places.flatMap { place in (0..<10).map { place + 0.004 * (Double($0) - 4.5) } }
  }

  @Test("two things that one window holds are attended together, two far apart are not")
  func together() throws {
    let cars = try #require(attended(near(0.39, 0.52)))
    #expect(cars.box.x < 0.39 && cars.box.x + cars.box.width > 0.52 && cars.share == 1)
    let apart = try #require(attended(near(0.1, 0.1, 0.8)))
    #expect(apart.box.x + apart.box.width < 0.2 && abs(apart.share - 2 / 3.0) < 1e-9)
    #expect(attended([]) == nil)
  }

  @Test("it is held best in the middle of the window, at the picture's edge as near as can be")
  func held() throws {
    let grid = PositionGrid(axis: axis, positions: 161)
    let middle = try #require(attended(near(0.5))).held(over: grid, along: axis)
    let best = middle.indices.max { middle[$0] < middle[$1] } ?? 0
    #expect(abs(grid.edge(best) + grid.window / 2 - 0.5) < 0.06)
    #expect(middle[0] == 0)
    #expect(try #require(attended(near(0.03))).held(over: grid, along: axis)[0] == 1)
  }

  @Test("a line that is read again and again is as wide as it is; what goes past is not")
  func lines() {
    let read = search { 0.2 + 0.3 * $0.truncatingRemainder(dividingBy: 2) + 0.004 * Double($1) }
    #expect(read.lines(inBins: 0..<16, within: 2).allSatisfy { $0 > 0.4 })
    let runner = search { 0.05 + 0.11 * $0 + 0.004 * Double($1) }
    #expect(runner.lines(inBins: 0..<16, within: 2).allSatisfy { $0 < 0.1 })
    #expect(runner.widths(inBins: 0..<16, within: 2).allSatisfy { $0 < 0.1 })
  }

  @Test("a title that each reads at an own pace is as wide as it is, whoever looks elsewhere")
  func title() {
    let read = search { time, viewer in
      viewer % 10 == 9
        ? 0.02 : 0.3 + 0.4 * (time + 0.05 * Double(viewer)).truncatingRemainder(dividingBy: 1)
    }
    #expect(read.widths(inBins: 0..<16, within: 2).allSatisfy { $0 > 0.35 && $0 < 0.45 })
  }

  private func search(_ place: (_ time: Double, _ viewer: Int) -> Double) -> GatheringSearch {
    GatheringSearch(
      timeline: FramingMaterial.timeline(seconds: 8, viewers: 20, place), axis: axis)
  }

  @Test("where most look is the shortest stretch with so many of them, whoever wanders")
  func shortest() {
    #expect(looks(near(0.5) + [0.1, 0.9]).shortestRange(holding: 0.75).lowerBound > 0.48)
    #expect(looks(near(0.2) + near(0.7)).shortestRange(holding: 0.75).upperBound > 0.68)
    #expect(looks([]).shortestRange(holding: 0.75) == 0...0)
  }

  @Test("a line too wide for a window is shown by the whole picture")
  func fit() {
    let read = FramingMaterial.timeline(seconds: 8) { time, viewer in
      0.2 + 0.3 * time.truncatingRemainder(dividingBy: 2) + 0.003 * Double(viewer)
    }
    #expect(frame(FramingMaterial.request(read)).framing.shots.map(\.layout.name) == ["fit"])
    // Where each has an own pace a window of a third holds two thirds of the looks.
    let own = FramingMaterial.timeline(seconds: 8, viewers: 20) { time, viewer in
      0.3 + 0.4 * (time + 0.05 * Double(viewer)).truncatingRemainder(dividingBy: 1)
    }
    #expect(frame(FramingMaterial.request(own)).framing.shots.map(\.layout.name) == ["fit"])
    // Of one that fits the window a crop shows all.
    let short = FramingMaterial.timeline(seconds: 8) { time, viewer in
      0.4 + 0.08 * time.truncatingRemainder(dividingBy: 2) + 0.003 * Double(viewer)
    }
    #expect(frame(FramingMaterial.request(short)).framing.shots.map(\.layout.name) == ["crop"])
  }
}
