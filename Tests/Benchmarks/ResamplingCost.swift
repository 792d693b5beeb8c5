import Audience
import Foundation
import SampleAudience
import Selection
import TestMaterial

/// What resampling costs beside folding: CPU of all cores, of a planted crowd.
struct ResamplingCost {
  let viewers: Int
  let minutes: Double

  /// Viewers that are folded at a time.
  private static let batch = 64

  /// Prints the seconds of folding and choosing, without resamples and with.
  func report() {
    let plain = seconds(isResampled: false)
    let resampled = seconds(isResampled: true)
    print(
      String(
        format: "%d viewers, %.0f minutes: fold and choose %.2f s of CPU; resampled as well %.2f s"
          + " (+%.0f %%)", viewers, minutes, plain, resampled, 100 * (resampled / plain - 1)))
  }

  private func seconds(isResampled: Bool) -> Double {
    var plan = AudiencePlan()
    plan.viewers = viewers
    plan.duration = minutes * 60
    let crowd = PlantedCrowd(plan)
    var fold = AudienceFold(duration: plan.duration, aspect: 16.0 / 9)
    fold.isResampled = isResampled
    var total = 0.0
    for start in stride(from: 0, to: viewers, by: Self.batch) {
      // Making the samples is no part of what is measured.
      let samples = (start..<min(viewers, start + Self.batch)).map {
        [crowd.samples(ofViewer: $0)]
      }
      total += Self.cpu { fold.add(sessions: samples) }
    }
    return total
      + Self.cpu {
        let summary = fold.finish().summary
        let chooser = MomentChooser()
        let choice = chooser.choose(from: summary)
        if let resamples = fold.resamples {
          _ = ResampledChoices(of: resamples, by: chooser)
            .judging(choice, chooser.settings)
        }
      }
  }

  private static func cpu(_ work: () -> Void) -> Double {
    let begun = clock()
    work()
    return Double(clock() - begun) / Double(CLOCKS_PER_SEC)
  }
}
