package import Audience
package import EditDecisions
import Foundation
import Framing
package import Library
import Media
package import Overrides
package import Rendering
package import Selection
package import Settings
import Support

/// Decides what is cut out of one video: the same steps for a run and a dry run.
package struct DecisionMaker {
  var video: String
  /// Its source, as it was probed.
  var source: SourceVideo
  var reader: SourceReader
  var database: LibraryDatabase
  var settings: Settings
  /// What a person wishes; what a person decided in whole stands over it.
  var wishes: [Wish]
  /// Whether costly steps may be kept for the next night.
  var mayKeep: Bool
  var report: (String) -> Void

  /// Decides.
  ///
  /// - Parameter source: who decides.
  /// - Returns: the document, rounded; with its reason where there is no moment.
  /// - Throws: `CommandFailure` 65 for a person's choice that cannot be; `DecisionErrors`;
  ///   errors of the library and of media.
  package func decide(_ source: DecisionSource) throws -> DecisionDocument {
    switch source {
    case .document(let text, let path): return try read(text, path)
    case .audience: return try decideByAudience()
    case .windows(let windows, let adds): return try decide(windows: windows, adds: adds)
    }
  }

}

extension DecisionMaker {
  /// For a source whose captions are read, and of wishes and titles what can be drawn.
  ///
  /// - Parameters:
  ///   - source: the video's, as it was probed.
  ///   - reader: of it.
  ///   - database: the library's.
  ///   - settings: as they are asked for.
  ///   - wishes: a person's.
  ///   - mayKeep: whether costly steps may be kept for the next night.
  ///   - notice: told what cannot be read or drawn.
  ///   - report: told what takes long, as it begins.
  /// - Throws: as `SourceReader.captions`.
  package init(
    reading source: SourceVideo, _ reader: SourceReader, _ database: LibraryDatabase,
    _ settings: Settings, wishes: [Wish], mayKeep: Bool, notice: (String) -> Void,
    report: @escaping (String) -> Void
  ) throws {
    var (source, settings) = (source, settings)
    try source.readCaptions(for: settings.render, reader, notice: notice)
    let wishes = try source.drawable(wishes, reader, notice: notice)
    settings.render.title = try source.title(settings.render, wishes, reader, notice: notice)
    self.init(
      video: source.description.id, source: source, reader: reader, database: database,
      settings: settings, wishes: wishes, mayKeep: mayKeep, report: report)
  }

  /// The audience, as the library has it.
  ///
  /// - Parameter isResampled: whether it can be drawn from anew.
  /// - Returns: the audience.
  /// - Throws: `CommandFailure` 65 where it is too small or the video too long; `LibraryError`.
  func audience(isResampled: Bool = false) throws -> VideoAudience {
    var reader = audienceReader
    reader.isResampled = isResampled
    try reader.requireMinimumViewers(settings.selection)
    return try reader.audience(
      duration: source.info.duration, aspect: source.aspect, mayKeep: mayKeep)
  }

  private var audienceReader: AudienceReader {
    AudienceReader(
      database: database, video: video, settings: settings.fold, part: settings.selection.viewers,
      report: report)
  }

  private func decideByAudience() throws -> DecisionDocument {
    try ownWishes.requirePossible(settings.framing)
    var audience = try audience(isResampled: true)
    try audience.findWideSegments(of: source, settings)
    let chooser = MomentChooser(settings: settings.selection)
    var choice = try audienceReader.choice(
      by: chooser, audience, settings: settings.judged, mayKeep: mayKeep
    ).judged
    let ranges = neededRanges(for: choice, audience.summary)
    let analysis = analysis()
    if !ranges.isEmpty { report("finding cuts and pauses") }
    let picture = try analysis.picture(in: ranges)
    let material = CutPoints(
      cuts: picture.cuts, dissolves: picture.dissolves,
      pauses: try analysis.pauses(in: ranges),
      cues: cues)
    choice = shown(of: choice, material, audience.summary)
    let moments = try moments(of: choice.candidates, picture, audience, after: earlier())
    return document(
      moments, choice.nearestRejected, audience.summary,
      shapes: try furtherShapes(of: moments, picture, audience),
      reason: reason(choice, audience.summary))
  }

  /// Why nothing was chosen; a video nobody watched is not one whose sessions were useless.
  private func reason(_ choice: Choice, _ summary: TimelineSummary) -> String? {
    guard summary.isEmpty, summary.curves.isEmpty, settings.selection.evidence != .curve else {
      return choice.reason
    }
    return "it has no viewers yet; `gazecut import` takes their timelines in"
  }

