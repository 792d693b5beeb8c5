import EditDecisions
import Foundation
import Library
package import Logging
import Media
import Rendering
import Settings

/// The batch job: one run over all videos that are due, or over one that was asked for.
package struct NightJob: Sendable {
  let library: LibraryFolder
  let reporter: ProgressReporter
  let logger: Logger
  let stopStatus: @Sendable () -> ExitStatus?

  /// Makes a job.
  ///
  /// - Parameters:
  ///   - library: what it works on.
  ///   - reporter: where progress goes.
  ///   - logger: where the log goes.
  ///   - stopStatus: how the command will end when its task is cancelled: 130 after Ctrl-C, 143
  ///     after SIGTERM; `nil` while nobody asked it to stop.
  package init(
    library: LibraryFolder, reporter: ProgressReporter, logger: Logger,
    stopStatus: @escaping @Sendable () -> ExitStatus? = { nil }
  ) {
    self.library = library
    self.reporter = reporter
    self.logger = logger
    self.stopStatus = stopStatus
  }

  /// Runs.
  ///
  /// - Parameters:
  ///   - request: what to do.
  ///   - output: takes the result, piece by piece, for standard output.
  /// - Throws: `CommandFailure`; status 3 when some videos of a night failed.
  package func run(
    _ request: NightRequest, output: @escaping @Sendable (String) -> Void
  ) async throws {
    let settings = try library.settings.settings(
      for: request.videos?.first, flags: request.flags)
    // Before anything is decoded: a night in which every clip must fail need not begin.
    if !request.dryRun { try Catalogue.requireEncoder(settings.render.encoder) }
    // A run wants the library for itself; a dry run looks on, whoever is at work.
    let lock = request.dryRun ? nil : try RunLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    if !request.dryRun { try library.requireOutput(settings) }
    let logger = logger
    let database = try library.database(
      for: request.dryRun ? .reading : .writing, notice: { logger.notice("\($0)") })
    try database.checkWhenDue()
    let desk = NightDesk(
      job: self, request: request, database: database, lock: lock, output: output)
    let began = Date()
    var ending: CommandFailure?
    if let video = request.videos?.first {
      try await desk.regenerate(video)
    } else {
      ending = try await desk.night()
    }
    conclude(on: database, request, since: began)
    try eraseOldSamples(database, request)
    if let ending { throw ending }
  }

  /// A night ends with what `gazecut prune` does: after all that asks for samples.
  func eraseOldSamples(_ database: LibraryDatabase, _ request: NightRequest) throws {
    guard !request.dryRun, request.videos == nil, stopStatus() == nil else { return }
    for line in try SampleRetention(library: library, database: database).apply() {
      logger.notice("\(line)")
    }
  }

  /// Writes the pages of what was worked on; that they cannot be written spoils no night.
  func conclude(on database: LibraryDatabase, _ request: NightRequest, since began: Date) {
    guard !request.dryRun, !request.isProof, stopStatus() == nil else { return }
    do {
      guard try library.settings.settings(for: nil, flags: request.flags).run.report else { return }
      try ReportJob(library: library, database: database) { [reporter] in
        reporter.step("writing its page", of: $0)
      }.write(.since(began), isCancelled: { [stopStatus] in stopStatus() != nil })
    } catch {
      let failure = CommandFailure(describing: error)
      logger.warning("the report was not written: \(failure.message)")
    }
  }
}
