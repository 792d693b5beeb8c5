import Foundation
import Logging
import Publishing
import Support
import Workspace

/// Log events of a successful run: its start, each video, its end.
///
/// Their log level is shown only by `--json-log` and `--verbose`; standard output has the result.
struct NightLog {
  let logger: Logger

  func began(due: Int, of known: Int) {
    logger.info(
      "the run begins: \(due) of \(known.counted("video")) \(due.are) pending",
      metadata: ["event": "night.began", "due": .number(due), "videos": .number(known)])
  }

  func planned(_ video: String, _ moments: Int) {
    logger.info(
      "\(video): \(moments.counted("moment")) decided",
      metadata: ["event": "video.planned", "video": "\(video)", "moments": .number(moments)])
  }

  func rendered(_ job: String, of video: String, _ seconds: Double, _ bytes: Int64) {
    let rounded = Rounding.span(seconds)
    logger.info(
      "\(video): \(job) rendered in \(rounded) s",
      metadata: [
        "event": "job.done", "video": "\(video)", "job": "\(job)", "seconds": .number(rounded),
        "bytes": .number(bytes),
      ])
  }

  func done(_ outcome: VideoResultSummary, _ duration: Duration) {
    let result = outcome.result
    logger.info(
      "\(outcome.video): \(NightSummary.sentence(outcome))",
      metadata: [
        "event": "video.done", "video": "\(outcome.video)",
        "seconds": .number(duration.components.seconds),
        "rendered": .number(result?.rendered.count ?? 0), "kept": .number(result?.kept.count ?? 0),
        "retired": .number(result?.retired.count ?? 0),
      ])
  }

  func page(of video: String, _ duration: Duration) {
    let seconds = Rounding.span(duration / .seconds(1))
    logger.info(
      "\(video): page written",
      metadata: ["event": "page.done", "video": "\(video)", "seconds": .number(seconds)])
  }

  func ended(_ tally: NightSummary, _ status: ExitStatus, since began: Date) {
    let seconds = Int(Date().timeIntervalSince(began).rounded())
    var metadata: Logger.Metadata = [
      "event": "night.ended", "exit": .number(status.rawValue), "seconds": .number(seconds),
    ]
    for (name, count) in tally.counts { metadata[name] = .number(count) }
    // If the run fails before the pending videos are known, that is logged as an error.
    let none = status == .done ? "nothing was pending" : "no video was processed"
    logger.info(
      "the run ended: \(tally.outcomes.isEmpty ? none : tally.videos)", metadata: metadata)
  }
}
