import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("Shots, cuts and sizes")
struct FrameShotsTests {
  @Test("nothing crosses a cut: each shot has its own window from its first frame on")
  func cuts() throws {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, _ in time < 6 ? 0.2 : 0.8 }
    let framing = frame(FramingMaterial.request(timeline, cuts: [6, 6.01, -1, 99])).framing
    #expect(framing.shots.map(\.start) == [0, 6])
    #expect(framing.shots.map(\.cut) == [.source, .source])
    #expect(framing.gazeKept == 1)
    let motion = CameraMotion(of: framing.shots, pictureWidth: 1280, frameRate: 25)
    #expect(motion.maximumSpeed == 0)
  }

  @Test("a window comes out of another as the picture does, and stays where it is the same")
  func dissolves() {
    func dissolves(to place: Double, over seconds: Range<Double>) -> [Double?] {
      let timeline = FramingMaterial.timeline(seconds: 12) { time, _ in time < 6 ? 0.2 : place }
      var request = FramingMaterial.request(timeline, cuts: [6], layouts: [.crop])
      request.dissolves = [seconds]
      let shots = frame(request).framing.shots
      if abs(place - 0.2) < 0.1 {
        #expect(shots[0].windows[0].last?.x == shots[1].windows[0].first?.x)
      }
      return shots.map(\.dissolve)
    }
    #expect(dissolves(to: 0.8, over: 5.4..<6.6) == [nil, 1.2])
    #expect(dissolves(to: 0.2, over: 5.4..<6.6) == [nil, nil])
    // Two that nearly coincide would show all twice.
    #expect(dissolves(to: 0.21, over: 5.4..<6.6) == [nil, nil])
    // What it is cut to in a dissolve is another shot.
    #expect(dissolves(to: 0.8, over: 4.8..<6.4) == [nil, nil])
  }

  @Test("gaze of the first half second after a cut does not place the window")
  func settling() throws {
    let timeline = FramingMaterial.timeline(seconds: 6) { time, _ in time < 3.5 ? 0.1 : 0.9 }
    let shots = frame(FramingMaterial.request(timeline, cuts: [3])).framing.shots
    guard case .crop(let keyframes) = shots[1].layout else {
      Issue.record("not a crop")
      return
    }
    #expect(keyframes.count == 1)
    #expect(keyframes[0].x + 405 > 0.9 * 1280)
  }

  @Test("a drift under 8 % of the width is held still")
  func smallDrift() {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      0.5 + 0.06 * time / 12 + Double(viewer - 6) * 0.025
    }
    let shots = frame(FramingMaterial.request(timeline)).framing.shots
    #expect(CameraMotion(of: shots, pictureWidth: 1280, frameRate: 25).maximumSpeed == 0)
  }

  @Test(
    "the window has the output's shape and fills the picture one way",
    arguments: [
      (1280, 720), (640, 360), (720, 1280), (1080, 2400), (3000, 100), (100, 3000), (1, 1),
    ])
  func sizes(width: Int, height: Int) {
    let timeline = FramingMaterial.timeline(seconds: 2) { _, _ in 0.5 }
    let framing = frame(FramingMaterial.request(timeline, width: width, height: height)).framing
    let faults = FramingMaterial.faults(in: framing, start: 0, end: 2, width: width, height: height)
    #expect(faults == [])
    guard case .crop(let keyframes)? = framing.shots.first?.layout else {
      Issue.record("not a crop")
      return
    }
    for keyframe in keyframes {
      let fillsWidth = keyframe.width == Double(width)
      let fillsHeight = keyframe.height == Double(height)
      #expect(fillsWidth || fillsHeight)
      #expect(abs(keyframe.width - keyframe.height * 9 / 16) <= 0.11)
    }
  }

  @Test("shots of a frame, an empty range and no timeline at all")
  func tiny() {
    let timeline = FramingMaterial.timeline(seconds: 4) { _, _ in 0.3 }
    let cuts = [1.0, 1.04, 1.08, 2.0]
    let framing = frame(FramingMaterial.request(timeline, cuts: cuts)).framing
    #expect(framing.shots.map(\.start) == [0, 1, 1.04, 1.08, 2])
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 4, width: 1280, height: 720) == [])
    var request = FramingMaterial.request(timeline)
    request.end = 0
    #expect(frame(request).framing.shots.isEmpty)
    let empty = GazeTimeline(bins: [])
    request = FramingMaterial.request(empty)
    request.end = 3
    let blind = frame(request).framing
    #expect(blind.shots.map(\.layout) == [.fit])
    #expect(blind.gazeKept == nil)
  }

  @Test("the same request gives the same framing, whatever the order of viewers and cuts")
  func deterministic() {
    let timeline = FramingMaterial.timeline(seconds: 16) { time, viewer in
      (time * 0.37 + Double(viewer) * 0.11).truncatingRemainder(dividingBy: 1)
    }
    var turned = timeline
    for index in turned.bins.indices { turned.bins[index].reverse() }
    let first = frame(FramingMaterial.request(timeline, cuts: [5, 9], layouts: [.crop]))
    let second = frame(FramingMaterial.request(turned, cuts: [9, 5], layouts: [.crop]))
    #expect(first == second)
  }
}
