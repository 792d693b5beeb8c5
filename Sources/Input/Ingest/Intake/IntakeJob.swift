import EditDecisions
import Foundation
package import Library
import Logging
import Settings
import Support
package import Workspace

/// Imports all new data from the watched folders and databases (`timelines:` in gazecut.yaml).
///
/// Each run starts with it. Files are read but never changed. A bad file does not stop the import
/// of others.
package struct IntakeJob: Sendable {
  let context: CommandContext
  /// Whether nothing is written and no program is started.
  let isDryRun: Bool
  /// Whether it uses a copy of the database for a dry run, so that no program is started.
  let isRehearsal: Bool
  /// `--set` values.
  let flags: [String]
  /// Called with one line per file for standard output; `nil` in a run, which prints another
  /// result.
  let output: (@Sendable (String) -> Void)?

  /// Maximum seconds that an import waits, once, for files that were just written.
  static let maximumWait = 30.0

  package init(
    _ context: CommandContext, isDryRun: Bool, flags: [String] = [],
    isRehearsal: Bool = false, output: (@Sendable (String) -> Void)? = nil
  ) {
    (self.context, self.isDryRun, self.isRehearsal) = (context, isDryRun, isRehearsal)
    (self.flags, self.output) = (flags, output)
  }

  /// Imports new data; if there is none, the library is not written to.
  ///
  /// Throws `CommandFailure` or `LibraryError`, but never for a bad file.
  package func run() async throws -> IntakeSummary {
    func open(_ purpose: LibraryDatabase.Purpose) throws -> LibraryDatabase {
      let logger = context.logger
      return try context.library.database(for: purpose, notice: { logger.notice("\($0)") })
    }
    // The library of an older gazecut must be upgraded before it can be read.
    guard !isDryRun, let database = try? open(.reading) else {
      return try await run(on: open(isDryRun ? .reading : .writing))
    }
    return try await run(on: database) { try open(.writing) }
  }

  /// Imports into an open library; `opening` opens it for writing if it is only for reading.
  package func run(
    on database: LibraryDatabase, opening: (() throws -> LibraryDatabase)? = nil
  ) async throws -> IntakeSummary {
    let began = Date()
    let settings = try context.library.settings.settings(for: nil, flags: flags)
    if !isDryRun, !isRehearsal { try await runHookBeforeImport(settings.run) }
    var pass = IntakePass(
      job: self, database: database, opening: opening, settle: settings.intake.settle)
    try await pass.run(over: try context.library.inputSources())
    if opening != nil { try pass.database.close() }
    pass.notes.logEnd(after: Date().timeIntervalSince(began))
    return pass.notes.tally
  }

  /// Reports progress, and stops the import when the command is stopped.
  var progress: ImportProgress {
    ImportProgress(reporter: context.reporter) { [context] in context.stopStatus() != nil }
  }

  /// Runs the user's program `run.before`; a failure only gives a warning.
  private func runHookBeforeImport(_ settings: RunSettings) async throws {
    guard !settings.before.isEmpty else { return }
    context.reporter.say("run.before: \(settings.before[0])")
    let failure = try await HookProgram.run(
      settings.before, limit: settings.beforeLimit, in: context.library.path)
    if let failure {
      context.logger.warning(
        "run.before: \(settings.before[0]) \(failure); the files that are there are imported")
    }
  }
}
