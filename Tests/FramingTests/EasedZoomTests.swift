import Audience
import EditDecisions
import Testing

@testable import Framing

@Suite("A window changes its size inside a shot where one size keeps clearly less")
struct EasedZoomTests {
  /// Twelve viewers of 2160 lines look at one small thing; in `wide` half of them look at another,
  /// so far above it that only the whole height holds both.
  private func request(seconds: Double, wide: Range<Double>, x: Double = 0.4) -> FramingRequest {
    let bins = (0..<Int(seconds * 2)).map { bin in
      let time = Double(bin) / 2 + 0.25
      let rows = (0..<12).map { viewer -> GazeRow in
        let isAbove = wide.contains(time) && viewer % 2 == 0
        let own = 0.004 * (Double(viewer % 5) - 2)
        return GazeRow(
          position: PicturePoint(x: x + own, y: isAbove ? 0.08 : 0.8 + own), weight: 1)
      }
      return rows
    }
    let timeline = GazeTimeline(bins: bins)
    return FramingMaterial.request(timeline, width: 3840, height: 2160, layouts: [.crop])
  }

  private func windows(_ framing: EditDecisions.Framing) -> [CropKeyframe] {
    framing.shots.flatMap { shot -> [CropKeyframe] in
      if case .crop(let keyframes) = shot.layout { keyframes } else { [] }
    }
  }

  /// When the size changes: first and last keyframe of each change.
  private func changes(_ windows: [CropKeyframe]) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for (before, after) in zip(windows, windows.dropFirst()) where before.height != after.height {
      if let last = found.last, last.upperBound >= before.t {
        found[found.count - 1] = last.lowerBound...after.t
      } else {
        found.append(before.t...after.t)
      }
    }
    return found
  }

  @Test("out where both are looked at, in again, never sooner than 3 s after the last")
  func there() throws {
    let request = request(seconds: 24, wide: 8..<14)
    let framing = frame(request).framing
    let windows = windows(framing)
    #expect(framing.shots.count == 1)
    #expect(try #require(windows.window(at: 4)).height < 1200)
    #expect(try #require(windows.window(at: 11)).height == 2160)
    #expect(try #require(windows.window(at: 20)).height < 1200)
    #expect(Set([4, 20].compactMap { windows.window(at: $0)?.height }).count == 1)
    let changes = changes(windows)
    #expect(changes.count == 2)
    for (before, after) in zip(changes, changes.dropFirst()) {
      // From the middle of one to the middle of the next.
      let (from, to) = (before.lowerBound + before.upperBound, after.lowerBound + after.upperBound)
      #expect((to - from) / 2 >= 3 - 0.01)
    }
    #expect(try #require(framing.gazeKept) >= 0.95)
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 24, width: 3840, height: 2160) == [])
  }

  @Test("out where what is looked at comes near, though each half second fits a closer window")
  func comesNear() throws {
    // Near, it is .1 widths wide and sways by .1: no one closer window holds all of it.
    let bins = (0..<48).map { bin in
      let isNear = bin >= 24
      let rows = (0..<12).map { viewer -> GazeRow in
        let own = (Double(viewer) - 5.5) / 11 * (isNear ? 0.1 : 0.01)
        let sway = isNear ? 0.05 * Double(bin / 2 % 3 - 1) : 0
        return GazeRow(
          position: PicturePoint(x: 0.4 + own + sway, y: 0.5 + 3 * own), weight: 1)
      }
      return rows
    }
    let timeline = GazeTimeline(bins: bins)
    let windows = windows(
      frame(FramingMaterial.request(timeline, width: 3840, height: 2160, layouts: [.crop])).framing)
    #expect(try #require(windows.window(at: 5)).height < 1400)
    #expect(try #require(windows.window(at: 19)).height == 2160)
  }

  @Test("it eases: no frame changes size by more than 3 %, and shape by nothing")
  func eases() throws {
    let windows = windows(frame(request(seconds: 24, wide: 8..<14)).framing)
    for frame in 1..<24 * 25 {
      let before = try #require(windows.window(at: Double(frame - 1) / 25))
      let after = try #require(windows.window(at: Double(frame) / 25))
      // From 2160 to 960 lines in 1.2 s, at most half as fast again in the middle.
      #expect(abs(after.height - before.height) <= 0.03 * 2160)
      #expect(abs(after.width - after.height * 9 / 16) <= 0.11)
    }
  }

  @Test("a second look away is no reason to change the size")
  func short() {
    let windows = windows(frame(request(seconds: 24, wide: 10..<10.9)).framing)
    #expect(Set(windows.map(\.height)).count == 1)
  }

  @Test("at the picture's edge the window slides in as it grows", arguments: [0.03, 0.97])
  func edge(x: Double) {
    let framing = frame(request(seconds: 24, wide: 8..<14, x: x)).framing
    #expect(changes(windows(framing)).count == 2)
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 24, width: 3840, height: 2160) == [])
  }
}
