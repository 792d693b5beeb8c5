import EditDecisions
import Foundation
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

  func planned(_ video: String, _ moments: Int) {
    logger.info(
      "\(video): \(moments == 1 ? "1 moment" : "\(moments) moments") decided",
      metadata: ["event": "video.planned", "video": "\(video)", "moments": "\(moments)"])
  }

  func rendered(_ job: String, of video: String, _ seconds: Double, _ bytes: Int64) {
    let rounded = Rounding.span(seconds)
    logger.info(
      "\(video): \(job) rendered in \(rounded) s",
      metadata: [
        "event": "job.done", "video": "\(video)", "job": "\(job)", "seconds": "\(rounded)",
        "bytes": "\(bytes)",
      ])
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

  func ended(_ tally: NightTally, _ status: ExitStatus, since began: Date) {
    let seconds = Int(Date().timeIntervalSince(began).rounded())
    var metadata: Logger.Metadata = [
      "event": "night.ended", "exit": "\(status.rawValue)", "seconds": "\(seconds)",
    ]
    for (name, count) in tally.counts { metadata[name] = "\(count)" }
    let videos = tally.outcomes.count
    logger.info(
      videos == 0 ? "the night ended: nothing was due" : "the night ended: \(videos) videos",
      metadata: metadata)
  }
}
