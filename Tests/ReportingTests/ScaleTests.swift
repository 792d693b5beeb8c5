import Testing
@testable import Reporting

@Suite struct ScaleTests {
  @Test func scalePlacesTimesFromZeroToOne() {
    let scale = AxisScale(end: 40)
    #expect([0, 10, 40, 60, -1].map(scale.place) == [0, 0.25, 1, 1, 0])
  }

  @Test func axisHasAtMostEightRoundTimes() {
    #expect(AxisScale(end: 40).times(atMost: 8) == [0, 10, 20, 30])
    for seconds in [0.5, 8, 100, 3600, 20000, 1e6] {
      let times = AxisScale(end: seconds).times(atMost: 8)
      #expect((1...8).contains(times.count) && times.first == 0, "\(seconds): \(times)")
    }
  }

  /// The highest and the lowest point stay, so that a peak of one time bin is visible.
  @Test func thinningKeepsPeaks() {
    var points: LinePlot.Points = (0..<7200).map { (Double($0) / 7200, 0.2) }
    points[4321] = (4321.0 / 7200, 0.97)
    let downsampled = LinePlot.downsampled(points)
    #expect(downsampled.count <= 1200)
    #expect(downsampled.contains { $0?.y == 0.97 })
  }

  @Test func unknownValueIsAGapInTheLine() {
    var plot = LinePlot(id: "p", title: "t", description: "d", height: 100)
    plot.line([(0, 0), (0.5, 1), nil, (1, 0.5)], style: "x")
    #expect(plot.svg.contains("d=\"M0 100L500 0M1000 50\""))
  }
}
