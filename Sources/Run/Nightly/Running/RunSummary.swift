import EditDecisions
import Ingest
import Publishing
import Support
import Workspace

/// The last lines of a run: what it made, what needs attention, and what to do next.
struct RunSummary {
  let tally: NightSummary
  let intake: IntakeSummary?
  let seconds: Double
  /// The page that lists all clips; `nil` if the run writes none.
  let report: String?

  /// The lines, each with its line end.
  ///
  /// - Throws: `DecisionErrors` for decisions that cannot be read.
  func text() throws -> String {
    let results = tally.outcomes.compactMap(\.result)
    let documents = try results.map { try DecisionDocument(text: $0.decisions) }
    let length = documents.flatMap(\.inAllAspectRatios).flatMap(\.moments)
      .reduce(0) { $0 + $1.end - $1.start }
    let counts = tally.counts
    let clips = (counts["rendered"] ?? 0) + (counts["kept"] ?? 0)
    let parts = [("rendered", "rendered"), ("kept", "kept"), ("retired", "archived")]
      .compactMap { key, word in counts[key].flatMap { $0 > 0 ? "\($0) \(word)" : nil } }
    let details = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    let took = ElapsedTime.text(seconds)
    let head =
      (clips == 0 && !tally.failures.isEmpty ? "Ended after" : "Done in")
      + " \(took): \(clips.counted("clip")), \(Rounding.text(length, decimals: 1)) s in all"
    let rows = facts(documents) + [["next", next(clips)]]
    return "\n" + ([head + details] + TextColumns.lines(rows)).map { $0 + "\n" }.joined()
  }

  private func facts(_ documents: [DecisionDocument]) -> [[String]] {
    var rows: [[String]] = []
    let rejecting = documents.filter { !$0.rejected.isEmpty }
    if let first = rejecting.map(\.video.id).min() {
      let count = rejecting.reduce(0) { $0 + $1.rejected.count }
      rows.append([
        "rejected",
        "\(count.counted("moment")); `gazecut explain \(rejecting.count == 1 ? first : "VIDEO")` "
          + "prints why",
      ])
    }
    if !tally.failures.isEmpty {
      rows.append([
        "failed",
        "\(tally.failures.count.counted("video")): \(tally.failures.joined(separator: ", ")); "
          + "`gazecut status` prints why",
      ])
    }
    if !tally.left.isEmpty {
      rows.append(["left", "\(tally.left.count.counted("video")) for the next run"])
    }
    if let ignored = intake?.ignored { rows.append(["ignored", ignored]) }
    if let report { rows.append(["report", report]) }
    return rows
  }

  private func next(_ clips: Int) -> String {
    if !tally.failures.isEmpty { return "gazecut status" }
    guard clips > 0 else { return "gazecut explain \(tally.outcomes.first?.video ?? "VIDEO")" }
    return report == nil ? "gazecut status" : "gazecut report --open"
  }
}
