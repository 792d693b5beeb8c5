import Audience
import SampleAudience
import Selection

/// The simple ways to choose that gazecut is compared with, on the same planted audiences.
enum ChoosingRival: String, CaseIterable {
  case sceneRules = "scene rules of the 2023 service"
  case emotion = "emotion above threshold"
  case emotionTimesCluster = "emotion x largest cluster"

  /// What the rule chooses.
  func cores(of trial: ChoosingTrial) -> [ClosedRange<Double>] {
    switch self {
    case .sceneRules: SceneRules(trial).scenes()
    case .emotion: Self.runs(trial.meanDeviations, above: 0.5)
    case .emotionTimesCluster:
      Self.runs(
        zip(trial.meanDeviations, trial.summary.bins).map { $0 * ($1.clusters.first?.share ?? 0) },
        above: 0.25)
    }
  }

  /// Stretches of five seconds and more in which the values stay above a threshold.
  private static func runs(_ values: [Double], above threshold: Double) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    var start: Int?
    for (bin, value) in (values + [-1]).enumerated() {
      if value >= threshold {
        start = start ?? bin
      } else if let first = start {
        if bin - first >= 10 { found.append(Double(first) / 2...Double(bin) / 2) }
        start = nil
      }
    }
    return found
  }
}

/// The 2023 service's way: scenes of at least 5 s, scored by focus and by the commonest label.
///
/// Once a second the latest sample counts, as its app recorded. Focus is the share of a scene's
/// seconds with a look on the picture (the planted audiences label no fixations, so every look
/// counts as one), the mean over viewers above 0.7; a viewer's label is the commonest one above
/// 40 %, the scene's the commonest of the viewers' with more than half of them; the five best by
/// half focus, half label share (1.5 times that for happy) are chosen.
private struct SceneRules {
  private let trial: ChoosingTrial
  /// In the order in which the service breaks ties.
  private static let order: [Emotion] = [
    .neutral, .angry, .happy, .disgust, .fear, .sad, .surprise,
  ]

  private struct Second {
    var isInside = false
    var label: Emotion?
  }

  init(_ trial: ChoosingTrial) { self.trial = trial }

  func scenes() -> [ClosedRange<Double>] {
    let viewers = (0..<trial.plan.viewers).map { seconds(ofViewer: $0) }
    let scored = longScenes().compactMap { scene -> (scene: ClosedRange<Double>, score: Double)? in
      let seconds = Int(scene.lowerBound.rounded(.up))..<Int(scene.upperBound)
      guard !seconds.isEmpty else { return nil }
      let focus =
        viewers.reduce(0) { sum, viewer in
          sum + Double(seconds.count { viewer[$0].isInside }) / Double(seconds.count)
        } / Double(viewers.count)
      let labels = viewers.compactMap { viewer in
        Self.commonest(seconds.compactMap { viewer[$0].label })
      }
      guard let label = Self.commonest(labels) else { return nil }
      let share = Double(labels.count { $0 == label }) / Double(viewers.count)
      guard focus > 0.7, share > 0.5 else { return nil }
      return (scene, 0.5 * focus + 0.5 * share * (label == .happy ? 1.5 : 1))
    }
    return scored.sorted { $0.score > $1.score }.prefix(5).map(\.scene)
  }

  /// The shots; one under five seconds goes to the scene before it.
  private func longScenes() -> [ClosedRange<Double>] {
    var scenes: [ClosedRange<Double>] = []
    for shot in trial.audience.script.shots {
      if let last = scenes.last, last.upperBound - last.lowerBound < 5 {
        scenes[scenes.count - 1] = last.lowerBound...shot.end
      } else {
        scenes.append(shot.start...shot.end)
      }
    }
    return scenes
  }

  private func seconds(ofViewer viewer: Int) -> [Second] {
    var seconds = [Second](repeating: Second(), count: Int(trial.plan.duration) + 1)
    for sample in trial.audience.samples(ofViewer: viewer) {
      let second = Int(sample.time.rounded(.up))
      guard seconds.indices.contains(second) else { continue }
      var entry = Second()
      if case .at(let point, _, _) = sample.gaze {
        entry.isInside = (0...1).contains(point.x) && (0...1).contains(point.y)
      }
      if case .scores(let scores) = sample.face {
        let best = Self.order.max { scores[$0] < scores[$1] } ?? .neutral
        entry.label = scores[best] > 0.4 ? best : nil
      }
      seconds[second] = entry
    }
    return seconds
  }

  private static func commonest(_ labels: [Emotion]) -> Emotion? {
    let counts = order.map { emotion in labels.count { $0 == emotion } }
    guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
      return nil
    }
    return order[index]
  }
}
