import Audience
import EditDecisions
import Framing
import SampleAudience

/// A moment of planted shots, each with what an operator would do.
///
/// That is what its layout should be, and which things should be shown whole. Real footage here has
/// no cuts, and one gathering.
struct PlantedShots {
  /// What an operator would choose for some seconds.
  enum Wanted {
    case crop, closer, largest, stack, fit
  }

  /// Some seconds of a shot.
  struct Shot {
    /// What is to be seen.
    let name: String
    let start: Double, end: Double
    let wanted: Wanted
    /// Things that are watched, each by as many, as boxes at seconds since `start`.
    let things: @Sendable (Double) -> [PictureBox]
    /// Whether a detector told of the first thing.
    var isDetected = false
    /// Whether it begins with a cut of the source.
    var beginsWithCut = true
    /// Seconds in which eyes go from the left of a thing to its right, as they read; 0 for a thing
    /// whose middle they rest on.
    var lineSeconds = 0.0
    /// Whether all begin with it at the cut; else each in a moment of their own.
    var isReadInStep = true
  }

  static let shots = [
    Shot(name: "a face that drifts", start: 0, end: 6, wanted: .crop) {
      [box(0.25 + 0.02 * $0, 0.45, 0.12, 0.4)]
    },
    Shot(name: "two far apart", start: 6, end: 12, wanted: .stack) { _ in
      [box(0.12, 0.5, 0.1, 0.3), box(0.88, 0.5, 0.1, 0.3)]
    },
    Shot(name: "five in a row", start: 12, end: 18, wanted: .fit) { _ in
      [0.06, 0.28, 0.5, 0.72, 0.94].map { box($0, 0.5, 0.06, 0.3) }
    },
    Shot(name: "a small thing", start: 18, end: 24, wanted: .closer) { _ in
      [box(0.7, 0.4, 0.04, 0.08)]
    },
    Shot(name: "another", start: 24, end: 30, wanted: .closer) { _ in [box(0.35, 0.6, 0.04, 0.08)]
    },
    Shot(
      name: "which comes near", start: 30, end: 36, wanted: .largest,
      things: { _ in [box(0.4, 0.5, 0.25, 0.9)] },
      beginsWithCut: false),
    Shot(
      name: "one that goes past", start: 36, end: 44, wanted: .crop,
      things: { [box(0.2 + 0.08 * $0, 0.5, 0.1, 0.3)] },
      isDetected: true),
    Shot(name: "two cars side by side", start: 44, end: 50, wanted: .crop) {
      [box(0.39 + 0.02 * $0, 0.5, 0.12, 0.25), box(0.52 + 0.02 * $0, 0.5, 0.12, 0.25)]
    },
    Shot(
      name: "a line of text", start: 50, end: 56, wanted: .fit,
      things: { _ in [box(0.5, 0.8, 0.6, 0.08)] }, lineSeconds: 2),
    Shot(
      name: "a punch line at the edge", start: 56, end: 62, wanted: .crop,
      things: { _ in [box(0.86, 0.85, 0.26, 0.08)] }, lineSeconds: 1.5),
    Shot(name: "two who take turns", start: 62, end: 74, wanted: .crop) { seconds in
      [box(Int(seconds / 4) % 2 == 0 ? 0.15 : 0.85, 0.4, 0.1, 0.3)]
    },
    Shot(
      name: "a title", start: 74, end: 80, wanted: .fit,
      things: { _ in [box(0.5, 0.5, 0.43, 0.12)] }, lineSeconds: 1.5, isReadInStep: false),
    Shot(
      name: "a longer one", start: 80, end: 86, wanted: .fit,
      things: { _ in [box(0.5, 0.5, 0.6, 0.1)] }, lineSeconds: 2, isReadInStep: false),
    Shot(
      name: "a short one", start: 86, end: 92, wanted: .crop,
      things: { _ in [box(0.5, 0.7, 0.28, 0.1)] }, lineSeconds: 1.2, isReadInStep: false),
    Shot(name: "two cars further apart", start: 92, end: 98, wanted: .fit) {
      [box(0.2 + 0.06 * $0, 0.5, 0.12, 0.25), box(0.48 + 0.06 * $0, 0.5, 0.12, 0.25)]
    },
    Shot(
      name: "a title of two lines", start: 98, end: 104, wanted: .fit,
      things: { _ in [box(0.5, 0.4, 0.43, 0.1), box(0.5, 0.55, 0.3, 0.1)] }, lineSeconds: 1.5,
      isReadInStep: false),
    Shot(
      name: "a title hardly too wide", start: 104, end: 110, wanted: .fit,
      things: { _ in [box(0.5, 0.4, 0.37, 0.1)] }, lineSeconds: 1.5,
      isReadInStep: false),
  ]

  /// How many people watch.
  static let viewers = 20
  private static let rate = 10.0
  private static let width = 3840, height = 2160
  /// Of a look after a cut, where it was before; and how often one is anywhere.
  private static let lag = 0.3, stray = 0.1

  private static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PictureBox
  {
    PictureBox(x: x - width / 2, y: y - height / 2, width: width, height: height)
  }

  /// Shares of the seconds with the layout wanted, and of those in which all things are whole.
  struct Found {
    var layout = 0.0, whole = 0.0
  }

