import Audience
import EditDecisions
import Testing

@testable import Framing

@Suite("No uncut clip keeps less than the best still window of its viewers")
struct StillWindowTests {
  /// Of twelve, five look at one place, four at another that the same window reaches, three wander.
  private let timeline = FramingMaterial.timeline(seconds: 10) { time, viewer in
    if viewer < 5 { return 0.4 }
    if viewer < 9 { return 0.4 + 0.28 }
    return Double((viewer * 7 + Int(time * 2) * 5) % 15) / 15
  }

  private func kept(_ position: Double) -> [FramedShot] {
    [
      FramedShot(
        start: 0, end: 10, cut: .source,
        layout: .crop([Keyframe(t: 0, x: position, y: 0, width: 405, height: 720)]))
    ]
  }

  @Test("a window that loses looks at its edge gives way to one that does not")
  func givesWay() throws {
    let request = FramingMaterial.request(timeline, layouts: [.crop])
    let framer = MomentFramer(request)
    let best = (0...875).compactMap { framer.gazeKept(by: kept(Double($0))) }.max() ?? 1
    // One that holds the first place alone, in its middle.
    let poor = kept(0.4 * 1280 - 202.5)
    let poorShare = try #require(framer.gazeKept(by: poor))
    #expect(poorShare < best)
    let mended = framer.noWorseThanStill(poor)
    let share = try #require(framer.gazeKept(by: mended))
    // The coarse grid of the tests knows every twenty-second pixel.
    #expect(share > best - 0.05)
    #expect(share >= poorShare)
    let framed = try #require(framer.gazeKept(by: frame(request).framing.shots))
    #expect(framed >= share - 1e-9)
  }

  @Test("beside a cut, and where one thing is watched, the path stands")
  func stands() {
    var request = FramingMaterial.request(timeline, cuts: [5], layouts: [.crop])
    let path = kept(0.4 * 1280 - 202.5)
    #expect(MomentFramer(request).noWorseThanStill(path) == path)
    // All but one look at one thing, whole in the window; the last is at its edge.
    request = FramingMaterial.request(
      FramingMaterial.timeline(seconds: 10) { _, viewer in viewer < 11 ? 0.4 : 0.6 },
      layouts: [.crop])
    #expect(MomentFramer(request).noWorseThanStill(path) == path)
  }
}
