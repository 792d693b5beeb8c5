import Audience
import EditDecisions
import Foundation
import Framing
import Library
import Media
import Overrides
import Rendering
import Selection
import Settings
import Support
import Workspace

/// Decides the clips of one video, with the same steps for a run and a dry run.
struct DecisionMaker {
  var video: String
  var source: SourceVideo
  var reader: SourceReader
  var database: LibraryDatabase
  var settings: Settings
  /// The user's wishes; a user's complete decisions override them.
  var wishes: [Wish]
  /// Whether expensive results may be stored for the next run.
  var canCache: Bool
  var report: (String) -> Void

  /// Makes the decisions, with a reason if there is no moment.
  ///
  /// Throws `CommandFailure` 65 if the user's choice is impossible, and `DecisionErrors` for a
  /// wrong document.
  func decide(_ source: DecisionSource) throws -> DecisionDocument {
    switch source {
    case .document(let text, let path): return try readDocument(text, path)
    case .audience: return try decideByAudience()
    case .windows(let windows, let adds):
      return try decide(windows: windows, adds: adds)
    }
  }

  private func decideByAudience() throws -> DecisionDocument {
    try ownWishes.requirePossible(settings.framing)
    var audience = try audience(isResampled: true)
    try audience.findWideSegments(of: source, settings)
    let chooser = MomentChooser(settings: settings.selection)
    var choice = try audienceReader.choice(
      by: chooser, audience, settings: settings.selectionHash, canCache: canCache
    ).withConfidence
    let ranges = neededRanges(for: choice, audience.summary)
    if !ranges.isEmpty { report("finding cuts and pauses") }
    let picture = try picture(in: ranges)
    let material = CutPoints(
      cuts: picture.cuts, dissolves: picture.dissolves, pauses: try pauses(in: ranges), cues: cues)
    choice = shown(of: choice, material, audience.summary)
    let moments = try moments(
      of: choice.candidates, picture, audience, after: PreviousDecisions(of: self))
    return document(
      moments, choice.nearestRejected, audience.summary,
      shapes: try shapes(of: moments, picture, audience), reason: reason(choice, audience.summary))
  }

  /// The audience, if it is large enough and the video is not too long (`CommandFailure` 65).
  func audience(isResampled: Bool = false) throws -> VideoAudience {
    var reader = audienceReader
    reader.isResampled = isResampled
    try reader.requireMinimumViewers(settings.selection)
    return try reader.audience(
      duration: source.info.duration, aspect: source.aspect, canCache: canCache)
  }

  var audienceReader: AudienceReader {
    AudienceReader(
      database: database, video: video, settings: settings.fold, part: settings.selection.viewers,
      report: report)
  }

  /// The reason for no moment; a video without viewers has a different one than unusable sessions.
  private func reason(_ choice: Choice, _ summary: TimelineSummary) -> String? {
    guard summary.isEmpty, summary.curves.isEmpty, settings.selection.evidence != .curve else {
      return choice.reason
    }
    return "it has no viewers yet; import their timelines with `gazecut import`"
  }

  /// The audience's choice after fitting edges and applying wishes, with all rejections.
  func shown(of choice: Choice, _ edges: CutPoints, _ summary: TimelineSummary) -> Choice {
    wishApplication(by: summary).applyingWishes(fitter.fit(choice, to: edges, in: summary))
  }

  var fitter: EdgeFitter {
    EdgeFitter(settings: settings.selection, duration: source.info.duration)
  }

  private var cues: [Range<Double>] {
    source.captions.filter { $0.start < $0.end }.map { $0.start..<$0.end }
  }

  var ownWishes: VideoWishes {
    VideoWishes(
      wishes, video: video, picture: (source.info.video.width, source.info.video.height),
      duration: source.info.duration, frameTime: source.frameTime)
  }

  private func wishApplication(by summary: TimelineSummary) -> WishApplication {
    WishApplication(wishes, settings: settings.selection, summary: summary)
  }

  /// The ranges in which edges of chosen and possible moments can be, including wishes.
  private func neededRanges(for choice: Choice, _ summary: TimelineSummary) -> [Range<Double>] {
    fitter.neededRanges(
      for: wishApplication(by: summary).withWishedRanges(choice.possibleMoments(settings.selection))
    )
  }

  /// The stored cuts and pauses near the chosen moments, with the captions; nothing is decoded.
  func cachedEdgeMaterial(of choice: Choice, in summary: TimelineSummary) throws -> CutPoints {
    var found = try knownCutPoints(in: neededRanges(for: choice, summary))
    found.cues = cues
    return found
  }

  func document(
    _ moments: [Moment], _ rejected: [RejectedSegment], _ summary: TimelineSummary,
    shapes: [FurtherAspectRatio], reason: String?
  ) -> DecisionDocument {
    DecisionDocument(
      video: source.description,
      audience: MinimumGroupRule(settings.selection).summary(of: summary),
      settings: settings.selectionHash, moments: moments, rejected: rejected,
      reel: withReelTimes(ReelEntry.inOrder(of: moments)), shapes: shapes, reason: reason
    ).rounded()
  }

  /// The entries of the reel, each with the reel time of its first frame.
  func withReelTimes(_ entries: [ReelEntry]) -> [ReelEntry] {
    let map = ClipRenderer(source: source.info, settings: settings.render)
      .reelSegments(entries.map { $0.start..<$0.end })
    return zip(entries, map).map { entry, stretch in
      ReelEntry(
        moment: entry.moment, start: entry.start, end: entry.end, at: Rounding.time(stretch.at))
    }
  }

  func recordedDocument() throws -> DecisionDocument? {
    try database.videos.state(of: video).document
  }
}

extension DecisionMaker {
  /// Creates a decision maker after reading captions and checking titles.
  ///
  /// Captions, wishes and titles are reduced to what can be drawn. `notice` is called for text that
  /// cannot be read or drawn, `report` before each step that takes long.
  init(
    reading source: SourceVideo, _ reader: SourceReader, _ database: LibraryDatabase,
    _ settings: Settings, wishes: [Wish], canCache: Bool, notice: (String) -> Void,
    report: @escaping (String) -> Void
  ) throws {
    var (source, settings) = (source, settings)
    try source.readCaptions(for: settings.render, reader, notice: notice)
    let wishes = try source.drawable(wishes, reader, notice: notice)
    settings.render.title = try source.title(settings.render, wishes, reader, notice: notice)
    self.init(
      video: source.description.id, source: source, reader: reader, database: database,
      settings: settings, wishes: wishes, canCache: canCache, report: report)
  }
}
