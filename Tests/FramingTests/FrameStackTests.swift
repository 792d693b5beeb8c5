import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("Two gatherings: stacked, or alternated by cuts")
struct FrameStackTests {
  /// Even viewers look left and odd ones right while `isSplit`, else all at the middle.
  private func split(
    seconds: Double, y: Double = 0.5, while isSplit: @escaping (Double) -> Bool
  ) -> GazeTimeline {
    FramingMaterial.timeline(seconds: seconds) { time, viewer in
      let scatter = Double(viewer / 2) * 0.01
      return isSplit(time) ? (viewer % 2 == 0 ? 0.12 : 0.84) + scatter : 0.47 + scatter
    }
  }

  private func request(_ timeline: GazeTimeline, width: Int = 1280, height: Int = 720)
    -> FramingRequest
  {
    FramingMaterial.request(timeline, width: width, height: height)
  }

  @Test("two that persist side by side are stacked, the left one on top, for as long as they do")
  func stacked() throws {
    let timeline = split(seconds: 36) { (12..<24).contains($0) }
    let framing = frame(request(timeline)).framing
    #expect(framing.shots.map(\.layout.name) == ["crop", "stack", "crop"])
    #expect(framing.shots.map(\.cut) == [.source, .framing, .framing])
    #expect(framing.shots[1].start == 12 && framing.shots[1].end == 24)
    #expect(framing.gazeKept == 1)
    guard case .stack(let top, let bottom) = framing.shots[1].layout else { return }
    #expect(top.count == 1 && bottom.count == 1)
    #expect(top[0].x < bottom[0].x)
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 36, width: 1280, height: 720) == [])
    #expect(FramingMaterial.breaches(framing, width: 1280) == [])
  }

  @Test("two that are watched in turns leave a pane empty only if a turn lasts more than 3 s")
  func oneAfterTheOther() {
    func isWatched(_ ends: [Double]) -> Bool {
      let timeline = FramingMaterial.timeline(seconds: 8) { time, viewer in
        let turn = ends.count { $0 <= time }
        return (turn % 2 == 0 ? 0.2 : 0.75) + Double(viewer) * 0.005
      }
      let request = request(timeline)
      let panes = StackPlanner(
        timeline: timeline, axis: WindowAxis(request), settings: request.settings
      ).panes(inBins: 0..<16).first
      return panes.map { !$0.worths.contains(-LayoutSearch.never) } ?? false
    }
    #expect(!isWatched([4]))
    #expect(!isWatched([2, 6]))
    #expect(isWatched([2, 4, 6]))
  }

  /// One of six looks at the other one at any time.
  @Test("two who take turns every three seconds are one stack if a few look at the other one")
  func turns() {
    let timeline = FramingMaterial.timeline(seconds: 18) { time, viewer in
      let turn = Int((time - (viewer % 2 == 0 ? 0 : 0.5)) / 3)
      let isLeft = (turn % 2 == 0) != (viewer % 6 == turn % 6)
      return (isLeft ? 0.12 : 0.84) + Double(viewer / 2) * 0.01
    }
    let framing = frame(request(timeline)).framing
    #expect(framing.shots.map(\.layout.name) == ["stack"])
    #expect(framing.gazeKept == 1)
  }

  @Test(
    "no pane of a stack is empty for more than 3 s", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func emptyPane(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Both are watched until 6 s and from 11 s on; between, only the left one, and by nobody the
    // right.
    let timeline = FramingMaterial.timeline(seconds: 17, viewers: 24) { time, viewer in
      let isBoth = !(6..<11).contains(time)
      let elsewhere = Double.random(in: 0..<1, using: &random) < 0.1
      if elsewhere { return Double.random(in: 0...1, using: &random) }
      let noise = Double.random(in: -0.05...0.05, using: &random)
      return (isBoth && viewer % 2 == 0 ? 0.82 : 0.18) + noise
    }
    for shot in frame(request(timeline)).framing.shots where shot.layout.name == "stack" {
      #expect(shot.end <= 6.5 || shot.start >= 10.5, "\(shot.start) to \(shot.end)")
    }
  }

  /// A window is 0.32 of the picture wide.
  @Test(
    "two people 0.3 of the picture apart are a stack or a crop",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func sideBySide(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // They take turns of three seconds; 15 % look at the other one, and 15 % elsewhere.
    let bins = (0..<30).map { bin in
      (0..<24).map { _ in
        func chance() -> Double { Double.random(in: 0..<1, using: &random) }
        func noise() -> Double { 0.045 * (chance() + chance() + chance() + chance() - 2) * 1.7 }
        let isLeft = (bin / 6 % 2 == 0) != (chance() < 0.15)
        let person = PicturePoint(x: (isLeft ? 0.34 : 0.64) + noise(), y: 0.46 + noise())
        let elsewhere = PicturePoint(x: chance(), y: chance())
        return GazeRow(position: chance() < 0.15 ? elsewhere : person, weight: 1)
      }
    }
    let shots = frame(request(GazeTimeline(bins: bins))).framing.shots
    #expect(Set(shots.map(\.layout.name)).isSubset(of: ["stack", "crop"]))
    for case .stack(let top, let bottom) in shots.map(\.layout) {
      #expect(top[0].x + top[0].width <= bottom[0].x + 0.11, "the panes overlap")
    }
  }

  @Test("within one shot there are at most two layouts", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func twoLayouts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Two far apart, one thing, a line across the picture, two again.
    let timeline = FramingMaterial.timeline(seconds: 24, viewers: 24) { time, viewer in
      let noise = Double.random(in: -0.05...0.05, using: &random)
      switch Int(time / 6) {
      case 0, 3: return (viewer % 2 == 0 ? 0.15 : 0.85) + noise
      case 1: return 0.5 + noise
      default: return Double.random(in: 0.25...0.75, using: &random)
      }
    }
    let shots = frame(request(timeline)).framing.shots
    let names = shots.map { shot in shot.part == nil ? shot.layout.name : "wide" }
    #expect(Set(names).count <= 2)
  }

  /// At no time are both watched by nearly as many.
  @Test("two who take turns of two seconds, at each of which a third stays, are one stack")
  func shortTurns() {
    let timeline = FramingMaterial.timeline(seconds: 18) { time, viewer in
      let turn = Int(time / 2)
      let isThere = viewer % 3 == turn % 3 ? turn % 2 == 0 : turn % 2 == 1
      return (isThere ? 0.33 : 0.66) + Double(viewer / 2) * 0.005
    }
    let framing = frame(request(timeline)).framing
    #expect(framing.shots.map(\.layout.name) == ["stack"])
    #expect(framing.gazeKept == 1)
  }

  @Test(
    "panes have half the output's shape, lie inside, and enlarge no more than one window",
    arguments: [(1280, 720), (1920, 1080), (3840, 2160), (640, 360), (2560, 1080)])
  func panes(width: Int, height: Int) {
    let timeline = split(seconds: 8) { _ in true }
    let framing = frame(request(timeline, width: width, height: height)).framing
    guard framing.shots.count == 1, case .stack(let top, let bottom) = framing.shots[0].layout
    else {
      Issue.record("not one stack")
      return
    }
    for pane in [top[0], bottom[0]] {
      #expect(abs(pane.width - pane.height * 9 / 8) <= 0.2)
      #expect(pane.x >= 0 && pane.x + pane.width <= Double(width) + 1e-6)
      #expect(pane.y >= 0 && pane.y + pane.height <= Double(height) + 1e-6)
      #expect(pane.width >= Double(height) * 9 / 16 - 0.1, "enlarged more than one window")
    }
  }

  @Test("not for less than 3 s, not for a few, and not where it is not allowed")
  func refused() {
    let briefly = split(seconds: 12) { (5..<7.5).contains($0) }
    #expect(frame(request(briefly)).framing.shots.allSatisfy { $0.layout.name != "stack" })
    let few = FramingMaterial.timeline(seconds: 8) { _, viewer in viewer < 3 ? 0.1 : 0.85 }
    #expect(frame(request(few)).framing.shots.map(\.layout.name) == ["crop"])
    var denied = request(split(seconds: 8) { _ in true })
    denied.settings.layouts = [.crop, .fit]
    #expect(frame(denied).framing.shots.allSatisfy { $0.layout.name != "stack" })
  }

  @Test("what both panes would show is not stacked")
  func comeTogether() {
    // One stays at the middle; the other is beside it at either edge, a second each: the panes that
    // hold all of it hold the middle both.
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      let scatter = Double(viewer / 2) * 0.005
      return viewer % 2 == 0 ? 0.5 + scatter : (Int(time) % 2 == 0 ? 0.05 : 0.92) + scatter
    }
    #expect(!frame(request(timeline)).framing.shots.contains { $0.layout.name == "stack" })
  }

  @Test("panes show nothing twice where the gatherings leave them room")
  func nothingTwice() throws {
    let axis = WindowAxis(
      pictureWidth: 3840, pictureHeight: 2160, outputWidth: 1080, outputHeight: 1920)
    func looks(_ x: Double) -> [GazePoint] {
      (0...20).map {
        GazePoint(place: PicturePoint(x: x + 0.002 * Double($0 - 10), y: 0.5), weight: 1)
      }
    }
    // As far apart as a full-height pane is wide, and more: the edges would push them together.
    let (left, right) = try #require(
      StackPlanner(
        timeline: GazeTimeline(bins: []), axis: axis, settings: FramingSettings()
      ).panes(
        holding: looks(0.12), and: looks(0.88)))
    #expect(left.x + left.width <= right.x + 1e-9)
    #expect(left.width > 0.499, "half of the picture each")
    // Nearer together than one window is wide, panes would show the same twice.
    let near = StackPlanner(
      timeline: GazeTimeline(bins: []), axis: axis, settings: FramingSettings()
    ).panes(
      holding: looks(0.38), and: looks(0.62))
    #expect(near == nil)
  }

  @Test("two that fit one window are one crop")
  func together() {
    let timeline = FramingMaterial.timeline(seconds: 8) { _, viewer in
      viewer % 2 == 0 ? 0.4 : 0.62
    }
    let framing = frame(request(timeline)).framing
    #expect(framing.shots.map(\.layout.name) == ["crop"])
    // Either would have room to spare alone.
    #expect(framing.gazeKept == 1)
  }

  /// As who speak by turns are watched, in lines enough to close in and in few.
  @Test("attention that alternates is followed by deliberate cuts", arguments: [1280, 3840])
  func alternating(width: Int) {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      (Int(time / 4) % 2 == 0 ? 0.1 : 0.85) + Double(viewer) * 0.004
    }
    let framing = frame(request(timeline, width: width, height: width * 9 / 16)).framing
    #expect(framing.shots.map(\.layout.name) == ["crop", "crop", "crop"])
    #expect(framing.shots.map(\.cut) == [.source, .framing, .framing])
    #expect(FramingMaterial.breaches(framing, width: width) == [])
    #expect(framing.gazeKept.map { $0 > 0.97 } ?? false)
  }

  @Test("nothing is stacked across a cut of the source")
  func cut() {
    let timeline = split(seconds: 16) { _ in true }
    var request = request(timeline)
    request.cuts = [8]
    let shots = frame(request).framing.shots
    #expect(shots.map(\.start) == [0, 8])
    #expect(shots.map(\.cut) == [.source, .source])
    #expect(shots.map(\.layout.name) == ["stack", "stack"])
  }

  /// Two clusters below each other; those in the middle of the height leave room for no two panes.
  @Test(
    "the picture's edges push no two panes together that show the same",
    arguments: [(0.15, true), (0.5, false)])
  func same(y: Double, isStacked: Bool) {
    let axis = WindowAxis(
      pictureWidth: 640, pictureHeight: 360, outputWidth: 1080, outputHeight: 1920)
    func looks(_ x: Double, _ y: Double) -> [GazePoint] {
      (0...20).map {
        let off = 0.001 * Double($0 - 10)
        return GazePoint(place: PicturePoint(x: x + off, y: y), weight: 1)
      }
    }
    let panes = StackPlanner(
      timeline: GazeTimeline(bins: []), axis: axis, settings: FramingSettings()
    ).panes(
      holding: looks(0.43, y), and: looks(0.57, 0.95))
    #expect((panes != nil) == isStacked)
  }
}
