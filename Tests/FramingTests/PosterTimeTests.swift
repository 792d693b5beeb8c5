import Audience
import EditDecisions
import Testing

@testable import Framing

/// The instant that a poster shows.
@Suite struct PosterTimeTests {
  private func moment(
    _ framing: EditDecisions.Framing, core: ClosedRange<Double>, end: Double
  ) -> Moment {
    Moment(
      id: "", rank: 1, start: 0, end: end, coreStart: core.lowerBound, coreEnd: core.upperBound,
      score: nil, why: MomentReasons(viewers: 12), framing: framing)
  }

  /// Viewers look here and there but from 4 to 5 s, where all look at one thing; before the core
  /// they do so, too.
  @Test func itIsWhereMostOfTheCoreLookAtOneThing() throws {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      (4..<5).contains(time) || time < 2 ? 0.5 : Double(viewer) / 12
    }
    let request = FramingMaterial.request(timeline, layouts: [.crop])
    let framing = frame(request).framing
    let time = try #require(posterTime(of: moment(framing, core: 3...9, end: 12), request))
    #expect((4..<5).contains(time), "\(time)")
  }

  /// A ghost of two scenes was one, where most look as the next begins.
  @Test func itIsOutOfNoDissolve() throws {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      (4..<5).contains(time) || (7..<8).contains(time) && viewer < 9 ? 0.5 : Double(viewer) / 12
    }
    var request = FramingMaterial.request(timeline, layouts: [.crop])
    request.dissolves = [4.2..<5.2]
    let framing = frame(request).framing
    let time = try #require(posterTime(of: moment(framing, core: 3...9, end: 12), request))
    #expect((7..<8).contains(time), "\(time)")
    // Where all of a core dissolves, one is out of it.
    request.dissolves = [0..<12]
    let any = try #require(posterTime(of: moment(framing, core: 3...9, end: 12), request))
    #expect((4..<5).contains(any), "\(any)")
  }

  /// A third of them look together at what no window shows, all of the rest at what it does.
  @Test func whatIsNotShownIsNoPicture() throws {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      (4..<5).contains(time) ? 0.95 : viewer < 7 ? 0.3 : Double(viewer) / 12
    }
    let request = FramingMaterial.request(timeline, layouts: [.crop])
    var framing = frame(request).framing
    framing.shots = [
      ClipShot(
        start: 0, end: 12, cut: .source,
        layout: .crop([
          CropKeyframe(t: 0, x: 200, y: 0, width: 405, height: 720)
        ]))
    ]
    let time = try #require(posterTime(of: moment(framing, core: 2...8, end: 12), request))
    #expect(!(4..<5).contains(time), "\(time)")
  }

  @Test func nobodyLooks() {
    let request = FramingMaterial.request(FramingMaterial.timeline(seconds: 8) { _, _ in nil })
    #expect(posterTime(of: moment(frame(request).framing, core: 2...6, end: 8), request) == nil)
  }
}
