import Audience
import Foundation
import Importers
import Ingest
import Library
import Settings
import Support
package import Workspace

/// Everything that a library stores about one viewer, as JSON (schema `gazecut.viewer/1`).
///
/// It answers a viewer's request for access. Names are not stored, so the caller must give the
/// name. Figures of other viewers are not included.
package struct ViewerDataExport {
  static let schema = "gazecut.viewer/1"

  private let held: StoredViewerData
  /// The viewer's videos for which decisions exist, sorted by ID.
  private let decided: [(video: String, pin: VideoState.LockedDecisions.Kind?)]
  /// Number of the viewer's files in watched folders that the import log has entries for.
  private let intakeMarks: Int

  /// Collects the data of a viewer with this name, which is not repeated in the result.
  ///
  /// - Throws: `CommandFailure`: 66 if nothing is stored, 64 if the text cannot be a name;
  ///   `LibraryError`.
  package init(library: LibraryFolder, viewer: String) throws {
    guard ViewerName.plain(viewer) != nil else {
      throw CommandFailure(.usage, "this cannot be a viewer's name: \(ViewerName.rule)")
    }
    let database = try library.database(for: .reading)
    guard let held = try database.privacy.data(ofViewer: viewer) else {
      throw CommandFailure(
        .notFound,
        "the library has no data of such a viewer; write the name exactly as at import."
          + (try RetainedAudienceNote.text(database)))
    }
    self.held = held
    // Read one at a time, because the decisions of a large library take gigabytes.
    decided = try Set(held.sessions.map(\.video)).sorted().compactMap { video in
      let state = try database.videos.state(of: video)
      return state.decisions == nil ? nil : (video, state.pin?.kind)
    }
    intakeMarks = try Self.intakeMarks(of: viewer, held, in: library, database)
  }

  /// Counts log entries by the paths of files, since the keyed hashes in the log cannot be
  /// reversed.
  private static func intakeMarks(
    of viewer: String, _ held: StoredViewerData, in library: LibraryFolder,
    _ database: LibraryDatabase
  ) throws -> Int {
    let files = Set(held.sessions.compactMap(\.fileMark))
    let name = ViewerName.plain(viewer)
    var identities: [String] = []
    for place in try library.inputSources() {
      guard let folder = place as? WatchedFolder, let root = folder.root,
        (try? library.answer(about: root, { access(root, F_OK) })) == 0,
        let items = try? folder.items(now: 0)
      else { continue }
      let paths = items.map { item in
        if case .file(let path) = item.source {
          ImportedFilePath.path(path, in: library)
        } else {
          ""
        }
      }
      for (item, mark) in zip(items, try database.intake.marks(ofFiles: paths))
      where files.contains(mark) || item.words.viewer.flatMap(ViewerName.plain) == name {
        identities.append(item.identity)
      }
    }
    return try database.intake.results(of: identities).count { $0 != nil }
  }

  /// The data as one JSON object with a line end.
  package var json: String {
    JSONText.of { json in
      json.add("schema", Self.schema)
      json.add("pseudonyms", strings: held.pseudonyms)
      json.add("isRefusedAtImport", held.isForgotten)
      json.add("sessions", list: held.sessions) { Self.write($0, to: &$1) }
      json.add("folded", list: held.folded) { cache, json in
        json.add("video", cache.video)
        json.add("kind", cache.kind)
        json.add("bytes", cache.bytes)
      }
      json.add("intakeMarks", intakeMarks)
      json.add("decisions", list: decided) { decided, json in
        json.add("video", decided.video)
        json.add("pinned", decided.pin?.rawValue)
      }
    } + "\n"
  }

  private static func write(_ session: StoredSessionDetails, to json: inout JSONText.Members) {
    json.add("video", session.video)
    json.add("pseudonym", session.pseudonym)
    json.add("recordedAt", session.recordedAt?.formatted(.iso8601))
    json.add("importedAt", session.importedAt.formatted(.iso8601))
    json.add("format", session.format)
    json.add("contentSHA256", session.contentHash)
    json.add("file", session.file)
    json.add("fileMark", session.fileMark)
    json.add("labels") { labels in
      for label in session.labels { labels.add(label.name, label.value) }
    }
    json.add("skipped") { skipped in
      for (reason, count) in session.skipped.sorted(by: { $0.key < $1.key }) {
        skipped.add(reason, count)
      }
    }
    // The import report is JSON; one that another version wrote is included as text.
    if let check = ImportCheck(text: session.report) {
      json.add("found", raw: check.text ?? "{}")
      json.add("odd", strings: check.oddities.map { "\($0)" })
    } else {
      json.add("found", session.report)
    }
    json.add("samples") { write(session.samples, to: &$0) }
  }

  private static func write(_ samples: SampleStatistics, to json: inout JSONText.Members) {
    json.add("count", samples.count)
    add("seconds", samples.span, to: &json)
    json.add("gazes", samples.gazes)
    add("x", samples.x, to: &json)
    add("y", samples.y, to: &json)
    json.add("blinks", samples.blinks)
    json.add("faces", samples.faces)
    json.add("scores") { scores in
      for emotion in Emotion.allCases { add(emotion.name, samples.scores[emotion], to: &scores) }
    }
  }

  private static func add(
    _ key: String, _ range: ClosedRange<Double>?, to json: inout JSONText.Members
  ) {
    guard let range else { return }
    json.add(key) {
      $0.add("from", range.lowerBound, decimals: 3)
      $0.add("to", range.upperBound, decimals: 3)
    }
  }
}
