import Audience
import Foundation
import SampleAudience
import Selection
import TestMaterial

/// Real gaze, each viewer shifted in time: how often what is left is called gathered.
struct RealChanceBench {
  /// How many times every clip is shifted.
  var rounds = 4

  /// Share of the half seconds called gathered with each viewer shifted in time, and as watched.
  func shares() throws -> (shifted: Double, watched: Double) {
    var gathered = [0, 0]
    var bins = 0
    for name in RealGaze.clips {
      let gaze = try RealGaze.gazeCom(name)
      for round in 0..<rounds {
        var random = SeededRandom(seed: UInt64(round), stream: 9)
        let shifts = gaze.viewers.map { _ in random.uniform(0.1...0.9) * gaze.duration }
        let shifted = figures(of: gaze, shifts)
        bins += shifted.count
        gathered[0] += shifted.count { $0.isGathered() }
        gathered[1] += figures(of: gaze, shifts.map { _ in 0 }).count { $0.isGathered() }
      }
    }
    let shares = gathered.map { Double($0) / Double(max(1, bins)) }
    return (shares[0], shares[1])
  }

  private func figures(of gaze: RealGaze, _ shifts: [Double]) -> [BinFigures] {
    var folder = TimelineFolder(duration: gaze.duration, aspect: 16.0 / 9)
    for (viewer, shift) in shifts.enumerated() {
      let looks = gaze.medians(ofViewer: viewer, every: 0.1)
      let samples = looks.enumerated().map { index, look in
        Sample(
          time: ((Double(index) + 0.5) / 10 + shift).truncatingRemainder(
            dividingBy: gaze.duration),
          gaze: look.map { .at($0, confidence: .full, movement: .unknown) } ?? .lost)
      }
      folder.add(viewer: [SampleColumns(samples)])
    }
    return MomentChooser().undisclosedFigures(of: folder.folded().summary)
  }
}
