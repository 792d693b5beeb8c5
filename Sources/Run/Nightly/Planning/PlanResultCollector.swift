import Foundation
import Rendering
import Support
import Workspace

/// Copies files from a plan to their destinations instead of rendering them.
struct PlanResultCollector {
  let plan: PlanFolder
  let planned: [String: RenderJob]

  /// Copies what was rendered; throws the first failure after all other jobs are done.
  ///
  /// - Throws: `CommandFailure`: the failure of a job with its own status; 75 if a job was not
  ///   rendered yet; `MediaError` for a file that cannot be copied.
  func run(_ jobs: [RenderJob], finished: (RenderJob) throws -> Void) throws {
    var failure: CommandFailure?
    var missing: [String] = []
    for job in jobs {
      guard let source = planned[job.name] else {
        throw CommandFailure(.tryAgain, "\(job.name) was removed after planning: plan again")
      }
      guard let result = plan.result(of: job.name) else {
        missing.append(job.name)
        continue
      }
      guard result.isDone else {
        failure =
          failure
          ?? CommandFailure(
            ExitStatus(rawValue: result.status) ?? .bug,
            TerminalText.escaped(result.message ?? "it was not rendered"))
        continue
      }
      try take(source, as: job, result)
      try finished(job)
      var taken = result
      taken.isTaken = true
      try plan.setResult(taken)
    }
    if let failure { throw failure }
    guard missing.isEmpty else { throw MissingRenderings(missing: missing.count, of: jobs.count) }
  }

  /// Copies the poster first, because a clip that exists counts as complete.
  private func take(_ source: RenderJob, as job: RenderJob, _ result: JobResult) throws {
    for (name, path) in [(source.poster, job.poster), (source.output, job.output)] {
      guard let name, let path else { continue }
      // A recording that was killed may have copied the file already.
      guard
        try plan.copy(name, of: source, result.digests[name], to: path)
          || result.digests[name] != nil && ContentDigest.hex(of: path) == result.digests[name]
      else {
        throw CommandFailure(
          .badData,
          "'\(plan.file(name))' is missing; `gazecut work \(TerminalText.shellWord(plan.path))` "
            + "renders it again")
      }
      plan.remove(name)
    }
  }
}

/// Some files of a video are not rendered yet: the video stays pending, which is not a failure.
struct MissingRenderings: Error, CustomStringConvertible {
  var missing: Int
  var of: Int

  var description: String {
    "\(missing) of \(of.counted("file")) \(missing.are) not rendered yet; "
      + "`gazecut work` continues"
  }
}

struct JobResult: Codable, Sendable {
  var job: String
  /// The exit status of the job: 0 if it is done.
  var status: Int32
  var message: String?
  /// SHA-256 of each file that the job made, by its name in the plan.
  var digests: [String: String]
  var notices: [String] = []
  /// Processing time in seconds.
  var seconds: Double
  var host: String
  var at: Date
  /// Whether its files were imported into the library.
  var isTaken: Bool?

  var isDone: Bool { status == 0 }

  static let maximumNotices = 20
}
