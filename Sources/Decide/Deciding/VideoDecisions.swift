package import EditDecisions
package import Media
package import Overrides
import Rendering
package import Settings
package import Workspace

/// What is decided about a video, and of which source.
package struct VideoDecisions: Sendable {
  /// As it was probed, with its captions.
  package var source: SourceVideo
  package var document: DecisionDocument
  /// Those that it was decided by, with the title that its clips show.
  package var settings: Settings

  package init(source: SourceVideo, document: DecisionDocument, settings: Settings) {
    self.source = source
    self.document = document
    self.settings = settings
  }
}

extension LibraryFolder {
  /// Decides about a video: opens the database for itself, and has a caged process read the source.
  ///
  /// It waits for that process, so it is called on a thread of its own.
  ///
  /// - Parameters:
  ///   - video: its id.
  ///   - flags: `--set` values.
  ///   - source: where the decisions come from.
  ///   - wishes: a person's; `nil` for those that the library keeps.
  ///   - mayKeep: whether costly steps may be kept for the next night.
  ///   - place: its source, as whoever asks found it; `nil` has it looked for.
  ///   - notice: told what an operator should know.
  ///   - report: told what is being done.
  ///   - isCancelled: asked while the source is read.
  /// - Returns: the decisions, and what they were decided of and by.
  /// - Throws: `CommandFailure`, `DecisionErrors`; errors of the settings and of the library.
  package func decide(
    _ video: String, flags: [String], by source: DecisionSource, wishes: [Wish]?, mayKeep: Bool,
    place: String?, notice: @escaping @Sendable (String) -> Void,
    report: @escaping (String) -> Void, isCancelled: @escaping CancellationCheck
  ) throws -> VideoDecisions {
    let asked = try settings.settings(for: video, flags: flags)
    let usual = try settings.settings(for: video).valuesOfAllShapes
    let database = try database(
      for: mayKeep ? .writing : .reading, isCancelled: isCancelled, notice: notice)
    let reader = SourceReader(
      try self.source(of: video, at: place), notice: notice, isCancelled: isCancelled)
    let maker = try DecisionMaker(
      reading: SourceVideo(id: video, reader, library: self, database, mayKeep: mayKeep), reader,
      database, asked, wishes: wishes ?? self.wishes(of: video), mayKeep: mayKeep, notice: notice,
      report: report)
    if case .audience = source, let text = try maker.audienceReader.frozenSettingsWarning() {
      notice(text)
    }
    var document = try maker.decide(source)
    document.set = asked.valuesOfAllShapes.filter { !usual.contains($0) }
    document.title = maker.settings.render.title?.text
    if let text = maker.source.missingGlyphsNotice(for: document.moments.map { $0.start..<$0.end })
    {
      notice(text)
    }
    let shapes = ClipVariant.all(maker.settings, document)
    for text in try maker.source.titleNotices(for: shapes, reader) { notice(text) }
    return VideoDecisions(source: maker.source, document: document, settings: maker.settings)
  }
}
