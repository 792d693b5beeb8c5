import Audience
import EditDecisions
import Foundation
import Framing
import TestMaterial

/// Some viewers frame, others score; the mean over random halves and clips.
struct HalvesBench {
  /// Who frames: how many, and how much worse their eyes are tracked than in the recording.
  struct Crowd: Sendable {
    /// So many; half of all without.
    var viewers: Int?
    /// Deviation of the constant by which each is off, share of the width.
    var bias = 0.0
    /// Deviation of the noise of each 0.1 s, share of the width.
    var noise = 0.0

    /// Half of the viewers, as recorded.
    static let half = Crowd()
    /// Eight of them, each off by 5 % of the width, with 4 % of noise.
    static let fewAndNoisy = Crowd(viewers: 8, bias: 0.05, noise: 0.04)
    /// Eight, as recorded: what no mending of bias and noise can go beyond.
    static let eight = Crowd(viewers: 8)
    /// Twenty, as recorded.
    static let twenty = Crowd(viewers: 20)
  }

  let clips: [BenchClip]
  let splits: Int
  let settings: BenchSettings
  let crowd: Crowd
  /// The first seed of the halves: settings are tried on some seeds and reported on others.
  var firstSeed = 1

  /// What gazecut does with the clips; shares in percent.
  struct Report {
    /// What it keeps, what it tells of itself, and what the best still window keeps.
    var kept: Double, told: Double, still: Double
    /// The least that it keeps of a clip beyond the best still window of those who frame.
    var leastGain: Double
    /// How it moves.
    var motion: MotionSummary
  }

  /// Prints every way's figures; gives gazecut's.
  @discardableResult
  func report(target: String) -> Report {
    let results = clips.map(result)
    let names = clips.map { Self.right($0.name, 10) }.joined()
    print(Self.left("kept, %", 34) + Self.right("mean", 7) + Self.right("gain", 7) + names)
    let means = Rival.allCases.map { rival in
      results.reduce(0) { $0 + ($1.kept[rival] ?? 0) } / Double(max(1, results.count))
    }
    for (rival, mean) in zip(Rival.allCases, means) {
      let gain = (mean - means[0]) / (means[means.count - 1] - means[0])
      let each = results.map { Self.percent($0.kept[rival] ?? 0, 10) }.joined()
      let line = Self.left(rival.rawValue, 34) + Self.percent(mean, 7)
      print(line + Self.right(String(format: "%.2f", gain), 7) + each)
    }
    print("gain = (kept - centre) / (ceiling - centre); target: \(target)")
    let told = results.reduce(0) { $0 + $1.told } / Double(max(1, results.count))
    let each = results.map { Self.percent($0.told, 10) }.joined()
    print(Self.left("told by gazeKept", 34) + Self.percent(told, 7) + Self.right("", 7) + each)
    let motion = MotionSummary(results.flatMap(\.motions))
    motion.report()
    let own = Rival.allCases.firstIndex(of: .gazecut) ?? 0
    let still = Rival.allCases.firstIndex(of: .bestStatic) ?? 0
    let gains = results.map { ($0.kept[.gazecut] ?? 0) - ($0.kept[.bestStatic] ?? 0) }
    return Report(
      kept: means[own] * 100, told: told * 100, still: means[still] * 100,
      leastGain: (gains.min() ?? 0) * 100,
      motion: motion)
  }

  /// The framings compared; the first is the floor of the gain and the last its ceiling.
  enum Rival: String, CaseIterable {
    case centre, bestStatic = "best static", secondMedian = "1-s median"
    case simplePath = "simple DP (no limits)", gazecut
    case withinLimits = "gazecut framed on the scorers"
    case ceiling = "ceiling (simple DP on the scorers)"
  }

  struct ClipResult {
    var kept: [Rival: Double] = [:]
    var motions: [CameraMotion] = []
    /// What the framings tell of themselves.
    var told = 0.0
  }

  /// What gazecut keeps of each clip, without its rivals.
  func keptByClip() -> [Double] {
    clips.map { clip in
      let kept = (0..<splits).map { split -> Double in
        let half = half(of: clip, split)
        return clip.kept(
          by: half.scorers, clip.edges(of: clip.framed(looks: half.looks, settings: settings)))
      }
      return kept.reduce(0, +) / Double(max(1, splits))
    }
  }

  /// Who scores in a split, and what those who frame looked at.
  private func half(
    of clip: BenchClip, _ split: Int
  ) -> (scorers: [Int], looks: [[PicturePoint?]]) {
    var random = SeededGenerator(seed: UInt64(split + firstSeed))
    let order = clip.looks.indices.shuffled(using: &random)
    let half = order.count / 2
    let framers = Array(order.prefix(crowd.viewers ?? half))
    let looks = looks(of: clip, framers, using: &random)
    return (Array(order.dropFirst(max(half, framers.count))), looks)
  }

  private func result(of clip: BenchClip) -> ClipResult {
    var result = ClipResult()
    for split in 0..<splits {
      let (scorers, looks) = half(of: clip, split)
      let framing = clip.framing(looks: looks, settings: settings)
      let shots = framing.shots
      result.told += (framing.gazeKept ?? 0) / Double(splits)
      let own = clip.framed(looks: scorers.map { clip.looks[$0] }, settings: settings)
      let rivals = FramingRivals(clip: clip, looks: looks.map { viewer in viewer.map { $0?.x } })
      let ceiling = FramingRivals(clip: clip, looks: scorers.map { clip.ticks[$0] })
      let edges: [Rival: [Double]] = [
        .centre: rivals.centre(), .bestStatic: rivals.bestStatic(),
        .secondMedian: rivals.secondMedian(), .simplePath: rivals.simplePath(),
        .gazecut: clip.edges(of: shots), .withinLimits: clip.edges(of: own),
        .ceiling: ceiling.simplePath(),
      ]
      for rival in Rival.allCases {
        let kept = clip.kept(by: scorers, edges[rival] ?? [])
        result.kept[rival, default: 0] += kept / Double(splits)
      }
      result.motions.append(
        CameraMotion(of: shots, pictureWidth: BenchClip.width, frameRate: 25))
    }
    return result
  }

  /// What the framing viewers saw; noise is as large upwards as sideways.
  private func looks(
    of clip: BenchClip, _ framers: [Int], using random: inout SeededGenerator
  ) -> [[PicturePoint?]] {
    guard crowd.bias > 0 || crowd.noise > 0 else { return framers.map { clip.looks[$0] } }
    let aspect = Double(BenchClip.width) / Double(BenchClip.height)
    return framers.map { viewer -> [PicturePoint?] in
      let x = random.normal(deviation: crowd.bias)
      let y = random.normal(deviation: crowd.bias)
      return clip.looks[viewer].map { look in
        guard let look else { return nil }
        let dx = x + random.normal(deviation: crowd.noise)
        let dy = y + random.normal(deviation: crowd.noise)
        return PicturePoint(
          x: min(1, max(0, look.x + dx)), y: min(1, max(0, look.y + dy * aspect)))
      }
    }
  }

  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  static func percent(_ share: Double, _ width: Int) -> String {
    right(String(format: "%.1f", share * 100), width)
  }
}
