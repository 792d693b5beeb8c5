import CProcess
import Foundation
import Synchronization

/// Tells on standard error how far a run is: a bar on a terminal, plain lines elsewhere.
public final class ProgressReporter: Sendable {
  /// How much is told.
  public enum Style: Sendable { case bar, lines, silent }

  private let style: Style
  private let last = Mutex<[String: String]>([:])

  /// Makes a reporter.
  public init(style: Style) { self.style = style }

  /// The style fit for standard error as it is.
  ///
  /// - Parameter quiet: `--quiet` or `--json-log` was given.
  /// - Returns: a bar on a terminal, lines elsewhere, nothing when quiet.
  public static func style(quiet: Bool) -> Style {
    if quiet { return .silent }
    return isatty(STDERR_FILENO) == 1 ? .bar : .lines
  }

  /// A step of a video is under way; `done` of `total`, where that is known.
  public func step(_ step: String, of video: String, done: Int = 0, total: Int = 1) {
    report(video: video, step: step, done: done, total: total)
  }

  /// A step of a video is `done` of `total` on.
  func report(video: String, step: String, done: Int, total: Int) {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    switch style {
    case .silent: return
    case .bar: draw(video: video, step: step, share: share)
    case .lines:
      // A line when a step begins: a log is read by people, not redrawn.
      let isNew = last.withLock { seen in
        guard seen[video] != step else { return false }
        seen[video] = step
        return true
      }
      if isNew { Self.write("\(video): \(step)\n") }
    }
  }

  /// A file is `done` of `total` bytes in, or `done` rows of nobody knows how many.
  ///
  /// Lines come for long files only, a tenth each; `shown` is asked for the file's name only then.
  func report(file: String, shownAs shown: () -> String, done: Int, total: Int?) {
    guard style != .silent else { return }
    let step: String
    switch (style, total) {
    case (.bar, let total?): step = "\(total > 0 ? done * 100 / total : 100) %"
    case (_, let total?):
      guard total >= Self.longFile, done < total else { return }
      step = "\(done * 10 / total)0 % read"
    case (_, nil):
      guard done >= 1_000_000 else { return }
      step = "\(done / 1_000_000) million"
    }
    let isNew = last.withLock { seen in
      defer { seen[file] = step }
      return seen[file] != step
    }
    guard isNew, style == .bar || step != "00 % read" else { return }
    let whole = shown()
    let name = whole.split(separator: "/").last.map(String.init) ?? whole
    if style == .bar, let total {
      let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
      draw(video: name, step: "reading", share: share)
    } else {
      say("\(name): \(step)")
    }
  }

  /// Bytes from which a file is long enough for lines about it.
  private static let longFile = 64 << 20

  /// Takes the bar off the screen before other text is written.
  public func clear() {
    if style == .bar { Self.write("\r\u{1B}[K") }
  }

  /// A plain line, where lines are told at all.
  func say(_ line: String) {
    guard style != .silent else { return }
    clear()
    Self.write(line + "\n")
  }

  private func draw(video: String, step: String, share: Double) {
    let columns = Int(gazecut_terminal_columns(STDERR_FILENO))
    let line = ProgressLine.text(
      video: video, step: step, share: share, columns: columns > 0 ? columns : 80)
    Self.write("\r\u{1B}[K\(line)")
  }

  private static func write(_ text: String) {
    StandardStreams.log(text)
  }
}
