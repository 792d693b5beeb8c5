import Ingest

extension NightJob {
  /// Takes in what is new, as a command of its own.
  ///
  /// - Parameters:
  ///   - isDryRun: whether nothing is written.
  ///   - flags: `--set` values.
  ///   - output: takes a line a file and a sum, for standard output.
  /// - Throws: as `IntakeJob.run`; status 3 when a whole place could not be read.
  package func takeIn(
    isDryRun: Bool, flags: [String], output: @escaping @Sendable (String) -> Void
  ) async throws {
    let job = IntakeJob(
      library: library, reporter: reporter, logger: logger, stopStatus: stopStatus,
      isKept: isKept, isDryRun: isDryRun, flags: flags, output: { output($0 + "\n") })
    let tally = try await job.run()
    output(tally.text(isDryRun: isDryRun))
    if let failure = tally.failure { throw failure }
  }
}
