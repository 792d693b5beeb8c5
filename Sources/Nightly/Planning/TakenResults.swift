import EditDecisions
import Failures
import Foundation
import Media
import Rendering
import Workers
import Workspace

/// Brings files from a plan to where they are to be, in place of rendering them.
struct TakenResults {
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
      guard let result = plan.result(of: job.name), let source = planned[job.name] else {
        missing.append(job.name)
        continue
      }
      guard result.isDone else {
        failure =
          failure
          ?? CommandFailure(
            ExitStatus(rawValue: result.status) ?? .bug, result.message ?? "it was not rendered")
        continue
      }
      try take(source, as: job, result)
      try finished(job)
      var taken = result
      taken.isTaken = true
      try plan.setResult(taken)
    }
    if let failure { throw failure }
    guard missing.isEmpty else { throw NotRendered(missing: missing.count, of: jobs.count) }
  }

  /// The poster first: a clip that is there is taken to be complete.
  private func take(_ source: RenderJob, as job: RenderJob, _ result: JobResult) throws {
    if let from = source.poster, let to = job.poster { try move(from, to, result) }
    if let from = source.output, let to = job.output { try move(from, to, result) }
  }

  /// Moves a file; one that a recording moved before it was killed is there already.
  private func move(_ name: String, _ path: String, _ result: JobResult) throws {
    let from = plan.file(name)
    let isHere = FileManager.default.fileExists(atPath: from)
    guard result.made(name, thatLiesAt: isHere ? from : path) else {
      throw CommandFailure(
        .badData,
        "'\(from)' is not as it was rendered; `gazecut work \(TerminalText.shellWord(plan.path))` "
          + "renders it again")
    }
    if isHere { try AtomicFile.move(from, to: path) }
  }
}

/// Files of a video are not rendered yet: it stays due, and nothing failed.
struct NotRendered: Error, CustomStringConvertible {
  var missing: Int
  var of: Int

  var description: String {
    "\(missing) of \(of.counted("file")) \(missing.are) not rendered yet; "
      + "`gazecut work` goes on where it was"
  }
}

/// What came of a job.
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
  /// When it was done.
  var at: Date
  /// Whether its files were taken into the library.
  var isTaken: Bool?

  /// Whether its files were made.
  var isDone: Bool { status == 0 }

  /// Whether a file, and not a link to one, is to the byte the one of this name that it made.
  func made(_ name: String, thatLiesAt path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return digests[name].map { $0 == ContentDigest.hex(of: path) } ?? false
  }
}
