package import Audience
package import EditDecisions
import Foundation
package import Library
package import Media
package import Overrides
import Rendering
package import Selection
package import Settings
import Support
package import Workspace

/// Explains with figures why seconds of a video were chosen or not.
///
/// If fewer than `selection.minimumViewers` watched, it reveals nothing about single viewers.
package struct Explanation {
  let library: LibraryFolder
  let video: String
  package let settings: Settings
  package let wishes: [Wish]
  package let audience: VideoAudience
  package let chooser: MomentChooser
  /// The choices from resampled audiences, if anything is chosen.
  private let resampled: ResampledChoices?
  /// The audience's choice before edges were fitted and wishes applied.
  let audienceChoice: Choice
  /// The cuts and pauses that the last run found.
  package let edges: CutPoints
  /// The final choice: edges are fitted and wishes applied.
  package let choice: Choice
  package let state: VideoState
  /// The user's decisions, if the video is locked.
  let pinned: DecisionDocument?
  package let source: SourceVideo
  let database: LibraryDatabase
  private let reader: AudienceReader
  private let maker: DecisionMaker
  let isCancelled: CancellationCheck
  let report: (String) -> Void

  /// Reads the audience of a video.
  ///
  /// `flags` are `--set` values, each `key=value`. `times` must be inside the video; each has its
  /// option for messages. `report` is called before each step that takes long. Throws
  /// `CommandFailure` 66 for an unknown video, and 65 if its part of the audience is too small.
  package init(
    library: LibraryFolder, video: String, flags: [String] = [],
    times: [(option: String, seconds: Double)] = [],
    isCancelled: @escaping CancellationCheck = { false },
    report: @escaping (String) -> Void = { _ in }
  ) throws {
    database = try library.database(for: .reading)
    try library.requireKnown(video, in: database)
    (self.library, self.video, self.report) = (library, video, report)
    self.isCancelled = isCancelled
    settings = try library.settings.settings(for: video, flags: flags)
    let sourceReader = SourceReader(try library.source(of: video), isCancelled: isCancelled)
    source = try SourceVideo(id: video, sourceReader, library: library, database, canCache: false)
    // Check before anything takes long.
    for (option, seconds) in times where seconds >= source.info.duration {
      throw CommandFailure(
        .badData,
        "\(option) is outside '\(video)', which lasts " + PlayTime.clock(source.info.duration))
    }
    reader = AudienceReader(
      database: database, video: video, settings: settings.fold, part: settings.selection.viewers,
      isResampled: true, report: report)
    try reader.requireMinimumViewers(settings.selection)
    var audience = try reader.audience(
      duration: source.info.duration, aspect: source.aspect, canCache: false)
    // With changed settings there are no stored choices, and the search for changes needs resamples
    // too.
    if !flags.isEmpty { audience.resamples = try reader.resamples(of: audience) }
    try audience.findWideSegments(of: source, settings)
    self.audience = audience
    wishes = try library.wishes(of: video)
    chooser = MomentChooser(settings: settings.selection)
    (audienceChoice, resampled) = try reader.choice(
      by: chooser, audience, settings: settings.selectionHash, canCache: false)
    maker = try DecisionMaker(
      reading: source, sourceReader, database, settings, wishes: wishes, canCache: false,
      notice: { _ in }, report: report)
    edges = try maker.cachedEdgeMaterial(of: audienceChoice, in: audience.summary)
    choice = maker.shown(of: audienceChoice, edges, audience.summary)
    state = try database.videos.state(of: video)
    pinned = try state.pin.map { try DecisionDocument(text: $0.text) }
  }

  package func retainedSettingsWarning() throws -> String? { try reader.retainedSettingsWarning() }

  var summary: TimelineSummary { audience.summary }

  /// Figures that need single viewers, summed over them; `nil` if samples were erased.
  ///
  /// `stretches` are ranges of time bins for which the gaze of reacting viewers is collected.
  package func details(in stretches: [Range<Int>]) throws -> AudienceDetails? {
    try reader.details(in: stretches, duration: source.info.duration, aspect: source.aspect)
  }

  /// For each time bin the rounded share of viewers who watch then or later; `nil` for too few
  /// viewers.
  package func staying(of details: AudienceDetails) -> [Double]? {
    let departures = details.departures
    guard disclosure.mayPublish(departures.viewers) else { return nil }
    return departures.shares.compactMap { disclosure.roundedToSteps($0, of: departures.viewers) }
  }

  /// The first publishable retention curve of a platform; `nil` if there is none.
  package var platformRetention: PlatformRetention? {
    summary.curves.lazy.filter { disclosure.mayPublish($0) }.compactMap { curve in
      curve.watchingShares(inVideoOf: duration, count: summary.bins.count)
        .map { PlatformRetention(source: curve.source, shares: $0) }
    }.first
  }

  package var duration: Double { summary.duration }

  /// The explanation for a person, ending in a line end; its sentences at most 80 columns wide.
  ///
  /// `time` is in seconds of play time; `nil` explains the whole video, with a chart of `columns`.
  /// Throws `CommandFailure` 65 for a time outside the video.
  package func text(at time: Double?, columns: Int?) throws -> String {
    guard let time else {
      return try ExplanationText(explanation: self, columns: columns ?? TerminalText.width).text()
    }
    return TimeExplanationText(explanation: self, second: try second(time)).text
  }

  /// The explanation as one line of JSON with a line feed, schema `gazecut.explanation/2`.
  ///
  /// `time` is in seconds of play time; `nil` explains the whole video. Throws `CommandFailure` 65
  /// for a time outside the video.
  package func json(at time: Double?) throws -> String {
    let json = ExplanationJSON(explanation: self)
    guard let time else { return try json.overview() + "\n" }
    return json.second(try second(time)) + "\n"
  }

  /// One line per time bin with all published figures of selection.
  package func series(as format: SeriesFormat) throws -> String {
    report("gathering every half second")
    return try ExplanationSeries(explanation: self).text(as: format)
  }

  func require(_ time: Double, _ option: String) throws {
    guard time >= 0, time < summary.duration else {
      throw CommandFailure(
        .badData,
        "\(option) \(PlayTime.clock(time)) is outside '\(video)', which lasts "
          + PlayTime.clock(summary.duration))
    }
  }
}

