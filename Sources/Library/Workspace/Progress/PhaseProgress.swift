import EditDecisions
import Support

/// A part of a command with its own progress bar, in the order of a run.
package enum ProgressPhase: Int, CaseIterable, Sendable {
  case importing, deciding, rendering, pages

  var title: String {
    switch self {
    case .importing: "Importing"
    case .deciding: "Deciding"
    case .rendering: "Rendering"
    case .pages: "Writing pages"
    }
  }

  /// The counted unit; for rendering these are clips and reels.
  var unit: String {
    switch self {
    case .importing, .rendering: "file"
    case .deciding: "video"
    case .pages: "page"
    }
  }
}

/// The progress of one phase, its rate and its remaining time.
struct PhaseProgress: Sendable {
  let phase: ProgressPhase
  private(set) var total = 0
  private(set) var done = 0
  /// Units in progress by name, with the share that is done, 0 to 1.
  var parts: [String: (units: Double, share: Double)] = [:]
  let began: ContinuousClock.Instant

  /// Minimum seconds and share of the phase for an estimate of the remaining time.
  private static let minimumForEstimate = (seconds: 2.0, share: 0.05)

  var isDone: Bool { done >= total }

  /// The progress from 0 to 1, including units in progress.
  var share: Double {
    let running = parts.values.reduce(0) { $0 + $1.units * $1.share }
    return total > 0 ? min(1, (Double(done) + running) / Double(total)) : 1
  }

  mutating func add(_ units: Int) { total = max(done, total + units) }

  /// Counts one unit as done, and removes `part`.
  mutating func advance(_ part: String) {
    parts[part] = nil
    done += 1
    total = max(total, done)
  }

  mutating func report(_ part: String, units: Int = 1, share: Double) {
    parts[part] = (Double(max(0, units)), min(1, max(0, share)))
  }

  mutating func drop(_ part: String) { parts[part] = nil }

  /// Seconds left at the current rate; `nil` until enough is done for an estimate.
  func secondsLeft(now: ContinuousClock.Instant) -> Double? {
    let passed = began.duration(to: now) / .seconds(1)
    guard share >= Self.minimumForEstimate.share, passed >= Self.minimumForEstimate.seconds else {
      return nil
    }
    return passed * (1 - share) / share
  }

  /// Returns the bar with figures, at most `columns` - 1 characters.
  ///
  ///     Importing  [######..................]  7 of 28 files, 3.5 per s, 6 s left
  ///
  /// The last column stays free, since some terminals wrap after it. `detail` must fit completely.
  func text(columns: Int, detail: String? = nil, now: ContinuousClock.Instant) -> String {
    let room = max(0, columns - 1)
    var figures = "\(done) of \(total.counted(phase.unit))"
    if let left = secondsLeft(now: now), !isDone {
      figures += ", \(rate(now: now))" + (left >= 1 ? ", \(ElapsedTime.rough(left)) left" : "")
    }
    // A bar adds three spaces and two brackets.
    let bar = ProgressLine.bar(share, room: room - phase.title.count - figures.count - 5)
    var line = "\(phase.title)  \(bar.map { $0 + " " } ?? "")\(figures)"
    // A truncated name could be the name of another video.
    if let detail, line.count + detail.count + 2 <= room { line += ": " + detail }
    return String(line.prefix(room))
  }

  private func rate(now: ContinuousClock.Instant) -> String {
    let perSecond = share * Double(total) / max(1e-3, began.duration(to: now) / .seconds(1))
    if perSecond >= 1 { return "\(Rounding.text(perSecond, decimals: 1)) per s" }
    if perSecond * 60 >= 1 { return "\(Rounding.text(perSecond * 60, decimals: 1)) per min" }
    return "\(Rounding.text(perSecond * 3600, decimals: 1)) per h"
  }
}

package enum ElapsedTime {
  /// An estimate: `40 s`, `4 min`, `2 h 5 min`.
  static func rough(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    if minutes >= 60 { return "\(minutes / 60) h \(minutes % 60) min" }
    if seconds >= 90 { return "\(minutes) min" }
    return "\(seconds < 10 ? Int(seconds.rounded(.up)) : Int((seconds / 10).rounded(.up)) * 10) s"
  }

  /// A measured duration: `7 s`, `1 min 14 s`, `2 h 5 min`.
  package static func text(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds).rounded())
    if whole < 60 { return "\(whole) s" }
    let (minutes, rest) = (whole / 60, whole % 60)
    if minutes < 60 { return "\(minutes) min" + (rest > 0 ? " \(rest) s" : "") }
    return "\(minutes / 60) h \(minutes % 60) min"
  }
}
