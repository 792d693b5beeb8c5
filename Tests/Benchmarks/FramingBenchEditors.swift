import Audience
import EditDecisions
import Foundation
import Framing
import TestMaterial

/// Five people's windows frame, the sixth person's is to be kept.
struct EditorsBench {
  let settings: BenchSettings
  /// Which of every so many clips to take: those that a choice was made on, or the others.
  var part: (index: Int, of: Int) = (0, 1)

  /// Two shares of a human window: kept on average, and how often wholly inside.
  fileprivate struct Score {
    var kept = 0.0, whole = 0.0, count = 0.0
  }

  private static let window = HumanWindows.pictureHeight * 9 / 16

  /// The shares of each way, and how gazecut's windows move.
  struct Found {
    fileprivate var byWay: [Way: Score]
    var motions: [CameraMotion]
    /// How often gazecut shows the human window whole, percent.
    var whole: Double { byWay[.gazecut].map { 100 * $0.whole / $0.count } ?? 0 }
  }

  /// What is kept of the human windows, and shown whole, in percent.
  struct Shares {
    var kept: Double, whole: Double
    /// The same of the best still window.
    var still: (kept: Double, whole: Double)
    /// How gazecut's windows move.
    var motion: MotionSummary
  }

  /// The ways compared.
  fileprivate enum Way: String, CaseIterable {
    case centre, bestStatic = "best static", median = "raw median of five (no limits)", gazecut
  }

  /// Prints every way's shares; gives gazecut's, in percent, and how it moves.
  @discardableResult
  func report() throws -> Shares {
    let found = try scores()
    for way in Way.allCases {
      let text = found.byWay[way].map(Self.text) ?? ""
      print(HalvesBench.left(way.rawValue, 34) + "kept / wholly inside \(text)")
    }
    let motion = MotionSummary(found.motions)
    motion.report()
    let own = found.byWay[.gazecut] ?? Score()
    let still = found.byWay[.bestStatic] ?? Score()
    return Shares(
      kept: 100 * own.kept / own.count, whole: found.whole,
      still: (100 * still.kept / still.count, 100 * still.whole / still.count), motion: motion)
  }

  /// Scores every way on the clips.
  func scores() throws -> Found {
    var scores: [Way: Score] = [:]
    var motions: [CameraMotion] = []
    for clip in try HumanWindows.all() where clip.clip % part.of == part.index {
      let frames = clip.edges.map(\.count).min() ?? 0
      guard frames > 0 else { continue }
      for scorer in clip.edges.indices {
        let others = clip.edges.indices.filter { $0 != scorer }.map { clip.edges[$0] }
        let shots = framed(others, frames: frames)
        motions.append(
          CameraMotion(
            of: shots, pictureWidth: Int(HumanWindows.pictureWidth),
            frameRate: HumanWindows.frameRate))
        let still = Self.bestStatic(others, frames: frames)
        let share = 1 / Double(frames)
        for frame in 0..<frames {
          let edges = clip.edges[scorer][frame]
          for way in Way.allCases {
            let left =
              switch way {
              case .centre: Self.room / 2
              case .bestStatic: still
              case .median: Self.median(others, frame: frame)
              case .gazecut: left(of: shots, frame: frame)
              }
            Self.add(edges, left: left, weight: share, to: &scores[way, default: Score()])
          }
        }
      }
    }
    return Found(byWay: scores, motions: motions)
  }

  private static let room = HumanWindows.pictureWidth - window

  /// Centred on the median of the middles of five windows, frame by frame.
  private static func median(_ windows: [[ClosedRange<Double>]], frame: Int) -> Double {
    let middles = windows.map { ($0[frame].lowerBound + $0[frame].upperBound) / 2 }
    return min(room, max(0, RealGaze.median(middles) - window / 2))
  }

  /// The still window that keeps most of the five people's windows.
  private static func bestStatic(_ windows: [[ClosedRange<Double>]], frames: Int) -> Double {
    let some = windows.flatMap { person in stride(from: 0, to: frames, by: 6).map { person[$0] } }
    let lefts = (0...60).map { Double($0) / 60 * room }
    let kept = lefts.map { left in
      some.reduce(0) { sum, edges in
        sum + max(0, min(edges.upperBound, left + window) - max(edges.lowerBound, left))
      }
    }
    return lefts[kept.indices.max { kept[$0] < kept[$1] } ?? 0]
  }

  /// The framing of what five people show: each looks at the middle of the own window.
  private func framed(_ windows: [[ClosedRange<Double>]], frames: Int) -> [ClipShot] {
    let duration = Double(frames) / HumanWindows.frameRate
    let looks = windows.map { window in
      window.prefix(frames).map { edges -> PicturePoint? in
        let middle = (edges.lowerBound + edges.upperBound) / 2
        return PicturePoint(x: middle / HumanWindows.pictureWidth, y: 0.5)
      }
    }
    return frame(
      FramingRequest(
        start: 0, end: duration, cuts: cuts(windows, frames: frames),
        timeline: settings.timeline(
          looks, rate: HumanWindows.frameRate, duration: duration,
          aspect: HumanWindows.pictureWidth / HumanWindows.pictureHeight),
        pictureWidth: Int(HumanWindows.pictureWidth),
        pictureHeight: Int(HumanWindows.pictureHeight),
        frameRate: FrameRate(Int(HumanWindows.frameRate), 1), settings: settings.framing)
    ).framing.shots
  }

  /// Cuts as the windows show them, since there is no footage: three of five jump in one frame.
  private func cuts(_ windows: [[ClosedRange<Double>]], frames: Int) -> [Double] {
    (1..<max(1, frames)).filter { frame in
      windows.count { abs($0[frame].lowerBound - $0[frame - 1].lowerBound) > 32 } >= 3
    }.map { Double($0) / HumanWindows.frameRate }
  }

  private func left(of shots: [ClipShot], frame: Int) -> Double {
    let time = Double(frame) / HumanWindows.frameRate
    guard let shot = shots.last(where: { $0.start <= time + 0.001 }),
      case .crop(let keyframes) = shot.layout
    else { return 0 }
    return keyframes.window(at: time)?.x ?? 0
  }

  private static func add(
    _ edges: ClosedRange<Double>, left: Double, weight: Double, to score: inout Score
  ) {
    let shown = min(edges.upperBound, left + window) - max(edges.lowerBound, left)
    let share = max(0, shown) / (edges.upperBound - edges.lowerBound)
    score.kept += weight * share
    score.whole += share > 1 - 1e-6 ? weight : 0
    score.count += weight
  }

  private static func text(_ score: Score) -> String {
    String(
      format: "%.1f / %.1f", 100 * score.kept / score.count, 100 * score.whole / score.count)
  }
}
