import Foundation
import Ingest
import Library
import Logging
import Support
import Workspace

extension NightJob {
  /// Prints what a run would cut, new files included: they are imported into a temporary copy of
  /// the database, which is removed afterwards.
  func dryRun(
    _ request: NightOptions, output: @escaping @Sendable (String) -> Void
  ) async throws {
    let folder = try Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (library, logger) = (library, logger)
    let database = try library.database(for: .reading, notice: { logger.notice("\($0)") })
    try database.checkIfOutdated()
    let copy = library.keepingDatabase(in: folder)
    let job = NightJob(context.working(on: copy), ending: ending)
    let intake = try await IntakeJob(
      context.working(on: copy), isDryRun: false, flags: request.flags, isRehearsal: true
    ).run(on: database) {
      // Only if something is new.
      let original = try library.database(for: .reading)
      try original.copy(into: folder)
      try original.close()
      return try copy.database(for: .writing)
    }
    let isCopied = FileManager.default.fileExists(
      atPath: folder + "/" + LibraryDatabase.fileName)
    if isCopied {
      let text = intake.text(isDryRun: true).trimmingCharacters(in: .newlines)
      logger.notice("\(text)")
    }
    let desk = try NightCoordinator(
      job: isCopied ? job : self, request: request,
      database: (isCopied ? copy : library).database(for: .reading), lock: nil, output: output,
      intake: intake)
    if let failure = try await desk.night() { throw failure }
  }

  /// An empty folder that only this user can read.
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
