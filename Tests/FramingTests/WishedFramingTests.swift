import Audience
import EditDecisions
import Testing

@testable import Framing

/// What a person wishes of how seconds are shown holds exactly; the audience frames the rest.
@Suite("Framing with wishes")
struct WishedFramingTests {
  /// Twelve seconds in which the eyes walk from the left to the right third.
  private static let timeline = FramingMaterial.timeline(seconds: 12) { time, _ in
    0.3 + 0.4 * min(1, max(0, (time - 3) / 6))
  }

  private func framing(
    _ wishes: FramingWish..., cuts: [Double] = []
  ) -> EditDecisions.Framing {
    var request = FramingMaterial.request(Self.timeline, cuts: cuts)
    request.wishes = wishes
    let framing = frame(request).framing
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 12, width: 1280, height: 720) == [])
    return framing
  }

  @Test("a layout holds from its first second to its last, the path goes on around it")
  func layout() {
    let framing = framing(FramingWish(start: 4, end: 8, look: .fit))
    #expect(framing.shots.map(\.layout.name) == ["crop", "fit", "crop"])
    #expect(framing.shots.map(\.start) == [0, 4, 8])
    #expect(framing.shots.map(\.cut) == [.source, .framing, .framing])
    #expect((framing.gazeKept ?? 0) > 0.9)
  }

  @Test("a stack or a wide crop can be wished, whatever the audience prefers", arguments: [3, 7])
  func stackAndWide(seed: Int) throws {
    // Both places are watched at all times, and by turns by the same viewers.
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      ((viewer * seed + Int(time)) % 2 == 0 ? 0.25 : 0.75) + 0.01 * Double(viewer % 5)
    }
    for (look, name) in [(WishFraming.stack, "stack"), (.wide, "fit")] {
      var request = FramingMaterial.request(timeline)
      request.wishes = [FramingWish(start: 0, end: 12, look: look)]
      for layouts: Set<Layout.Kind> in [[.crop], [.crop, .stack, .fit]] {
        request.settings.layouts = layouts
        let shots = frame(request).framing.shots
        let shot = try #require(shots.first)
        #expect(shot.layout.name == name && (shot.part != nil) == (look == .wide))
        #expect(shots.count == 1)
      }
    }
  }

  @Test("without two clusters the audience decides instead of a wished stack")
  func noStack() {
    let timeline = FramingMaterial.timeline(seconds: 12) { _, viewer in
      0.5 + 0.004 * Double(viewer % 5)
    }
    var request = FramingMaterial.request(timeline)
    request.wishes = [FramingWish(start: 0, end: 12, look: .stack)]
    #expect(frame(request).framing.shots.map(\.layout.name) == ["crop"])
  }

  @Test("a window stands where a person puts it, also over a cut")
  func window() {
    let look = WishFraming.window(x: 410, y: nil)
    let framing = framing(FramingWish(start: 0, end: 12, look: look), cuts: [5])
    #expect(framing.shots.map(\.start) == [0, 5])
    for shot in framing.shots {
      let still = CropKeyframe(t: shot.start, x: 410, y: 0, width: 405, height: 720)
      #expect(shot.layout == .crop([still]) && shot.cut == .source)
    }
  }

  @Test("over a black bar, outside of what is framed, a window stands where a person puts it")
  func overABar() {
    for edge in [-40.0, -0.04, 875.03, 900] {
      var request = FramingMaterial.request(Self.timeline, cuts: [])
      request.wishes = [FramingWish(start: 0, end: 12, look: .window(x: edge, y: nil))]
      // What a person cannot write is no bar: 875 is the last edge inside.
      let expected = edge == -0.04 ? 0 : edge == 875.03 ? 875 : edge
      for shot in frame(request).framing.shots {
        #expect(
          shot.layout
            == .crop([CropKeyframe(t: shot.start, x: expected, y: 0, width: 405, height: 720)]))
      }
    }
  }

  @Test("a window that is held still stands where it keeps most, in each shot by itself")
  func hold() {
    let framing = framing(FramingWish(start: 0, end: 12, look: .hold), cuts: [6])
    #expect(framing.shots.count == 2)
    let edges = framing.shots.map { shot -> Double in
      guard case .crop(let keyframes) = shot.layout, keyframes.count == 1 else { return -1 }
      return keyframes[0].x
    }
    // The looks' middles of each half: at 0.4 and at 0.65 of 1280, less half a window.
    #expect(abs(edges[0] - 250) < 130 && abs(edges[1] - 620) < 130, "\(edges)")
  }

  @Test("of two wishes the later holds; wishes of other seconds change nothing")
  func order() {
    let both = framing(
      FramingWish(start: 0, end: 12, look: .hold), FramingWish(start: 0, end: 12, look: .fit))
    #expect(both.shots.map(\.layout) == [.fit])
    #expect(framing(FramingWish(start: 20, end: 30, look: .fit)) == framing())
    // Within half a frame of the moment's edge there is no sliver of another shot.
    let whole = framing(FramingWish(start: 0.01, end: 11.99, look: .fit))
    #expect(whole.shots.map(\.layout) == [.fit])
  }

  @Test("where nobody looks a wish holds all the same")
  func blind() {
    var request = FramingMaterial.request(FramingMaterial.timeline(seconds: 4) { _, _ in nil })
    request.wishes = [FramingWish(start: 0, end: 4, look: .hold)]
    #expect(frame(request).framing.shots.map(\.layout.name) == ["crop"])
  }

  @Test("how far a window can be put follows from picture and output")
  func room() {
    #expect(FramingSettings().room(inPictureOf: 1280, 720) == (875, 0))
    #expect(FramingSettings().room(inPictureOf: 1080, 1920) == (0, 0))
  }
}
