import Foundation
import Ingest
import Library
import Logging
package import Overrides
import Settings
import Support
package import Workspace

/// The batch job: one run over all pending videos, or over one named video.
package struct NightJob: Sendable {
  let context: CommandContext
  let ending: NightEndReporter

  package init(_ context: CommandContext, ending: NightEndReporter) {
    (self.context, self.ending) = (context, ending)
  }

  var library: LibraryFolder { context.library }
  var reporter: ProgressReporter { context.reporter }
  var logger: Logger { context.logger }
  var stopStatus: @Sendable () -> ExitStatus? { context.stopStatus }

  /// Opens the database; notices about it go to the log.
  func database(for purpose: LibraryDatabase.Purpose) throws -> LibraryDatabase {
    try library.database(for: purpose, notice: { [logger] in logger.notice("\($0)") })
  }

  /// Executes a run.
  ///
  /// - Throws: `CommandFailure` 3 if some videos failed.
  package func run(
    _ request: NightOptions, output: @escaping @Sendable (String) -> Void
  ) async throws {
    if request.dryRun, request.importsFirst { return try await dryRun(request, output: output) }
    let night = try open(request, output)
    defer { withExtendedLifetime(night) {} }
    if let video = request.video {
      try await VideoRegeneration(night: night).run(video)
      try await PageWriter(night: night).write(video)
    } else {
      var runner = NightRunner(night: night)
      if let failure = try await runner.run() { throw failure }
    }
  }

  /// Locks and opens the library for a run; a dry run looks on, whoever is at work.
  private func open(
    _ request: NightOptions, _ output: @escaping @Sendable (String) -> Void
  ) throws -> NightContext {
    let settings = try library.settings.settings(for: request.video, flags: request.flags)
    let lock = request.dryRun ? nil : try LibraryLock(folder: library.path, .exclusive)
    if !request.dryRun { try library.requireResponsiveOutputDisk(settings) }
    let database = try database(for: request.dryRun ? .reading : .writing)
    try database.checkIfOutdated()
    return try NightContext(
      job: self, request: request, database: database, lock: lock, output: output)
  }

  /// Imports new files as a separate command (`gazecut intake`).
  ///
  /// - Throws: as `IntakeJob.run`; status 3 if a watched folder could not be read.
  package func importNewFiles(
    isDryRun: Bool, flags: [String], output: @escaping @Sendable (String) -> Void
  ) async throws {
    let job = IntakeJob(context, isDryRun: isDryRun, flags: flags) { output($0 + "\n") }
    let tally = try await job.run()
    output(tally.text(isDryRun: isDryRun))
    if let failure = tally.failure { throw failure }
  }

  /// Prints what a run would cut, new files included: they are imported into a temporary copy of
  /// the database, which is removed afterwards.
  private func dryRun(
    _ request: NightOptions, output: @escaping @Sendable (String) -> Void
  ) async throws {
    let folder = try Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let library = library
    let database = try database(for: .reading)
    try database.checkIfOutdated()
    let copy = library.keepingDatabase(in: folder)
    let job = NightJob(context.working(on: copy), ending: ending)
    let intake = try await IntakeJob(
      job.context, isDryRun: false, flags: request.flags, isRehearsal: true
    ).run(on: database) {
      let original = try library.database(for: .reading)
      try original.copy(into: folder)
      try original.close()
      return try copy.database(for: .writing)
    }
    let isCopied = FileManager.default.fileExists(atPath: folder + "/" + LibraryDatabase.fileName)
    if isCopied {
      let text = intake.text(isDryRun: true).trimmingCharacters(in: .newlines)
      logger.notice("\(text)")
    }
    let night = try NightContext(
      job: isCopied ? job : self, request: request,
      database: (isCopied ? copy : library).database(for: .reading), lock: nil, output: output)
    var runner = NightRunner(night: night, intake: intake)
    if let failure = try await runner.run() { throw failure }
  }

  /// Creates an empty folder that only this user can read.
  private static func temporaryFolder() throws -> String {
    let path = NSTemporaryDirectory() + "/gazecut-dry-run-" + UUID().uuidString
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(
        .cannotCreate,
        "a dry run imports into a temporary copy, and '\(NSTemporaryDirectory())' cannot be "
          + "written; set TMPDIR, or use --no-intake")
    }
    return path
  }
}

extension NightJob {
  /// Adds, lists or removes the overrides of a video, and prints what they change.
  ///
  /// - Throws: `CommandFailure` 66 for an unknown video or override, 65 for an impossible override.
  package func wish(
    of video: String, _ request: WishRequest, dryRun: Bool,
    output: @escaping @Sendable (String) -> Void
  ) async throws {
    let database = try database(for: .reading)
    do {
      try library.requireKnown(video, in: database)
    } catch let failure as CommandFailure {
      guard case .apply(_, let file) = request else { throw failure }
      throw CommandFailure(
        failure.status,
        "\(file): wishes of another library's video: \(failure.message); --config names its folder")
    }
    var night = NightOptions(video)
    night.dryRun = true
    let editor = WishEditor(
      night: try NightContext(
        job: self, request: night, database: database, lock: nil, output: output), video: video)
    let settings = try library.settings.settings(for: video)
    if let warning = try database.videos.state(of: video).otherSettings(than: settings, of: video) {
      logger.warning("\(warning)")
    }
    let isChange = if case .list = request { false } else { !dryRun }
    let lock = isChange ? try await editor.lock() : nil
    defer { withExtendedLifetime(lock) {} }
    switch request {
    case .list(let isJSON): output(try editor.list(isJSON: isJSON))
    case .apply(let document, let file): output(try await editor.apply(document, file, dryRun))
    case .undo(let number): output(try await editor.undo(number, dryRun))
    case .add(let draft): output(try await editor.add(draft, dryRun))
    case .restore(let id): output(try await editor.restore(id, dryRun))
    }
  }
}
