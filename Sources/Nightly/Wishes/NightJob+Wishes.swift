import Deciding
import EditDecisions
import Failures
import Foundation
import Library
import Logging
import Settings
import Workspace

extension NightJob {
  /// Takes, shows or takes back a person's wishes of a video, and says what they change.
  ///
  /// - Parameters:
  ///   - request: what to do.
  ///   - output: takes the result, for standard output.
  /// - Throws: `CommandFailure` 66 for an unknown video or wish, 65 for a wish that cannot be.
  package func wish(
    _ request: WishRequest, output: @escaping @Sendable (String) -> Void
  ) async throws {
    let logger = logger
    let database = try library.database(for: .reading, notice: { logger.notice("\($0)") })
    do {
      try library.requireKnown(request.video, in: database)
    } catch let failure as CommandFailure {
      guard case .apply(_, let file) = request.act else { throw failure }
      throw CommandFailure(
        failure.status,
        "\(file): wishes of another library's video: \(failure.message); --config names its folder")
    }
    var night = NightRequest([request.video])
    night.dryRun = true
    let desk = WishDesk(
      night: try NightDesk(
        job: self, request: night, database: database, lock: nil, output: output),
      library: library, database: database, video: request.video)
    let settings = try library.settings.settings(for: request.video)
    if let warning = try database.state(of: request.video)
      .otherSettings(than: settings, of: request.video)
    {
      logger.warning("\(warning)")
    }
    let isChange = if case .list = request.act { false } else { !request.dryRun }
    let lock = isChange ? try await desk.lock() : nil
    defer { withExtendedLifetime(lock) {} }
    switch request.act {
    case .list(let isJSON): output(try desk.list(isJSON: isJSON))
    case .apply(let document, let file):
      output(try await desk.apply(document, file, request.dryRun))
    case .undo(let number): output(try await desk.undo(number, request.dryRun))
    case .add(let draft): output(try await desk.add(draft, request.dryRun))
    case .restore(let id): output(try await desk.restore(id, request.dryRun))
    }
  }
}
