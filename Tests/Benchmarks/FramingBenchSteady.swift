import Audience
import EditDecisions
import Foundation
import Framing
import SampleAudience

/// How evenly a window follows what goes evenly: planted subjects that cross the picture.
enum SteadyBench {
  /// Widths a second: 38.5 pixels of 1280 as a face of a film went, to nearly the fastest.
  static let speeds = [0.03, 0.05, 0.08, 0.16, 0.3]
  private static let viewers = 20, rate = 10.0
  private static let width = 1280, height = 720
  /// Where the subject is at first and at last, and how far looks lie from it, widths.
  private static let from = 0.2, to = 0.8, spread = 0.02

  /// Prints the shares by speed; gives the mean.
  static func report(_ settings: BenchSettings, seeds: Range<Int>) -> Double {
    let shares = speeds.map { speed in
      let each = Parallel.map(seeds.count) {
        share(settings, speed: speed, seed: seeds.lowerBound + $0)
      }
      return each.reduce(0, +) / Double(seeds.count)
    }
    print(
      "A subject at one speed: frames from half a second on in which the window's is within 10 %")
    for (speed, share) in zip(speeds, shares) {
      print(String(format: "  %.2f widths a second: %.0f %%", speed, 100 * share))
    }
    return shares.reduce(0, +) / Double(shares.count)
  }

  private static func share(_ settings: BenchSettings, speed: Double, seed: Int) -> Double {
    let end = (to - from) / speed
    var random = SeededRandom(seed: UInt64(seed))
    let looks = (0..<viewers).map { _ in
      (0..<Int(end * rate)).map { tick -> PicturePoint? in
        let place = from + speed * (Double(tick) + 0.5) / rate
        return PicturePoint(
          x: place + random.normal(deviation: spread),
          y: 0.5 + random.normal(deviation: spread))
      }
    }
    let shots = frame(
      FramingRequest(
        start: 0, end: end, cuts: [],
        timeline: settings.timeline(
          looks, rate: rate, duration: end, aspect: Double(width) / Double(height)),
        pictureWidth: width, pictureHeight: height, frameRate: FrameRate(25, 1),
        settings: settings.framing)
    ).framing.shots
    let frames = stride(from: 0.5, to: end - 0.08, by: 0.04).map { time -> Bool in
      guard case .crop(let keyframes)? = shots.last(where: { $0.start <= time })?.layout,
        let before = keyframes.window(at: time), let after = keyframes.window(at: time + 0.04)
      else { return false }
      return abs((after.x - before.x) / 0.04 / Double(width) - speed) <= 0.1 * speed
    }
    return Double(frames.count { $0 }) / Double(max(1, frames.count))
  }
}
