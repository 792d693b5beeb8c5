import Foundation
package import Library
import Logging
import Settings
import Support
package import Workspace

/// Takes in all that is new in the places of `timelines:`, each file whole or not at all.
///
/// Every run begins with it. Files are read and nothing else; what is bad stops no other.
package struct IntakeJob: Sendable {
  let context: CommandContext
  /// Whether nothing is written, and no program is run.
  let isDryRun: Bool
  /// Whether it works on a copy of the database, for a dry run: no program is run.
  let isRehearsal: Bool
  /// `--set` values.
  let flags: [String]
  /// Takes a line a file, for standard output; a run says its own.
  let output: (@Sendable (String) -> Void)?

  /// Seconds that an intake waits, once, for files that were just written.
  static let longestWait = 30.0

  package init(
    _ context: CommandContext, isDryRun: Bool, flags: [String] = [],
    isRehearsal: Bool = false, output: (@Sendable (String) -> Void)? = nil
  ) {
    self.isRehearsal = isRehearsal
    (self.context, self.isDryRun, self.flags, self.output) = (context, isDryRun, flags, output)
  }

  /// Takes in what is new.
  ///
  /// Where there is nothing, the library is not written to.
  ///
  /// - Returns: what became of it.
  /// - Throws: `CommandFailure`, `LibraryError`; never for a file that is bad.
  package func run() async throws -> IntakeSummary {
    func open(_ purpose: LibraryDatabase.Purpose) throws -> LibraryDatabase {
      let logger = context.logger
      return try context.library.database(for: purpose, notice: { logger.notice("\($0)") })
    }
    // One of an older gazecut cannot be read before it is brought up to this one.
    guard !isDryRun, let database = try? open(.reading) else {
      return try await run(on: open(isDryRun ? .reading : .writing))
    }
    return try await run(on: database) { try open(.writing) }
  }

  /// Takes in what is new into a library that is open.
  ///
  /// - Parameters:
  ///   - database: the library.
  ///   - opening: opens it to be written to, where it is open for reading.
  /// - Returns: what became of it.
  /// - Throws: as `run()`.
  package func run(
    on database: LibraryDatabase, opening: (() throws -> LibraryDatabase)? = nil
  ) async throws -> IntakeSummary {
    let began = Date()
    let settings = try context.library.settings.settings(for: nil, flags: flags)
    if !isDryRun, !isRehearsal { try await runBefore(settings.run) }
    var pass = IntakePass(
      job: self, database: database, opening: opening, settle: settings.intake.settle)
    try pass.look(at: try context.library.inputSources())
    if pass.hasUnsettled, settings.intake.settle <= Self.longestWait {
      context.reporter.say(
        "waiting \(Setting.text(settings.intake.settle)) s for "
          + "\(pass.unsettledCount.counted("file")) written just now (intake.settle)")
      try await Task.sleep(for: .seconds(settings.intake.settle))
      try pass.retryUnsettledFiles()
    }
    try pass.end()
    if opening != nil { try pass.database.close() }
    pass.notes.log.ended(pass.notes.tally, Date().timeIntervalSince(began))
    return pass.notes.tally
  }

  /// Tells how far a file is, and stops where the command is to.
  var progress: ImportProgress {
    ImportProgress(reporter: context.reporter) { [context] in context.stopStatus() != nil }
  }

  /// What an operator has run first; that it fails is told and no more.
  private func runBefore(_ settings: RunSettings) async throws {
    guard !settings.before.isEmpty else { return }
    context.reporter.say("run.before: \(settings.before[0])")
    let program = HookProgram(
      words: settings.before, limit: settings.beforeLimit, folder: context.library.path)
    if let failure = try await program.run() {
      context.logger.warning(
        "run.before: \(settings.before[0]) \(failure); the files that are there are imported")
    }
  }
}
