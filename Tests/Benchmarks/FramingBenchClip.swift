import Audience
import EditDecisions
import Framing
import TestMaterial

/// One clip's gaze as the framing bench uses it.
struct BenchClip {
  /// Pixels of the picture the gaze was recorded on.
  static let width = 1280, height = 720
  /// Share of the width that a full-height 9:16 window covers.
  static let window = 720.0 * 9 / 16 / 1280
  /// Looks a second, both those that frame and those that score.
  static let rate = 10.0

  let name: String
  let duration: Double
  /// By viewer and tenth of a second.
  let looks: [[PicturePoint?]]
  /// The same, horizontal: what scores.
  let ticks: [[Double?]]

  init(_ gaze: RealGaze) {
    name = gaze.clip
    duration = gaze.duration
    looks = gaze.viewers.indices.map { gaze.medians(ofViewer: $0, every: 1 / Self.rate) }
    ticks = looks.map { viewer in viewer.map { $0?.x } }
  }

  /// The six clips.
  static func all() throws -> [BenchClip] {
    try RealGaze.clips.map { try BenchClip(RealGaze.gazeCom($0)) }
  }

  /// The number of scored instants.
  var tickCount: Int { ticks.first?.count ?? 0 }

  /// The share of the looks of `viewers` in a window whose left edge at each tick is given.
  func kept(by viewers: [Int], _ edges: [Double]) -> Double {
    var all = 0
    var kept = 0
    for viewer in viewers {
      for case (let tick, let look?) in ticks[viewer].enumerated() {
        all += 1
        if look >= edges[tick] - 1e-9, look <= edges[tick] + Self.window + 1e-9 { kept += 1 }
      }
    }
    return all > 0 ? Double(kept) / Double(all) : 0
  }

  /// The framing of these looks as the product makes it: samples are cleaned, folded and framed.
  func framed(looks: [[PicturePoint?]], settings: BenchSettings) -> [ClipShot] {
    framing(looks: looks, settings: settings).shots
  }

  /// The same with what it tells of itself.
  func framing(looks: [[PicturePoint?]], settings: BenchSettings) -> EditDecisions.Framing {
    frame(
      FramingRequest(
        start: 0, end: duration, cuts: [],
        timeline: settings.timeline(
          looks, rate: Self.rate, duration: duration,
          aspect: Double(Self.width) / Double(Self.height)),
        pictureWidth: Self.width, pictureHeight: Self.height, frameRate: FrameRate(25, 1),
        settings: settings.framing)
    ).framing
  }

  /// Its name, and the seconds of each layout where all viewers frame and all layouts may be used.
  var layouts: String {
    var settings = BenchSettings()
    settings.framing.layouts = [.crop, .stack, .fit]
    var seconds: [String: Double] = [:]
    for shot in framed(looks: looks, settings: settings) {
      seconds[shot.layout.name, default: 0] += shot.end - shot.start
    }
    return name
      + seconds.sorted { $0.key < $1.key }.map { " \($0.key) \(Int($0.value.rounded()))" }.joined()
  }

  /// The left edge at each tick, share of the width, of a framing with crops alone.
  func edges(of shots: [ClipShot]) -> [Double] {
    (0..<tickCount).map { tick in
      let time = (Double(tick) + 0.5) / Self.rate
      let shot = shots.last { $0.start <= time } ?? shots[0]
      guard case .crop(let keyframes) = shot.layout, let window = keyframes.window(at: time)
      else { return 0 }
      return window.x / Double(Self.width)
    }
  }
}
