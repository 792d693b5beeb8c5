package import EditDecisions
import Library
package import Media
package import Overrides
import Rendering
package import Settings
package import Workspace

/// The decisions about a video and the source they apply to.
package struct VideoDecisions: Sendable {
  /// The source with its captions.
  package var source: SourceVideo
  package var document: DecisionDocument
  /// The settings of the decisions, with the title shown in the clips.
  package var settings: Settings

  package init(source: SourceVideo, document: DecisionDocument, settings: Settings) {
    (self.source, self.document, self.settings) = (source, document, settings)
  }
}

extension LibraryFolder {
  /// Makes the decisions for a video, with a database connection and a sandboxed reader of its own.
  ///
  /// It waits for the reader process, so call it on a separate thread.
  ///
  /// `flags` are `--set` values. If `wishes` is `nil`, the stored ones are used. If `place` is
  /// `nil`, the source is searched for. `canCache` stores expensive results for the next run.
  /// `notice` is called with messages for the user, `report` before each step that takes long.
  package func decide(
    _ video: String, flags: [String], by source: DecisionSource, wishes: [Wish]?, canCache: Bool,
    place: String?, notice: @escaping @Sendable (String) -> Void,
    report: @escaping (String) -> Void, isCancelled: @escaping CancellationCheck
  ) throws -> VideoDecisions {
    let asked = try settings.settings(for: video, flags: flags)
    let usual = try settings.settings(for: video).valuesOfAllAspectRatios
    let database = try database(
      for: canCache ? .writing : .reading, isCancelled: isCancelled, notice: notice)
    let reader = SourceReader(
      try self.source(of: video, at: place), notice: notice, isCancelled: isCancelled)
    let maker = try DecisionMaker(
      reading: SourceVideo(id: video, reader, library: self, database, canCache: canCache), reader,
      database, asked, wishes: wishes ?? self.wishes(of: video), canCache: canCache, notice: notice,
      report: report)
    if case .audience = source, let text = try maker.audienceReader.retainedSettingsWarning() {
      notice(text)
    }
    var document = try maker.decide(source)
    document.set = asked.valuesOfAllAspectRatios.filter { !usual.contains($0) }
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
