package import EditDecisions
import Foundation
import Library
package import Media
import Rendering
package import Settings
import Workers
package import Workspace

/// What is decided about a video, and of which source.
package struct DecidedVideo: Sendable {
  /// As it was probed, with its captions.
  package var source: SourceVideo
  /// What is decided.
  package var document: DecisionDocument
  /// Those that it was decided by, with the title that its clips show.
  package var settings: Settings

  package init(source: SourceVideo, document: DecisionDocument, settings: Settings) {
    self.source = source
    self.document = document
    self.settings = settings
  }
}

/// Decides about one video: opens the library for itself, and has a caged process read the source.
///
/// It waits for that process, so it is called on a thread of its own.
package struct VideoDecider: Sendable {
  var library: LibraryFolder
  var video: String
  /// `--set` values.
  var flags: [String]
  /// Where the decisions come from.
  var source: DecisionSource
  /// A person's wishes; `nil` for those that the library keeps.
  var wishes: [Wish]?
  /// Whether costly steps may be kept for the next night.
  var mayKeep: Bool
  /// Its source, as whoever asks found it; `nil` has it looked for.
  var place: String?
  /// Told what an operator should know.
  var notice: @Sendable (String) -> Void
  /// Told what is being done.
  var report: @Sendable (String) -> Void

  package init(
    library: LibraryFolder, video: String, flags: [String], source: DecisionSource,
    wishes: [Wish]? = nil, mayKeep: Bool, place: String? = nil,
    notice: @escaping @Sendable (String) -> Void, report: @escaping @Sendable (String) -> Void
  ) {
    self.library = library
    self.video = video
    self.flags = flags
    self.source = source
    self.wishes = wishes
    self.mayKeep = mayKeep
    self.place = place
    self.notice = notice
    self.report = report
  }

  /// Decides.
  ///
  /// - Parameter isCancelled: asked while the source is read.
  /// - Returns: the decisions, and what they were decided of and by.
  /// - Throws: `CommandFailure`, `DecisionProblems`; errors of the settings and of the library.
  package func decide(_ isCancelled: @escaping CancellationCheck) throws -> DecidedVideo {
    var settings = try library.settings.settings(for: video, flags: flags)
    let usual = try library.settings.settings(for: video).values
    let set = settings.values.filter { !usual.contains($0) }
    let database = try library.database(
      for: mayKeep ? .writing : .reading, isCancelled: isCancelled, notice: notice)
    let reader = SourceReader(
      try library.source(of: video, at: place), notice: notice, isCancelled: isCancelled)
    var read = try SourceVideo(id: video, reader, library: library, database, mayKeep: mayKeep)
    try read.readCaptions(for: settings.render, reader, notice: notice)
    let wishes = try read.drawable(
      wishes ?? library.wishes(of: video), reader, notice: notice)
    settings.render.title = try read.title(settings.render, wishes, reader, notice: notice)
    let maker = DecisionMaker(
      video: video, source: read, reader: reader, database: database, settings: settings,
      wishes: wishes, mayKeep: mayKeep, report: report)
    var document = try maker.decide(source)
    (document.set, document.title) = (set, settings.render.title?.text)
    if let text = read.lettersNotice(for: document.moments.map { $0.start..<$0.end }) {
      notice(text)
    }
    return DecidedVideo(source: read, document: document, settings: settings)
  }
}