extension Explanation {
  package var disclosure: MinimumGroupRule { chooser.disclosure }

  var asked: AudienceSummary { disclosure.summary(of: summary) }

  var changes: ChangeSearch {
    get throws {
      // If nothing is chosen, resamples are needed only here.
      let resampled =
        try resampled
        ?? reader.resampledChoices(
          by: chooser, audience, settings: settings.selectionHash, canCache: false)
      let trials = ResampledChoiceCache { [reader, audience] in try reader.resamples(of: audience) }
      // The search does not know cuts, so add the moments for which the cuts left room.
      let placed = audienceChoice.crowdedOut.filter { candidate in
        !choice.rejected.contains { $0.start < candidate.coreEnd && candidate.coreStart < $0.end }
      }
      report("trying what would have to change")
      return ChangeSearch(
        summary: summary, settings: settings.selection, overrides: wishes, resampled: resampled,
        trials: trials, placed: placed)
    }
  }

  /// The changes that would each make a window chosen, with the settings that users can change.
  func changes(for window: Range<Double>, by search: ChangeSearch) throws -> [Change] {
    try search.changes(for: window, settable: Self.settable)
  }

  private static let settable = Set(Setting.all.map(\.key))

  /// Number of rejections in an overview with a search for changes.
  static let advised = 3

  /// The current decisions: the user's, or the last run's if they still apply, otherwise new ones.
  ///
  /// The result is `nil` if nothing is chosen.
  func decisions() throws -> DecisionDocument? {
    let recorded = try state.document
    if let recorded, state.pin != nil || isCurrent(recorded) { return recorded }
    guard !choice.candidates.isEmpty else { return nil }
    return try maker.decide(.audience)
  }

  /// The moments of stored decisions that still apply, in the order of the candidates; otherwise
  /// empty.
  package var recordedMoments: [Moment] {
    guard let recorded = try? state.document, isCurrent(recorded) else { return [] }
    return recorded.moments
  }

  /// Whether stored decisions are those that this audience and these settings give.
  private func isCurrent(_ document: DecisionDocument) -> Bool {
    document.settings == settings.selectionHash && document.moments.count == choice.candidates.count
      && zip(document.moments, choice.candidates).allSatisfy { moment, candidate in
        // A core is limited to its moment if the user moved an edge, and rounding to frames changes
        // it a bit.
        let start = min(moment.end, max(moment.start, candidate.coreStart))
        let end = max(moment.start, min(moment.end, candidate.coreEnd))
        return abs(moment.coreStart - start) < 0.1 && abs(moment.coreEnd - end) < 0.1
      }
  }
}

extension Explanation {
  /// The shown ranges: the user's decisions if the video is locked, otherwise the audience's
  /// choice.
  var shown: [Range<Double>] {
    guard let pinned else { return choice.candidates.map { $0.coreStart..<$0.coreEnd } }
    return pinned.moments.map(\.seconds)
  }

  func isExcludedByEditor(_ candidate: Candidate) -> Bool {
    guard let pinned else { return false }
    let middle = (candidate.coreStart + candidate.coreEnd) / 2
    return !pinned.moments.contains { $0.start <= middle && middle < $0.end }
  }

  /// The candidate of the audience at a time that the user's decisions do not contain.
  func leftOut(at time: Double) -> Candidate? {
    guard state.pin != nil else { return nil }
    return choice.candidates.first { $0.coreStart <= time && time < $0.coreEnd }
  }

  /// The user's decisions of a locked video as sentences; empty if it is not locked.
  package var lockSentences: [String] {
    guard let pin = state.pin, let pinned else { return [] }
    let spans = pinned.moments.map { ExplanationSentences.span($0.start, $0.end) }
    return [
      "locked by a user (--\(pin.kind.rawValue)); its clips show "
        + (spans.isEmpty ? "no moment" : spans.joined(separator: ", ")),
      "below is what the audience would choose; "
        + "`gazecut regenerate \(video) --unpin` unlocks the video",
    ]
  }
}

extension Explanation {
  package var title: String? { settings.render.title(wished: wishes)?.line(of: source.info) }
  package var wishTexts: [String] { wishes.map(\.description) }
}

/// Shares of viewers who watch each part of a video, from a platform's retention curve.
package struct PlatformRetention: Hashable, Sendable {
  package var source: EngagementCurve.Source
  /// Shares 0…1, one per time bin; `nil` where the curve is unknown.
  package var shares: [Double?]
}
