import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("A steady subject is followed steadily, and luck is not followed")
struct SteadyFollowingTests {
  private func motion(
    seconds: Double, _ place: @escaping (_ time: Double, _ viewer: Int) -> Double
  ) -> (motion: CameraMotion, shots: [ClipShot]) {
    let request = FramingMaterial.request(
      FramingMaterial.timeline(seconds: seconds, place), layouts: [.crop])
    let shots = frame(request).framing.shots
    return (CameraMotion(of: shots, pictureWidth: 1280, frameRate: 25), shots)
  }

  /// From three hundredths of a width a second, where a window that knows only whole positions of
  /// the coarse grid goes in steps, to a third.
  @Test("one move, no stops, whatever the pace", arguments: [0.03, 0.05, 0.08, 0.16, 0.3])
  func oneMove(pace: Double) throws {
    let seconds = 2 + 0.62 / pace + 2
    let found = motion(seconds: seconds) { time, viewer in
      0.19 + min(0.62, max(0, time - 2) * pace) + Double(viewer - 6) * 0.02
    }
    #expect(found.motion.moves == 1)
    #expect(found.motion.restarts == 0 && found.motion.reversals == 0)
    guard case .crop(let keyframes)? = found.shots.first?.layout else { return }
    // The subject stays well inside: its middle is within a quarter of the window of the window's.
    for time in stride(from: 0.25, to: seconds, by: 0.5) {
      let window = try #require(keyframes.window(at: time))
      let middle = 0.19 + min(0.62, max(0, time - 2) * pace)
      #expect(abs((window.x + window.width / 2) / 1280 - middle) < 0.25 * 405 / 1280)
    }
  }

  /// A face at 38.5 pixels a second was once followed at 54.7, 27.3, 54.7, 27.3.
  @Test(
    "half a second after it starts to go, the window goes as fast", arguments: [0.03, 0.05, 0.08])
  func even(pace: Double) throws {
    let seconds = 0.7 / pace
    let found = motion(seconds: seconds) { time, viewer in
      0.15 + pace * time + Double(viewer - 6) * 0.02
    }
    guard case .crop(let keyframes)? = found.shots.first?.layout else { return }
    func x(_ time: Double) throws -> Double { try #require(keyframes.window(at: time)).x / 1280 }
    let times = Array(stride(from: 0.0, to: seconds - 0.04, by: 0.04))
    let speeds = try times.map { try (x($0 + 0.04) - x($0)) / 0.04 }
    let first = try #require(speeds.firstIndex { $0 > 0.004 })
    let last = try #require(speeds.lastIndex { $0 > 0.004 })
    let going = speeds[(first + 13)..<(last - 13)]
    // Pixels are written in tenths: .002 widths a second of one frame.
    #expect(going.allSatisfy { abs($0 - pace) <= 0.1 * pace + 0.002 })
    #expect(Double(going.count) > 0.6 * Double(times.count))
  }

  @Test("viewers who look about without a centre move nothing")
  func luck() {
    var random = SeededGenerator(seed: 4)
    let places = (0..<40 * 20).map { _ in min(1, max(0, 0.5 + random.normal(deviation: 0.12))) }
    let found = motion(seconds: 20) { time, viewer in
      places[Int(time * 2) * 12 % 600 + viewer]
    }
    #expect(found.motion.moves == 0)
  }

  @Test(
    "scattered gaze before and after a subject moves nothing",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func scattered(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bins = (0..<16).map { bin in
      (0..<24).map { _ in
        let noise = random.normal(deviation: 0.04)
        var point = PicturePoint(x: 0.3 + noise, y: 0.5 + noise)
        if !(4..<11).contains(bin) || random.unit() < 0.15 {
          point = PicturePoint(x: random.unit(), y: random.unit())
        }
        return GazeRow(position: point, weight: 1)
      }
    }
    let request = FramingMaterial.request(GazeTimeline(bins: bins), layouts: [.crop])
    let shots = frame(request).framing.shots
    #expect(shots.count == 1)
    #expect(CameraMotion(of: shots, pictureWidth: 1280, frameRate: 25).moves == 0)
    guard case .crop(let keyframes)? = shots.first?.layout else { return }
    let window = try #require(keyframes.first)
    #expect(abs((window.x + window.width / 2) / 1280 - 0.3) < 0.03)
  }

  /// Ways of 0, 8, 12 and 20 positions a step towards the middle, each held for 1 to 15 steps of
  /// .2 s: the planner counts no less motion than a viewer of the written keyframes sees.
  @Test("motion is counted as it is shown", arguments: 1...8)
  func countedAsShown(seed: Int) {
    let axis = WindowAxis(
      pictureWidth: 1280, pictureHeight: 720, outputWidth: 1080, outputHeight: 1920)
    let grid = PositionGrid(axis: axis, positions: 1001)
    var random = SeededGenerator(seed: UInt64(seed))
    var path = PlannedPath(positions: [500])
    while path.positions.count < 120 {
      let from = Int(path.positions[path.positions.count - 1])
      let way = [0, 8, 12, 20][Int(random.unit() * 4) % 4] * (from < 500 ? 1 : -1)
      let steps = 1 + Int(random.unit() * 15)
      path.positions += (1...steps).map { Double(from + way * $0) }
    }
    path.positions.removeLast(path.positions.count - 120)
    let shots = KeyframeWriter(
      axis: axis, grid: grid, start: 0, end: 24, stepSeconds: 0.2, ease: 0.4
    )
    .shots(of: path, cut: .source)
    let motion = CameraMotion(of: shots, pictureWidth: 1280, frameRate: 25)
    let counted = Double(path.unsteadySteps(steadySteps: 10)) / 120
    #expect(1 - motion.atRest - motion.steady <= counted + 1e-9)
    #expect(motion.steady > 0)
  }

  @Test("slow following is steady though the frame that it begins with still eases")
  func slowFollowing() {
    // At .0214 widths a second; the frame from 2.16 s on has .0198, which alone would be rest.
    let keyframes = [
      (0.0, 448.4), (1.984, 448.4), (2.034, 448.3), (2.084, 447.8), (2.134, 446.9),
      (2.184, 445.7), (6.978, 314.5),
    ]
    .map { CropKeyframe(t: $0.0, x: $0.1, y: 0, width: 405, height: 720) }
    let shot = ClipShot(start: 0, end: 6.978, cut: .source, layout: .crop(keyframes))
    let motion = CameraMotion(of: [shot], pictureWidth: 1280, frameRate: 25)
    #expect(abs(motion.steady - 4.794 / 6.978) < 0.01)
    #expect(abs(motion.atRest + motion.steady - 1) < 1e-9)
  }

  @Test("a second of rest is 25 frames of one picture, wherever they lie")
  func secondOfRest() {
    for (rest, isHasty) in [(1.0, false), (0.94, true)] {
      for start in [0.0, 0.013, 0.027] {
        let turn = 2 + start
        let keyframes = [(0.0, 100.0), (turn, 300), (turn + rest, 300), (turn + rest + 2, 100)]
          .map { CropKeyframe(t: $0.0, x: $0.1, y: 0, width: 405, height: 720) }
        let shot = ClipShot(start: 0, end: 8, cut: .source, layout: .crop(keyframes))
        let motion = CameraMotion(of: [shot], pictureWidth: 1280, frameRate: 25)
        #expect((motion.hastyTurns > 0) == isHasty)
      }
    }
  }
}