  /// The mean over audiences of each shot.
  static func byShot(_ settings: BenchSettings, seeds: Range<Int>) -> [Found] {
    let each = Parallel.map(seeds.count) { score(framing(settings, seed: seeds.lowerBound + $0)) }
    return shots.indices.map { shot in mean(each.map { $0[shot] }, by: each.map { _ in 1 }) }
  }

  /// The mean over audiences and seconds.
  static func found(_ settings: BenchSettings, seeds: Range<Int>) -> Found {
    mean(byShot(settings, seeds: seeds), by: shots.map { $0.end - $0.start })
  }

  private static func mean(_ found: [Found], by weights: [Double]) -> Found {
    let all = max(1e-9, weights.reduce(0, +))
    return zip(found, weights).reduce(Found()) { sum, one in
      Found(
        layout: sum.layout + one.0.layout * one.1 / all,
        whole: sum.whole + one.0.whole * one.1 / all)
    }
  }

  /// The framing of an audience, in every layout.
  static func framing(_ settings: BenchSettings, seed: Int) -> [ClipShot] {
    let end = shots.last?.end ?? 0
    var random = SeededRandom(seed: UInt64(seed))
    let looks = (0..<viewers).map { viewer in
      (0..<Int(end * rate)).map { look(of: viewer, at: (Double($0) + 0.5) / rate, &random) }
    }
    var framing = settings.framing
    framing.layouts = [.crop, .stack, .fit]
    return frame(
      FramingRequest(
        start: 0, end: end, cuts: shots.filter(\.beginsWithCut).map(\.start),
        timeline: settings.timeline(
          looks, rate: rate, duration: end, aspect: Double(width) / Double(height)),
        detections: detections, pictureWidth: width, pictureHeight: height,
        frameRate: FrameRate(25, 1), settings: framing)
    ).framing.shots
  }

  private static var detections: [Detection] {
    shots.filter(\.isDetected).flatMap { shot in
      stride(from: shot.start, to: shot.end, by: 0.2).map { time in
        Detection(
          time: time, label: "person", score: 0.9, box: shot.things(time - shot.start)[0], track: 1)
      }
    }
  }

  /// Where somebody looks: at the own thing, now and then elsewhere, after a cut where eyes were.
  private static func look(
    of viewer: Int, at time: Double, _ random: inout SeededRandom
  ) -> PicturePoint? {
    let anywhere = PicturePoint(x: random.uniform(), y: random.uniform())
    guard let now = shots.last(where: { $0.start <= time }) else { return nil }
    let isNew = now.beginsWithCut && time - now.start < lag && now.start > 0
    let shot = isNew ? shots.last { $0.start < now.start } ?? now : now
    let things = shot.things(time - shot.start)
    guard !random.chance(stray) else { return anywhere }
    // A line is read from its first word to its last, by each at an own pace, again and again.
    let ahead = shot.isReadInStep ? 0 : Double(viewer * 7 % viewers) / Double(viewers)
    let read =
      (time - shot.start) * (0.8 + 0.4 * Double(viewer * 3 % viewers) / Double(viewers))
      / max(0.1, shot.lineSeconds) + ahead
    // Lines below each other are read one after the other.
    let isRead = shot.lineSeconds > 0
    let thing = things[(isRead ? Int(read) : viewer) % things.count]
    // Eyes rest in the middle of each of four words.
    let along = isRead ? (((read - read.rounded(.down)) * 4).rounded(.down) + 0.5) / 4 : 0.5
    let spread = isRead ? 0.03 : thing.width / 6 + 0.005
    return PicturePoint(
      x: thing.x + thing.width * along + random.normal(deviation: spread),
      y: thing.y + thing.height / 2 + random.normal(deviation: thing.height / 6 + 0.01))
  }

  private static func score(_ framed: [ClipShot]) -> [Found] {
    shots.map { shot in
      var found = Found()
      let times = Array(stride(from: shot.start + 0.05, to: shot.end, by: 0.1))
      for time in times {
        guard let own = framed.last(where: { $0.start <= time }) else { continue }
        let share = 1 / Double(times.count)
        if isWanted(own.layout, shot.wanted, at: time) { found.layout += share }
        let things = shot.things(time - shot.start)
        if things.allSatisfy({ isWhole($0, in: own, at: time) }) { found.whole += share }
      }
      return found
    }
  }

  private static func isWanted(_ layout: Layout, _ wanted: Wanted, at time: Double) -> Bool {
    switch (layout, wanted) {
    case (.stack, .stack), (.fit, .fit), (.crop, .crop): true
    case (.crop(let keyframes), .largest):
      (keyframes.window(at: time)?.height ?? 0) > 0.9 * Double(height)
    case (.crop(let keyframes), .closer):
      (keyframes.window(at: time)?.height ?? .infinity) < 0.85 * Double(height)
    default: false
    }
  }

  private static func isWhole(_ thing: PictureBox, in shot: ClipShot, at time: Double) -> Bool {
    shot.windows.isEmpty
      || shot.windows.compactMap { $0.window(at: time) }.contains { window in
        window.x <= thing.x * Double(width) && window.y <= thing.y * Double(height)
          && window.x + window.width >= (thing.x + thing.width) * Double(width)
          && window.y + window.height >= (thing.y + thing.height) * Double(height)
      }
  }
}
