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
  /// No moment is shorter, seconds: what crosses sooner stands before and after.
  private static let leastClip = 5.0

  /// A subject that stands for some seconds, crosses the picture and stands as long again.
  private struct Crossing {
    let speed: Double
    let standing: Double

    /// Seconds in motion.
    var going: Double { (to - from) / speed }
    var seconds: Double { going + 2 * standing }

    func place(at time: Double) -> Double {
      from + speed * min(going, max(0, time - standing))
    }

    /// From half a second after it starts to half a second before it stops, seconds; of one that
    /// never stops to the last frame but one.
    var measured: StrideThrough<Double> {
      let last = standing > 0 ? standing + going - 0.5 : going - 0.08
      return stride(from: standing + 0.5, through: last, by: 0.04)
    }
  }

  /// Prints the shares by speed; gives the mean.
  static func report(_ settings: BenchSettings, seeds: Range<Int>) -> Double {
    let crossings = [0, 2].flatMap { standing in
      speeds.map { Crossing(speed: $0, standing: standing) }
    }
    .filter { $0.seconds >= leastClip }
    let shares = crossings.map { crossing in
      let each = Parallel.map(seeds.count) {
        share(settings, crossing, seed: seeds.lowerBound + $0)
      }
      return each.reduce(0, +) / Double(seeds.count)
    }
    print(
      "A subject at one speed: frames from half a second on in which the window's is within 10 %")
    for (crossing, share) in zip(crossings, shares) {
      print(
        String(
          format: "  %.2f widths a second%@: %.0f %%", crossing.speed,
          crossing.standing > 0 ? ", standing before and after" : "", 100 * share))
    }
    return shares.reduce(0, +) / Double(shares.count)
  }

  private static func share(_ settings: BenchSettings, _ crossing: Crossing, seed: Int) -> Double {
    let end = crossing.seconds
    var random = SeededRandom(seed: UInt64(seed))
    let looks = (0..<viewers).map { _ in
      (0..<Int(end * rate)).map { tick -> PicturePoint? in
        let place = crossing.place(at: (Double(tick) + 0.5) / rate)
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
    let frames = crossing.measured.map { time -> Bool in
      guard case .crop(let keyframes)? = shots.last(where: { $0.start <= time })?.layout,
        let before = keyframes.window(at: time), let after = keyframes.window(at: time + 0.04)
      else { return false }
      return abs((after.x - before.x) / 0.04 / Double(width) - crossing.speed)
        <= 0.1 * crossing.speed
    }
    return Double(frames.count { $0 }) / Double(max(1, frames.count))
  }
}