  /// What the audience chose with its edges fitted, as a person wishes.
  ///
  /// - Parameters:
  ///   - choice: the audience's.
  ///   - edges: what was found where its edges may lie.
  ///   - summary: the audience.
  /// - Returns: the moments that are shown, and all refusals.
  package func shown(of choice: Choice, _ edges: CutPoints, _ summary: TimelineSummary) -> Choice {
    wished(by: summary).applyingWishes(fitter.fit(choice, to: edges, in: summary))
  }

  /// What moves the edges of its moments.
  var fitter: EdgeFitter {
    EdgeFitter(settings: settings.selection, duration: source.info.duration)
  }

  /// When somebody speaks, by the captions.
  private var cues: [Range<Double>] {
    source.captions.filter { $0.start < $0.end }.map { $0.start..<$0.end }
  }

  /// The wishes, on the frames of this video.
  var ownWishes: VideoWishes {
    VideoWishes(
      wishes, video: video, picture: (source.info.video.width, source.info.video.height),
      duration: source.info.duration, frameTime: source.frameTime)
  }

  private func wished(by summary: TimelineSummary) -> WishApplication {
    WishApplication(wishes, settings: settings.selection, summary: summary)
  }

  /// Where edges of what the audience chose, or may yet, can lie, as far as wishes have them reach.
  private func neededRanges(for choice: Choice, _ summary: TimelineSummary) -> [Range<Double>] {
    fitter.neededRanges(
      for: wished(by: summary).withWishedRanges(choice.possibleMoments(settings.selection)))
  }

  /// What an earlier run found near the moments that the audience chose, with what the source says;
  /// nothing is decoded for it.
  package func cachedEdgeMaterial(of choice: Choice, in summary: TimelineSummary) throws
    -> CutPoints
  {
    var found = try analysis().known(in: neededRanges(for: choice, summary))
    found.cues = cues
    return found
  }

  func analysis() -> SourceAnalysis {
    SourceAnalysis(
      database: database, video: video, source: source, mayKeep: mayKeep,
      reader: reader)
  }

  private func document(
    _ moments: [Moment], _ rejected: [RejectedSegment], _ summary: TimelineSummary,
    shapes: [FurtherAspectRatio], reason: String?
  ) -> DecisionDocument {
    DecisionDocument(
      video: source.description,
      audience: Disclosure(settings.selection).summary(of: summary),
      settings: settings.judged, moments: moments, rejected: rejected,
      reel: placed(ReelEntry.inOrder(of: moments)), shapes: shapes, reason: reason
    ).rounded()
  }
}

extension DecisionMaker {
  /// Seconds around a moment whose rows its framing may look at, with room for any lag of the eyes.
  private static let around = 10.0

  /// Frames candidates, best first; each moment gets the id of its clip.
  private func moments(
    of candidates: [Candidate], _ picture: SourceAnalysis.Picture, _ audience: VideoAudience,
    after earlier: PreviousDecisions = .none
  ) throws -> [Moment] {
    report("framing")
    var windows = candidates.map { candidate in
      let start = source.frameTime(nearest: candidate.start)
      return start..<max(start, source.frameTime(nearest: candidate.end))
    }
    let detections = try database.detections(of: video, during: windows)
    let fitting = fitting(picture.borders)
    return try zip(candidates, windows).enumerated().map { index, chosen in
      let (candidate, start, end) = (chosen.0, chosen.1.lowerBound, chosen.1.upperBound)
      let framing = ownWishes.framing(from: start, to: end)
      // What made it a moment shows it, unless a person wishes otherwise.
      let saving = audience.summary.wideSegment(saving: candidate).map {
        FramingWish(start: start, end: end, look: $0.layout == "stack" ? .stack : .wide)
      }
      let request = try request(
        from: start, to: end, picture, audience, detections,
        [saving].compactMap(\.self) + framing.map(\.seconds))
      let framed = fitting.framed(request)
      var why = candidate.why
      for wished in framing { why.note(wished.wish) }
      (why.sceneStealer, why.framedBy) = (framed.sceneStealer, framed.framedBy)
      var moment = Moment(
        id: "", rank: index + 1, start: start, end: end,
        coreStart: min(end, max(start, candidate.coreStart)),
        coreEnd: max(start, min(end, candidate.coreEnd)), score: candidate.score, why: why,
        framing: framed.framing)
      moment.framing.poster = posterTime(of: moment, request)
      var others = windows
      others.remove(at: index)
      let decided = try steadied(
        identified(snapped(moment)), by: earlier, besides: others + ownWishes.forbidden, request)
      windows[index] = decided.seconds
      return decided
    }
  }

