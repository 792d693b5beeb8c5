import Ingest
import Publishing
import Support

struct VideoResultSummary: Sendable {
  enum Ending: Sendable {
    case made(VideoResult)
    /// There was nothing to render, for this reason.
    case noted(String)
    /// The failure that the command would end with if this were the only video.
    case failed(CommandFailure)
    /// The time limit of the run was reached first: the video stays pending.
    case left
  }

  var video: String
  var ending: Ending
  var remarks: [String] = []

  var result: VideoResult? { if case .made(let result) = ending { result } else { nil } }
  var failure: CommandFailure? { if case .failed(let why) = ending { why } else { nil } }
}

/// The result of a run, as counts and sentences.
struct NightSummary {
  private(set) var outcomes: [VideoResultSummary] = []
  /// Videos that stay pending because of `--limit` or `--until`.
  private(set) var left: [String] = []
  /// Watched folders (`timelines:`) that could not be read.
  var unread: [String] = []

  mutating func add(_ outcome: VideoResultSummary) {
    if case .left = outcome.ending { left.append(outcome.video) } else { outcomes.append(outcome) }
  }

  /// Marks the pending videos without an outcome as left, after an interrupted run.
  mutating func markUnfinished(_ due: [String]) -> [String] {
    let done = Set(outcomes.map(\.video) + left)
    left += due.filter { !done.contains($0) }
    return left
  }

  var failures: [String] { outcomes.filter { $0.failure != nil }.map(\.video).sorted() }

  /// The exit status: that of the first failure if every video failed, 3 if only some did.
  var status: ExitStatus {
    guard let first = outcomes.lazy.compactMap(\.failure).first else {
      return unread.isEmpty ? .done : .someVideosFailed
    }
    return failures.count == outcomes.count ? first.status : .someVideosFailed
  }

  var videos: String { outcomes.count.counted("video") }

  /// The failure that the command ends with; `nil` if the run succeeded.
  var failure: CommandFailure? {
    guard status != .done else { return nil }
    let failed = "\(failures.count) of \(videos) failed: " + failures.joined(separator: ", ")
    let parts =
      (failures.isEmpty ? [] : [failed])
      + (unread.isEmpty ? [] : [IntakeSummary.unreadableSourcesText(unread)])
    return CommandFailure(status, "the run finished, but " + parts.joined(separator: "; "))
  }

  var counts: [String: Int] {
    let results = outcomes.compactMap(\.result)
    return [
      "videos": outcomes.count, "failed": failures.count,
      "rendered": results.reduce(0) { $0 + $1.rendered.count },
      "kept": results.reduce(0) { $0 + $1.kept.count },
      "retired": results.reduce(0) { $0 + $1.retired.count }, "left": left.count,
    ]
  }

  /// One line per video, sorted by ID.
  var text: String {
    let lines = outcomes.sorted { $0.video < $1.video }.map { outcome in
      let said = [Self.sentence(outcome)] + outcome.remarks
      return "\(outcome.video): \(said.joined(separator: "; "))\n"
    }.joined()
    guard !left.isEmpty else { return lines }
    return lines + "Left for the next run: \(left.sorted().joined(separator: ", ")).\n"
  }

  static func previews(_ previews: [String], of video: String, reason: String?) -> String {
    guard !previews.isEmpty else {
      return "\(video): no moment" + (reason.map { ": \($0)" } ?? "") + "\n"
    }
    return "\(video): \(previews.count.counted("preview")) written; "
      + "the next rendering removes them\n" + previews.map { "  \($0)\n" }.joined()
  }

  static func sentence(_ outcome: VideoResultSummary) -> String {
    switch outcome.ending {
    case .made(let result): sentence(result)
    case .noted(let note): note
    // The reason is in the log and in `gazecut status`.
    case .failed: "failed; the log and `gazecut status` print why"
    case .left: "left for the next run"
    }
  }

  private static func sentence(_ result: VideoResult) -> String {
    var parts: [String] = []
    if result.rendered.isEmpty && result.kept.isEmpty {
      parts.append("no moment" + (result.reason.map { ": \($0)" } ?? ""))
    }
    let rendered = result.rendered.count
    if rendered > 0 { parts.append(rendered.counted("clip") + " rendered") }
    if !result.kept.isEmpty {
      let were = result.kept.count == 1 ? "as it was" : "as they were"
      parts.append("\(result.kept.count.counted("clip")) kept \(were)")
    }
    if result.reelRendered { parts.append("the reel rendered") }
    let shorts = result.retired.count
    if shorts > 0 { parts.append("\(shorts.counted("clip")) archived") }
    return parts.joined(separator: ", ")
  }
}
