import Foundation
import Nightly

/// Runs a night for a command: prints its result, and stops it on a signal.
struct NightRunner {
  var global: GlobalOptions

  func run(_ request: NightRequest) async throws {
    try await run(
      prints: request.dryRun || !global.quiet,
      stopped: request.videos == nil ? Self.stopped : "stopped; this goes on: \(Self.typed)"
    ) { try await $0.run(request, output: $1) }
  }

  private static let stopped = "stopped; what was finished is kept, the next run goes on"

  /// The command as it was typed, for a shell.
  private static var typed: String {
    let words = CommandLine.arguments.dropFirst().map { word in
      let isPlain = word.wholeMatch(of: /[A-Za-z0-9_.,:=@%+\/-]+/) != nil
      return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
    return (["gazecut"] + words).joined(separator: " ")
  }

  /// Does what a command asks of the night.
  ///
  /// - Parameters:
  ///   - prints: whether its result is printed.
  ///   - stopped: what is said when it was stopped.
  ///   - work: what to do; its second argument takes the result.
  /// - Throws: what `work` throws; `CommandFailure` 130 or 143 when it was stopped.
  func run(
    prints: Bool, stopped: String = stopped,
    _ work:
      @escaping @Sendable (NightJob, @escaping @Sendable (String) -> Void) async throws -> Void
  ) async throws {
    let reporter = global.reporter
    let night = NightJob(
      library: try global.library(), reporter: reporter,
      logger: global.logger(clearing: reporter), stopStatus: { Interruption.status })
    let task = Task {
      try await work(night) { text in
        reporter.clear()
        if prints { print(text, terminator: "") }
        fflush(nil)
      }
    }
    Interruption.heed { task.cancel() }
    let result = await task.result
    reporter.clear()
    if let status = Interruption.status {
      throw CommandFailure(status, stopped)
    }
    try result.get()
  }
}
