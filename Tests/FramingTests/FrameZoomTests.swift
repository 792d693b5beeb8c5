import Audience
import EditDecisions
import Testing

@testable import Framing

@Suite("A crop closes in on a small gathering where the source has the pixels")
struct FrameZoomTests {
  /// Ten of twelve look at a small thing that `place` moves, two anywhere; 2160 lines.
  private func request(
    seconds: Double = 20, height: Int = 2160, strays: Int = 0,
    place: (Double) -> PicturePoint = { _ in PicturePoint(x: 0.3, y: 0.6) }
  ) -> FramingRequest {
    let bins = (0..<Int(seconds * 2)).map { bin in
      let rows = (0..<12).map { viewer -> GazeRow in
        let middle = place(Double(bin) / 2 + 0.25)
        let own = 0.004 * (Double(viewer % 5) - 2)
        let stray = PicturePoint(x: 0.15 + 0.02 * Double(bin % 3), y: 0.1)
        let look = PicturePoint(x: middle.x + own, y: middle.y - own)
        return GazeRow(position: viewer < strays ? stray : look, weight: 1)
      }
      return rows
    }
    let timeline = GazeTimeline(bins: bins)
    return FramingMaterial.request(timeline, width: height * 16 / 9, height: height)
  }

  private func windows(_ request: FramingRequest) -> [CropKeyframe] {
    frame(request).framing.shots.flatMap { shot -> [CropKeyframe] in
      if case .crop(let keyframes) = shot.layout { keyframes } else { [] }
    }
  }

  @Test(
    "4K: closer, of one size, enlarged at most twice, with every look inside and half its margin")
  func closesIn() throws {
    let request = request()
    let windows = windows(request)
    let first = try #require(windows.first)
    #expect(first.height < 1500)
    #expect(Set(windows.map(\.height)) == [first.height])
    #expect(1080 / first.width <= 2 + 1e-3)
    #expect(abs(first.width / first.height - 9.0 / 16) < 1e-3)
    let margin = 0.05 * 2160 - 1
    for row in request.timeline.bins.joined() {
      let look = try #require(row.position)
      for window in windows {
        #expect(look.x * 3840 >= window.x + margin)
        #expect(look.x * 3840 <= window.x + window.width - margin)
        #expect(look.y * 2160 >= window.y + margin)
        #expect(look.y * 2160 <= window.y + window.height - margin)
      }
    }
  }

  @Test(
    "the bound on enlarging decides how close", arguments: [(1.0, 1920.0), (1.5, 1280), (2, 960)])
  func bound(zoom: Double, height: Double) throws {
    var request = request()
    request.settings.maximumZoom = zoom
    let window = try #require(windows(request).first)
    // 1920 of 2160 lines would be hardly closer: then the whole height is kept.
    #expect(window.height == (height > 0.8 * 2160 ? 2160 : height))
  }

  @Test("1080 lines and fewer have no pixels to spare", arguments: [360, 720, 1080])
  func smallSources(height: Int) {
    #expect(windows(request(height: height)).allSatisfy { $0.height == Double(height) })
  }

  @Test("looks that a closer window would lose keep it large")
  func othersCount() {
    #expect(windows(request(strays: 2)).allSatisfy { $0.height == 2160 })
  }

  @Test("a gathering that goes up and down faster than a window may is not let go of")
  func tall() throws {
    let wandering = request { PicturePoint(x: 0.5, y: $0 < 10 ? 0.15 : 0.85) }
    #expect(try looksOutside(wandering, margin: 0) == 0)
  }

  @Test("a closer window goes sideways and up and down at once, within the limits")
  func bothWays() throws {
    let diagonal = request(seconds: 10) {
      PicturePoint(x: 0.2 + 0.0537 * $0, y: 0.85 - 0.069 * $0)
    }
    let windows = windows(diagonal)
    let (first, last) = (try #require(windows.first), try #require(windows.last))
    #expect(Set(windows.map(\.height)).count == 1)
    // It goes 1490 of 2160 lines up: no window under 0.8 of them holds that and its margin.
    #expect(first.height < 1500)
    #expect(first.y - last.y > 600)
    #expect(last.x - first.x > 1000)
    #expect(try looksOutside(diagonal, margin: 0.05 * 2160 - 1) == 0)
    let framing = frame(diagonal).framing
    #expect(FramingMaterial.breaches(framing, width: 3840) == [])
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 10, width: 3840, height: 2160) == [])
  }

  /// Each of its keyframes had the time at which the shot begins: the window jumped.
  @Test("what goes straight up is followed, in order of time")
  func upright() throws {
    let request = request { PicturePoint(x: 0.3, y: 0.75 - 0.02 * $0) }
    let framing = frame(request).framing
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 20, width: 3840, height: 2160).isEmpty)
    let windows = windows(request)
    #expect(windows.count > 2 && Set(windows.map(\.x)).count == 1)
    #expect(windows.map(\.t) == windows.map(\.t).sorted())
    let middle = try #require(windows.window(at: 10))
    // At half of the way, within the room that it has.
    #expect(abs(middle.y + middle.height / 2 - 0.55 * 2160) < 0.1 * 2160)
  }

  /// Looks that no window holds with a margin, pixels.
  private func looksOutside(_ request: FramingRequest, margin: Double) throws -> Int {
    let windows = windows(request)
    var outside = 0
    for (index, bin) in request.timeline.bins.enumerated() {
      let window = try #require(windows.window(at: Double(index) / 2 + 0.25))
      outside += bin.count { row in
        guard let look = row.position else { return false }
        let (x, y) = (look.x * request.pictureSize.width, look.y * request.pictureSize.height)
        return x < window.x + margin || x > window.x + window.width - margin
          || y < window.y + margin || y > window.y + window.height - margin
      }
    }
    return outside
  }

  @Test("a closer window moves within the limits")
  func limits() {
    let drifting = request { PicturePoint(x: 0.3 + 0.01 * $0, y: 0.5) }
    let framing = frame(drifting).framing
    #expect(windows(drifting).allSatisfy { $0.height < 2000 })
    #expect(FramingMaterial.breaches(framing, width: 3840) == [])
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 20, width: 3840, height: 2160) == [])
  }
}

extension FramingRequest {
  /// Size of the frame in pixels.
  fileprivate var pictureSize: (width: Double, height: Double) {
    (Double(pictureWidth), Double(pictureHeight))
  }
}
