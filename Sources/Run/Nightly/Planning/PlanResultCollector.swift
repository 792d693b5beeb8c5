import EditDecisions
import Foundation
import Media
import Rendering
import Support
import Workspace

/// Brings files from a plan to where they are to be, in place of rendering them.
struct PlanResultCollector {
  let plan: PlanFolder
  /// Those that were planned, by their names.
  let planned: [String: RenderJob]

  /// Moves what was rendered; of what was not, the first failure is told when all else is done.
  ///
  /// - Throws: `CommandFailure`: the failure of a job with its own status; 75 where one was not
  ///   rendered yet; `MediaError` for a file that cannot be moved.
  func run(_ jobs: [RenderJob], finished: (RenderJob) throws -> Void) throws {
    var failure: CommandFailure?
    var missing: [String] = []
    for job in jobs {
      guard let source = planned[job.name] else {
        throw CommandFailure(
          .tryAgain, "\(job.name) was taken away since it was planned: plan again")
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

  /// The poster first: a clip that is there is taken to be complete.
  private func take(_ source: RenderJob, as job: RenderJob, _ result: JobResult) throws {
    for (name, path) in [(source.poster, job.poster), (source.output, job.output)] {
      guard let name, let path else { continue }
      // What a recording took before it was killed is there already.
      guard
        try plan.copy(name, of: source, result.digests[name], to: path)
          || result.digests[name] != nil && ContentDigest.hex(of: path) == result.digests[name]
      else {
        throw CommandFailure(
          .badData,
          "'\(plan.file(name))' is not there; `gazecut work \(TerminalText.shellWord(plan.path))` "
            + "renders it again")
      }
      plan.remove(name)
    }
  }
}

/// Files of a video are not rendered yet: it stays due, and nothing failed.
struct MissingRenderings: Error, CustomStringConvertible {
  var missing: Int
  var of: Int

  var description: String {
    "\(missing) of \(of.counted("file")) \(missing.are) not rendered yet; "
      + "`gazecut work` goes on where it was"
  }
}

/// What came of a job, as a worker tells it.
struct JobResult: Codable, Sendable {
  var job: String
  /// The exit status of whoever rendered it: 0 when it is done.
  var status: Int32
  /// What went wrong, for the operator.
  var message: String?
  /// SHA-256 of each file that it made, by its name in the plan.
  var digests: [String: String]
  /// What the operator should know.
  var notices: [String] = []
  /// Seconds that it took.
  var seconds: Double
  var host: String
  var at: Date
  /// Whether its files were taken into the library.
  var isTaken: Bool?

  var isDone: Bool { status == 0 }

  /// Notices of one job that are told.
  static let mostNotices = 20
}
