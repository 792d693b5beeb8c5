import Foundation
import Ingest
import Library
package import Support
import Workspace

/// The output of `gazecut status --format json`, for scripts and monitoring; it identifies no
/// viewer.
package struct StatusDocument: Encodable {
  static let schema = "gazecut.status/1"

  struct Video: Encodable {
    var video: String
    var source: Source
    var sessions: Int
    var viewers: Int
    var samples: Int
    var clips: Int
    var standing: DueVideos.ProcessingStatus.Kind
    /// Why the video must be processed; empty if it need not be, or failed.
    var why: [DueReason]
    var isPinned: Bool
    /// Files of its clips that were deleted.
    var missing: [String]
    var failure: Failure?
    var notices: [String] = []
  }

  package enum Source: String, Encodable, CaseIterable {
    case found, missing, several
    /// Its file is empty, or not a regular file.
    case unreadable

    init(_ result: SourceFinder.Result) {
      self =
        switch result {
        case .found: .found
        case .missing: .missing
        case .ambiguous: .several
        }
    }
  }

  struct Failure: Encodable {
    var message: String
    var inARow: Int
  }

  struct Run: Encodable {
    var startedAt: Date
    /// Exit code; absent if the run did not finish.
    var exit: Int32?
    var videos: Int
    var failed: Int
    var rendered: Int
    var kept: Int
    var retired: Int
  }

  var schema = Self.schema
  var library: String
  /// The process that is working on the library now.
  var run: LockHolder?
  var videos: [Video]
  var intake: IntakeStatus
  var nights: [Run]
}

extension StatusDocument {
  package static var members: [SchemaMember] {
    let holder: [SchemaMember] = [
      .count("process"), .text("host"), .text("since"), .texts("videos"),
    ]
    let video: [SchemaMember] = [
      .text("video"), .words("source", Source.allCases), .count("sessions"), .count("viewers"),
      .count("samples"), .count("clips"),
      .words("standing", DueVideos.ProcessingStatus.Kind.allCases),
      .member("why", .list(of: .words(DueReason.allCases.map(\.rawValue)))), .truth("isPinned"),
      .texts("missing"), .object("failure", [.text("message"), .count("inARow")]).optional,
      .texts("notices"),
    ]
    let night: [SchemaMember] = [
      .text("startedAt"), .count("exit").optional, .count("videos"), .count("failed"),
      .count("rendered"), .count("kept"), .count("retired"),
    ]
    return [
      .constant("schema", schema), .text("library"), .object("run", holder).optional,
      .list("videos", of: video), .object("intake", IntakeStatus.members),
      .list("nights", of: night),
    ]
  }
}

extension StatusReport {
  /// The report as one line of JSON with a line end.
  ///
  /// - Throws: `LibraryError`; `CommandFailure` for settings that cannot be read.
  package var json: String {
    get throws {
      let document = StatusDocument(
        library: library.path, run: LockHolder.current(library.path),
        videos: try knownVideos().map(video), intake: try IntakeStatus(database),
        nights: try lastRuns())
      return try SingleLineJSON.encode(document) + "\n"
    }
  }

  /// The last runs, newest first.
  func lastRuns() throws -> [StatusDocument.Run] {
    try database.runs.last(5).map { night in
      func count(_ name: String) -> Int { night.counts[name] ?? 0 }
      return StatusDocument.Run(
        startedAt: night.started, exit: night.exitCode, videos: count("videos"),
        failed: count("failed"), rendered: count("rendered"), kept: count("kept"),
        retired: count("retired"))
    }
  }

  private func video(_ known: VideoStatus) throws -> StatusDocument.Video {
    let (summary, standing) = (known.summary, known.standing)
    let state = standing?.state ?? VideoState()
    return StatusDocument.Video(
      video: summary.id, source: known.source, sessions: summary.sessions, viewers: summary.viewers,
      samples: summary.samples, clips: known.shorts, standing: standing?.kind ?? .noAudience,
      why: standing?.why ?? [], isPinned: state.pin != nil, missing: standing?.missing ?? [],
      failure: state.failure.map { .init(message: $0, inARow: state.failureCount) },
      notices: try notices(of: summary.id))
  }
}
