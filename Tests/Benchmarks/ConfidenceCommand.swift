import ArgumentParser
import Audience
import EditDecisions
import Foundation
import SampleAudience
import Selection
import TestMaterial

/// `gazecut-bench confidence`: whether confidence is the share of moments that fresh viewers find.
struct ConfidenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confidence",
    abstract: "Print how many moments as many fresh viewers find again, by confidence.",
    discussion: "With --crowd it prints what confidence costs a large audience instead.")

  @OptionGroup var options: ChoosingOptions
  @Option(help: "Measure the cost for this many viewers instead.")
  var crowd: Int?
  @Option(help: "Minutes that the crowd watches.")
  var minutes = 60.0
  @Flag(help: "The cost without confidence.")
  var plain = false

  /// Lower ends of the classes of confidence.
  private static let classes = [0.0, 0.3, 0.5, 0.7, 0.9]

  func run() throws {
    if let crowd {
      CrowdCost(viewers: crowd, minutes: minutes, isResampled: !plain).report()
      return
    }
    print("Share of moments that as many fresh viewers find again (of how many), by confidence\n")
    print("| measure | below 0.3 | 0.3 to 0.5 | 0.5 to 0.7 | 0.7 to 0.9 | 0.9 to 1 |")
    print("|---|---|---|---|---|---|")
    var all: [(confidence: Double, isFound: Bool)] = []
    // The recorded gaze has too few viewers for two audiences.
    let measures = try options.measures().filter { $0.name != "recorded gaze, planted laughs" }
    for measure in measures {
      let range = options.range
      let found = Parallel.map(range.count) {
        Self.moments(measure, seed: range.lowerBound + $0)
      }.flatMap(\.self)
      print("| \(measure.name) | " + Self.cells(found) + " |")
      fflush(nil)
      all += found
    }
    print("| all | " + Self.cells(all) + " |")
  }

  private static func cells(_ moments: [(confidence: Double, isFound: Bool)]) -> String {
    classes.indices.map { index in
      let high = index + 1 < classes.count ? classes[index + 1] : .infinity
      let own = moments.filter { classes[index] <= $0.confidence && $0.confidence < high }
      guard !own.isEmpty else { return "–" }
      let share = Double(own.count { $0.isFound }) / Double(own.count)
      return String(format: "%.2f (%d)", share, own.count)
    }.joined(separator: " | ")
  }

  private static func moments(
    _ measure: JudgementMeasure, seed: Int
  ) -> [(confidence: Double, isFound: Bool)] {
    let both = measure.audience(seed, 2)
    let half = both.viewers.count / 2
    let own = both.part(0..<half)
    let (audience, resamples) = own.folded(isResampled: true)
    let fresh = both.part(half..<2 * half).choice().cores
    return own.choice(SelectionSettings(), audience, resamples).candidates.compactMap { moment in
      let core = moment.coreStart...moment.coreEnd
      return moment.why.sure.map {
        ($0, fresh.contains { $0.overlap(with: core) >= 0.5 })
      }
    }
  }
}

/// What aggregating and choosing cost for a large audience.
struct CrowdCost {
  let viewers: Int
  let minutes: Double
  let isResampled: Bool

  /// Viewers that are aggregated at a time, and of which the crowd is made.
  private static let batch = 64, models = 64

  /// Prints CPU seconds of all cores, and the highest memory use.
  func report() {
    var plan = AudiencePlan()
    plan.viewers = viewers
    plan.duration = minutes * 60
    let crowd = PlantedCrowd(plan, models: Self.models)
    var fold = AudienceAggregation(duration: plan.duration, aspect: 16.0 / 9)
    fold.isResampled = isResampled
    var aggregating = 0.0
    for start in stride(from: 0, to: viewers, by: Self.batch) {
      // Making the samples is not part of the cost.
      let samples = (start..<min(viewers, start + Self.batch)).map {
        [crowd.samples(ofViewer: $0)]
      }
      aggregating += Self.cpu { fold.add(sessions: samples) }
    }
    var summary = TimelineSummary(duration: plan.duration, aspect: 16.0 / 9)
    let summing = Self.cpu { summary = fold.finish().summary }
    let chooser = MomentChooser()
    let choosing = Self.cpu {
      let choice = chooser.choose(from: summary)
      guard let resamples = fold.resamples else { return }
      _ = ResampledChoices(of: resamples, by: chooser)
        .withConfidence(choice, chooser.settings)
    }
    print(
      String(
        format: "%d viewers, %.0f min, %@ confidence: %.1f CPU s (aggregating %.1f, sums %.1f, "
          + "choosing %.1f), %.0f MB", viewers, minutes, isResampled ? "with" : "without",
        aggregating + summing + choosing, aggregating, summing, choosing, Self.peakMegabytes()))
  }

  private static func cpu(_ work: () -> Void) -> Double {
    let begun = clock()
    work()
    return Double(clock() - begun) / Double(CLOCKS_PER_SEC)
  }

  /// The highest resident memory of this process, with the crowd's own samples.
  private static func peakMegabytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let fields = line?.split(whereSeparator: \.isWhitespace) ?? []
    let kilobytes = fields.dropFirst().first.flatMap { Double($0) } ?? 0
    return kilobytes / 1024
  }
}
