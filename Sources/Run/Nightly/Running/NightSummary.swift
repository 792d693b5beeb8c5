import EditDecisions
import Ingest
import Publishing
import Support

/// What became of one video of a night.
struct VideoResultSummary: Sendable {
  enum Ending: Sendable {
    case made(VideoResult)
    /// Nothing was to be made of it, for this reason.
    case noted(String)
    /// The command would have ended so by this failure alone.
    case failed(CommandFailure)
    /// The night's time was over before it was done: it stays due.
    case left
  }

  var video: String
  var ending: Ending
  /// What else an operator should read.
  var remarks: [String] = []

  var result: VideoResult? { if case .made(let result) = ending { result } else { nil } }
  var failure: CommandFailure? { if case .failed(let why) = ending { why } else { nil } }
}

/// What became of a night, in figures and sentences.
struct NightSummary {
  private(set) var outcomes: [VideoResultSummary] = []
  /// Videos that stay due, as `--limit` or `--until` has it.
  private(set) var left: [String] = []
  /// Places of `timelines:` that could not be read.
  var unread: [String] = []

  mutating func add(_ outcome: VideoResultSummary) {
    if case .left = outcome.ending { left.append(outcome.video) } else { outcomes.append(outcome) }
  }

  /// Of a night that broke off: what was due and has no outcome stays due, as what was left before.
  mutating func leave(_ due: [String]) -> [String] {
    let done = Set(outcomes.map(\.video) + left)
    left += due.filter { !done.contains($0) }
    return left
  }

  /// The videos that failed, in order.
  var failures: [String] { outcomes.filter { $0.failure != nil }.map(\.video).sorted() }

  /// How a night of these ends: where every video failed it did not finish, it failed.
  var status: ExitStatus {
    guard let first = outcomes.lazy.compactMap(\.failure).first else {
      return unread.isEmpty ? .done : .someVideosFailed
    }
    return failures.count == outcomes.count ? first.status : .someVideosFailed
  }

  var videos: String { outcomes.count.counted("video") }

  /// How a night of these ends; `nil` where it ended well.
  var failure: CommandFailure? {
    guard status != .done else { return nil }
    let failed =
      "\(failures.count) of \(videos) failed: " + failures.joined(separator: ", ")
    let parts =
      (failures.isEmpty ? [] : [failed]) + (unread.isEmpty ? [] : [IntakeSummary.missed(unread)])
    return CommandFailure(status, "the night finished, but " + parts.joined(separator: "; "))
  }

  /// Figures for the library's list of nights.
  var counts: [String: Int] {
    let results = outcomes.compactMap(\.result)
    return [
      "videos": outcomes.count, "failed": failures.count,
      "rendered": results.reduce(0) { $0 + $1.rendered.count },
      "kept": results.reduce(0) { $0 + $1.kept.count },
      "retired": results.reduce(0) { $0 + $1.retired.count }, "left": left.count,
    ]
  }

  /// A line a video, in order.
  var text: String {
    let lines = outcomes.sorted { $0.video < $1.video }.map { outcome in
      let said = [Self.sentence(outcome)] + outcome.remarks
      return "\(outcome.video): \(said.joined(separator: "; "))\n"
    }.joined()
    guard !left.isEmpty else { return lines }
    return lines + "Left for the next night: \(left.sorted().joined(separator: ", ")).\n"
  }

  /// A line for each preview that was written.
  static func previews(_ previews: [String], of video: String, reason: String?) -> String {
    guard !previews.isEmpty else {
      return "\(video): no moment" + (reason.map { ": \($0)" } ?? "") + "\n"
    }
    return "\(video): \(previews.count.counted("preview")) written; "
      + "the next rendering takes them away\n"
      + previews.map { "  \($0)\n" }.joined()
  }

  static func sentence(_ outcome: VideoResultSummary) -> String {
    switch outcome.ending {
    case .made(let result): sentence(result)
    case .noted(let note): note
    // The log has told the reason, and `status` keeps it.
    case .failed: "failed; the log and `gazecut status` say why"
    case .left: "left for the next night"
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
    if shorts > 0 { parts.append("\(shorts.counted("clip")) retired") }
    return parts.joined(separator: ", ")
  }
}
