import Foundation
import Nightly

/// Runs a night for a command: prints its result, and stops it on a signal.
struct NightRunner {
  var global: GlobalOptions

  func run(_ request: NightRequest) async throws {
    let reporter = global.reporter
    let night = NightJob(
      library: try global.library(), reporter: reporter,
      logger: global.logger(clearing: reporter), stopStatus: { Interruption.status })
    let quiet = global.quiet
    let work = Task {
      try await night.run(request) { text in
        reporter.clear()
        if request.dryRun || !quiet { print(text, terminator: "") }
        fflush(nil)
      }
    }
    Interruption.heed { work.cancel() }
    let result = await work.result
    reporter.clear()
    if let status = Interruption.status {
      throw CommandFailure(status, "stopped; what was finished is kept, the next run goes on")
    }
    try result.get()
  }
}
