import Logging

/// What the log tells of a night that goes well: its beginning, each video, its end.
///
/// The lines are of a level that only `--json-log` and `--verbose` show; for a person the result
/// says it.
struct NightLog {
  private let logger: Logger

  init(_ logger: Logger) { self.logger = logger }

  func began(due: Int, of known: Int) {
    logger.info(
      "the night begins: \(due) of \(known) videos are due",
      metadata: ["event": "night.began", "due": "\(due)", "videos": "\(known)"])
  }

  func done(_ outcome: VideoOutcome, _ duration: Duration) {
    let result = outcome.result
    logger.info(
      "\(outcome.video): \(NightTally.sentence(outcome))",
      metadata: [
        "event": "video.done", "video": "\(outcome.video)",
        "seconds": "\(duration.components.seconds)",
        "rendered": "\(result?.rendered.count ?? 0)", "kept": "\(result?.kept.count ?? 0)",
        "retired": "\(result?.retired.count ?? 0)",
      ])
  }

  func ended(_ tally: NightTally, _ status: ExitStatus) {
    var metadata: Logger.Metadata = ["event": "night.ended", "exit": "\(status.rawValue)"]
    for (name, count) in tally.counts { metadata[name] = "\(count)" }
    let videos = tally.outcomes.count
    logger.info(
      videos == 0 ? "the night ended: nothing was due" : "the night ended: \(videos) videos",
      metadata: metadata)
  }
}