  /// What frames moments inside a picture with such sides.
  func fitting(_ borders: [BlackBorders]) -> ActiveAreaFramer {
    ActiveAreaFramer(
      render: settings.render, lines: ownWishes.titles, borders: borders,
      captions: source.burnedCaptions(from: 0, to: .infinity, settings.render))
  }

  /// All that the framing of some seconds depends on.
  func request(
    from start: Double, to end: Double, _ picture: SourceAnalysis.Picture,
    _ audience: VideoAudience, _ detections: [Detection], _ wishes: [FramingWish]
  ) throws -> FramingRequest {
    FramingRequest(
      start: start, end: end, cuts: picture.changes.map(source.frameTime),
      dissolves: picture.dissolves,
      timeline: try audience.timeline(
        around: start - Self.around..<end + Self.around, Disclosure(settings.selection)),
      detections: detections, pictureWidth: source.info.video.width,
      pictureHeight: source.info.video.height, frameRate: source.description.frameRate,
      settings: settings.framing, wishes: wishes)
  }

  /// A moment as it is written, with the id of its clip.
  func identified(_ moment: Moment) throws -> Moment {
    var moment = moment.rounded()
    moment.id = ClipIdentity.clip(
      video: video, source: source.identity, moment: moment, settings: settings.render,
      captions: source.burnedCaptions(
        from: moment.start, to: moment.end, settings.render))
    return moment
  }

  /// Entries of the reel, each with the time at which its frames come in the reel.
  private func placed(_ entries: [ReelEntry]) -> [ReelEntry] {
    let map = ReelRenderer(source: source.info, settings: settings.render)
      .map(entries.map { $0.start..<$0.end })
    return zip(entries, map).map { entry, stretch in
      ReelEntry(
        moment: entry.moment, start: entry.start, end: entry.end, at: Rounding.time(stretch.at))
    }
  }
}

extension DecisionMaker {
  /// Frames a person's own windows by the audience; what was decided before may stay beside them.
  private func decide(
    windows: [ClosedRange<Double>], adds: Bool
  ) throws -> DecisionDocument {
    let kept = adds ? try kept(beside: windows) : []
    let audience = try audience()
    let summary = audience.summary
    let chooser = MomentChooser(settings: settings.selection.fitting(summary))
    var candidates: [Candidate] = []
    for window in windows {
      let start = source.frameTime(nearest: window.lowerBound)
      let end = source.frameTime(nearest: window.upperBound)
      try require(window, start: start, end: end)
      let candidate = chooser.candidate(from: start, to: end, in: summary)
      try requireViewers(candidate, "--moment", by: chooser)
      if !candidates.contains(where: { $0.start == start && $0.end == end }) {
        candidates.append(candidate)
      }
    }
    report("finding cuts")
    // What stays is framed for further shapes alone. All is decoded once: that is most of the work.
    let recorded = try adds ? recordedDocument() : nil
    let framedAgain = recorded.map { unframed(kept, in: $0) } ?? []
    let picture = try analysis().picture(
      in: fitter.neededRanges(
        around: candidates.map { $0.start..<max($0.start, $0.end) }
          + framedAgain.map(\.seconds)))
    let added = try moments(of: candidates, picture, audience).map { moment in
      var moment = moment
      moment.rank += kept.count
      return moment
    }
    let moments = kept + added
    return document(
      moments, [], summary,
      shapes: try furtherShapes(of: moments, picture, audience, given: recorded),
      reason: nil)
  }

  /// The moments that were decided before, as they are.
  ///
  /// - Throws: `CommandFailure` 65 where a window overlaps one of them.
  private func kept(beside windows: [ClosedRange<Double>]) throws -> [Moment] {
    guard let recorded = try recordedDocument() else { return [] }
    for moment in recorded.moments {
      guard
        let window = windows.first(where: {
          $0.lowerBound < moment.end && $0.upperBound > moment.start
        })
      else { continue }
      throw CommandFailure(
        .badData,
        "--moment \(PlayTime.text(window)) overlaps moment \(moment.rank) at "
          + "\(PlayTime.text(moment.start, moment.end)), which --add keeps: the reel would show it "
          + "twice; `gazecut wish \(video) move \(moment.rank)` moves its edges")
    }
    try requireViewers(of: recorded)
    return try recorded.moments.sorted { $0.rank < $1.rank }.enumerated().map { index, moment in
      var identified = try identified(snapped(moment))
      identified.rank = index + 1
      return identified
    }
  }

