import CProcess
import EditDecisions
import Foundation
import Support
import Synchronization

/// Tells on standard error how far a run is: a bar on a terminal, plain lines elsewhere.
package final class ProgressReporter: Sendable {
  /// How much is told.
  package enum Style: Sendable { case bar, lines, silent }

  private let style: Style
  private let last = Mutex<[String: String]>([:])
  private let night = Mutex(NightProgress())

  package init(style: Style) { self.style = style }

  /// The style fit for standard error: a bar on a terminal, lines elsewhere, nothing when quiet.
  package static func style(quiet: Bool) -> Style {
    if quiet { return .silent }
    return isatty(STDERR_FILENO) == 1 ? .bar : .lines
  }

  /// A step of a video is under way; `done` of `total`, where that is known.
  package func step(_ step: String, of video: String, done: Int = 0, total: Int = 1) {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    switch style {
    case .silent: return
    case .bar:
      guard redraw({ $0.report(video, step: step, share: share) }) else {
        return draw(video: video, step: step, share: share)
      }
    case .lines:
      // A line when a step begins: a log is read by people, not redrawn.
      if isNew(step, of: video) { say("\(video): \(step)") }
    }
  }

  /// A file is `done` of `total` bytes in, or `done` rows if nobody knows how many there are.
  ///
  /// A terminal shows it as a part of the files' one bar. A log has a line for each tenth of a long
  /// file; `shown` is asked for the file's name only then.
  package func report(file: String, shownAs shown: () -> String, done: Int, total: Int?) {
    let step: String
    switch (style, total) {
    case (.silent, _), (.bar, nil): return
    case (.bar, let total?):
      let percent = total > 0 ? done * 100 / total : 100
      guard isNew("\(percent)", of: file) else { return }
      redraw { $0.report(.importing, file, share: Double(percent) / 100) }
      return
    case (.lines, let total?):
      guard total >= Self.longFile, done < total else { return }
      step = "\(done * 10 / total)0 % read"
    case (.lines, nil):
      guard done >= 1_000_000 else { return }
      step = "\(done / 1_000_000) million"
    }
    guard isNew(step, of: file), step != "00 % read" else { return }
    let whole = shown()
    say("\(whole.split(separator: "/").last.map(String.init) ?? whole): \(step)")
  }

  /// Whether something else was told last of a video or a file.
  private func isNew(_ step: String, of name: String) -> Bool {
    last.withLock { seen in
      defer { seen[name] = step }
      return seen[name] != step
    }
  }

  /// Bytes from which a file is long enough for lines about it.
  private static let longFile = 64 << 20

  /// A plain line, where lines are told at all; dated where nobody sees when it comes.
  package func say(_ line: String) {
    let line = TerminalText.entry(line)
    switch style {
    case .silent: return
    case .bar:
      StandardStreams.log(line + "\n")
      redraw { _ in }
    case .lines: StandardStreams.log("\(Date().ISO8601Format()) \(line)\n")
    }
  }

  /// A phase begins, or has so many units more: files to import, or pages to write.
  package func begin(_ phase: ProgressPhase, total: Int) {
    redraw { $0.begin(phase, total: total) }
  }

  /// A unit of a phase is done.
  package func advance(_ phase: ProgressPhase, _ name: String) {
    redraw { $0.advance(phase, name) }
  }

  /// Videos are decided from here on.
  package func begin(videos: [String]) { redraw { $0.begin(videos: videos) } }

  /// So many files are missing of a video.
  package func planned(_ video: String, files: Int) { redraw { $0.planned(video, files: files) } }

  /// A file of a video is there.
  package func rendered(_ video: String) { redraw { $0.rendered(video) } }

  /// A video has ended; `line` says how.
  package func ended(_ video: String, _ line: String?) {
    redraw { $0.ended(video) }
    if let line { say(line) }
  }

  /// Changes what is known of the phases, and shows the bar.
  ///
  /// - Returns: whether a phase has begun.
  @discardableResult
  private func redraw(_ change: (inout NightProgress) -> Void) -> Bool {
    night.withLock { night in
      change(&night)
      guard night.hasBegun else { return false }
      if style == .bar { StandardStreams.show(night.text(columns: Self.columns)) }
      return true
    }
  }

  /// Columns of the terminal that standard output goes to; `nil` where it goes to none.
  package static var outputColumns: Int? {
    let columns = Int(gazecut_terminal_columns(STDOUT_FILENO))
    return columns > 0 ? columns : nil
  }

  private static var columns: Int {
    let columns = Int(gazecut_terminal_columns(STDERR_FILENO))
    return columns > 0 ? columns : 80
  }

  private func draw(video: String, step: String, share: Double) {
    StandardStreams.show(
      ProgressLine.text(video: video, step: step, share: share, columns: Self.columns))
  }
}

/// A bar with its words, in one line that no terminal has to break: what is broken cannot be taken
/// off the screen again.
enum ProgressLine {
  private static let barWidth = 24
  /// Fewer marks than this are no bar.
  private static let leastBar = 8

  /// The line.
  ///
  /// - Parameters:
  ///   - video: what it is about.
  ///   - step: what is being done.
  ///   - share: how far it is, 0 to 1.
  ///   - columns: of the terminal; the last one stays free, since some terminals break after it.
  /// - Returns: at most `columns` - 1 characters.
  static func text(video: String, step: String, share: Double, columns: Int) -> String {
    let room = max(0, columns - 1)
    let percent = "\(Int(max(0, min(1, share)) * 100)) %"
    let bare = "\(video)  \(percent)  \(step)"
    // Two brackets and a space come with a bar.
    let width = min(barWidth, room - bare.count - 3)
    guard width >= leastBar else { return String(bare.prefix(room)) }
    let filled = Int(max(0, min(1, share)) * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    return "\(video)  [\(bar)] \(percent)  \(step)"
  }
}
