import CProcess
import EditDecisions
import Foundation
import Support
import Synchronization

/// Shows progress on standard error: a bar on a terminal, otherwise plain lines.
package final class ProgressReporter: Sendable {
  package enum Style: Sendable { case bar, lines, silent }

  private let style: Style
  private let last = Mutex<[String: String]>([:])
  private let night = Mutex(CommandProgress())

  package init(style: Style) { self.style = style }

  /// The style for standard error: a bar on a terminal, otherwise lines; silent with `--quiet`.
  package static func style(quiet: Bool) -> Style {
    if quiet { return .silent }
    return isatty(STDERR_FILENO) == 1 ? .bar : .lines
  }

  /// Shows a step of a video, and if known, how much is done.
  package func step(_ step: String, of video: String, done: Int = 0, total: Int = 1) {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    switch style {
    case .silent: return
    case .bar:
      guard !redraw({ $0.report(video, step: step, share: share) }) else { return }
      StandardStreams.show(
        ProgressLine.text(video: video, step: step, share: share, columns: Self.columns))
    case .lines:
      // Prints one line when a step begins.
      if isNew(step, of: video) { say("\(video): \(step)") }
    }
  }

  /// Shows the progress of a file in bytes, or in rows if `total` is unknown.
  ///
  /// A terminal shows one bar for all files; otherwise each tenth of a long file gets a line.
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

  private func isNew(_ step: String, of name: String) -> Bool {
    last.withLock { seen in
      defer { seen[name] = step }
      return seen[name] != step
    }
  }

  /// Size in bytes from which a file gets lines of its own.
  private static let longFile = 64 << 20

  /// Prints a line, with the time if standard error is not a terminal.
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

  /// Begins a phase of files to import or pages to write, or adds units to it.
  package func begin(_ phase: ProgressPhase, total: Int) {
    redraw { $0.begin(phase, total: total) }
  }

  package func advance(_ phase: ProgressPhase, _ name: String) {
    redraw { $0.advance(phase, name) }
  }

  package func begin(videos: [String]) { redraw { $0.begin(videos: videos) } }

  /// Records how many files of a video must be rendered.
  package func planned(_ video: String, files: Int) { redraw { $0.planned(video, files: files) } }

  package func rendered(_ video: String) { redraw { $0.rendered(video) } }

  /// Records that a video is done or has failed, and prints `line`.
  package func ended(_ video: String, _ line: String?) {
    redraw { $0.ended(video) }
    if let line { say(line) }
  }

  /// Updates the progress and shows the bar; returns whether a phase has begun.
  @discardableResult
  private func redraw(_ change: (inout CommandProgress) -> Void) -> Bool {
    night.withLock { night in
      change(&night)
      guard night.hasBegun else { return false }
      if style == .bar { StandardStreams.show(night.text(columns: Self.columns)) }
      return true
    }
  }

  /// Width of the terminal on standard output; `nil` if it is not a terminal.
  package static var outputColumns: Int? { columns(of: STDOUT_FILENO) }

  private static var columns: Int { columns(of: STDERR_FILENO) ?? 80 }

  private static func columns(of descriptor: Int32) -> Int? {
    let columns = Int(gazecut_terminal_columns(descriptor))
    return columns > 0 ? columns : nil
  }
}

/// Formats a progress bar that fits into one line; a wrapped line could not be erased.
enum ProgressLine {
  private static let barWidth = 24
  /// Minimum length of a bar in characters; a shorter one is omitted.
  private static let minimumBarLength = 8

  /// Returns a bar that fits into some columns; `nil` if there are too few.
  static func bar(_ share: Double, room: Int) -> String? {
    let width = min(barWidth, room)
    guard width >= minimumBarLength else { return nil }
    let filled = Int(share * Double(width))
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: width - filled) + "]"
  }

  /// Returns the line, without the last column, after which some terminals wrap.
  static func text(video: String, step: String, share: Double, columns: Int) -> String {
    let room = max(0, columns - 1)
    let share = max(0, min(1, share))
    let percent = "\(Int(share * 100)) %"
    let bare = "\(video)  \(percent)  \(step)"
    // A bar adds two brackets and a space.
    let bar = bar(share, room: room - bare.count - 3)
    return bar.map { "\(video)  \($0) \(percent)  \(step)" } ?? String(bare.prefix(room))
  }
}