  /// What a person edited shows seconds of an audience too; without one it shows nobody.
  private func requireViewers(of document: DecisionDocument) throws {
    let summary = try audience().summary
    guard summary.viewers > 0, settings.selection.evidence != .curve else { return }
    let chooser = MomentChooser(settings: settings.selection.fitting(summary))
    for moment in document.moments {
      let core = chooser.candidate(from: moment.coreStart, to: moment.coreEnd, in: summary)
      let whole = chooser.candidate(from: moment.start, to: moment.end, in: summary)
      try requireViewers(
        core.why.viewers > whole.why.viewers ? core : whole, "--decisions", by: chooser)
    }
  }

  private func require(
    _ window: ClosedRange<Double>, start: Double, end: Double
  ) throws {
    let duration = source.info.duration
    let isInside = window.upperBound <= duration + 1 / source.description.frameRate.value
    guard !isInside || end > start else {
      throw CommandFailure(
        .badData,
        "--moment \(PlayTime.text(window)) is shorter than a frame")
    }
    guard isInside else {
      throw CommandFailure(
        .badData,
        "--moment \(PlayTime.text(window)) is not inside '\(video)', which lasts "
          + PlayTime.clock(duration))
    }
  }

  private func requireViewers(
    _ candidate: Candidate, _ option: String, by chooser: MomentChooser
  ) throws {
    guard !chooser.isTold(candidate.why) else { return }
    throw CommandFailure(
      .badData,
      "\(option) \(PlayTime.clock(candidate.start))-"
        + "\(PlayTime.clock(candidate.end)): \(chooser.tooFew)")
  }
}

extension DecisionMaker {
  /// Reads a document a person edited, checks it, and gives its moments their clips' ids.
  private func read(_ text: String, _ name: String) throws -> DecisionDocument {
    var document: DecisionDocument
    do {
      document = try DecisionDocument(text: text).rounded()
      let problems = problems(in: document)
      if !problems.isEmpty { throw DecisionErrors(problems) }
    } catch let error as DecisionErrors {
      let lines = error.problems.map { "\(name): \($0)" }
      throw CommandFailure(.badData, lines.joined(separator: "\n"))
    }
    try requireViewers(of: document)
    if let recorded = try recordedDocument() {
      document.reel = document.reel(following: recorded)
    }
    let given = document
    document.video = source.description
    var ids: [String: String] = [:]
    document.moments = try document.moments.enumerated().map { index, read in
      var moment = read
      if moment.why.chosenBy != nil { moment.why.removeConfidence() }
      var identified = try identified(snapped(moment))
      if identified.rank <= 0 { identified.rank = index + 1 }
      ids[moment.id] = identified.id
      return identified
    }
    document.reel = placed(
      document.reel.map { entry in
        ReelEntry(
          moment: ids[entry.moment] ?? entry.moment, start: source.frameTime(nearest: entry.start),
          end: source.frameTime(nearest: entry.end), at: 0)
      })
    document.shapes = try furtherShapes(of: document.moments, given: given)
    return document
  }

  /// A moment whose edges and shots begin with frames: what a person writes may lie between two.
  func snapped(_ moment: Moment) -> Moment {
    var moment = moment
    moment.start = source.frameTime(nearest: moment.start)
    moment.end = source.frameTime(nearest: moment.end)
    moment.coreStart = min(moment.end, max(moment.start, moment.coreStart))
    moment.coreEnd = max(moment.start, min(moment.end, moment.coreEnd))
    moment.framing.shots = moment.framing.shots.map { shot in
      var shot = shot
      shot.start = source.frameTime(nearest: shot.start)
      shot.end = source.frameTime(nearest: shot.end)
      let seconds = shot.start...max(shot.start, shot.end)
      shot.layout = shot.layout.with(shot.layout.windows.map { $0.kept(to: seconds) })
      return shot
    }
    return moment
  }
}

extension [Keyframe] {
  /// The same windows within some seconds: what lies beyond is told at their ends.
  fileprivate func kept(to seconds: ClosedRange<Double>) -> [Keyframe] {
    func place(at time: Double) -> [Keyframe] {
      guard var found = window(at: time) else { return [] }
      (found.x, found.y) = (Rounding.pixels(found.x), Rounding.pixels(found.y))
      (found.width, found.height) = (Rounding.pixels(found.width), Rounding.pixels(found.height))
      return [found]
    }
    let inside = filter { seconds.contains($0.t) }
    guard inside.count < count else { return self }
    var kept = inside
    if self[0].t < seconds.lowerBound, inside.first?.t != seconds.lowerBound {
      kept = place(at: seconds.lowerBound) + kept
    }
    if self[count - 1].t > seconds.upperBound, inside.last?.t != seconds.upperBound {
      kept += place(at: seconds.upperBound)
    }
    return kept
  }
}
