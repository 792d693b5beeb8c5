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

/// Says why seconds of a video were, or were not, chosen, in figures.
///
/// Where fewer than `selection.minimumViewers` watched, nothing is told in which one of them could
/// be seen.
package struct Explanation {
  let library: LibraryFolder
  let video: String
  package let settings: Settings
  package let wishes: [Wish]
  package let audience: VideoAudience
  package let chooser: MomentChooser
  /// What resampled audiences choose, where anything is chosen.
  private let resampled: ResampledChoices?
  /// What the audience chose and refused, before scenes and wishes had a say.
  let unfitted: Choice
  /// Where edges of clips may go, as far as the last run looked.
  package let edges: CutPoints
  /// What is shown and refused: with its edges, as a person wishes.
  package let choice: Choice
  /// How its last run left it.
  package let state: VideoState
  /// The decisions that a person gave, where the video is pinned.
  let pinned: DecisionDocument?
  /// Its source, as it was probed.
  package let source: SourceVideo
  let database: LibraryDatabase
  private let reader: AudienceReader
  private let maker: DecisionMaker
  let isCancelled: CancellationCheck
  /// Told what takes long, as it begins.
  let report: (String) -> Void

  /// Reads the audience of a video.
  ///
  /// - Parameters:
  ///   - library: the library.
  ///   - video: the video's id.
  ///   - flags: `--set` values, `key=value` each.
  ///   - times: play times that the video must have, each with the option as it was typed.
  ///   - isCancelled: asked while the source is read.
  ///   - report: told what takes long, as it begins.
  /// - Throws: `CommandFailure` 66 for an unknown video, 65 for a part of its audience that is too
  ///   small; errors of the library and of media.
  package init(
    library: LibraryFolder, video: String, flags: [String] = [],
    times: [(option: String, seconds: Double)] = [],
    isCancelled: @escaping CancellationCheck = { false },
    report: @escaping (String) -> Void = { _ in }
  ) throws {
    database = try library.database(for: .reading)
    try library.requireKnown(video, in: database)
    self.library = library
    self.video = video
    self.report = report
    self.isCancelled = isCancelled
    settings = try library.settings.settings(for: video, flags: flags)
    let sourceReader = SourceReader(try library.source(of: video), isCancelled: isCancelled)
    source = try SourceVideo(
      id: video, sourceReader, library: library, database, mayKeep: false)
    // Before anything takes long.
    for (option, seconds) in times where seconds >= source.info.duration {
      throw CommandFailure(
        .badData,
        "\(option) is outside '\(video)', which lasts "
          + PlayTime.clock(source.info.duration))
    }
    reader = AudienceReader(
      database: database, video: video, settings: settings.fold, part: settings.selection.viewers,
      isResampled: true, report: report)
    try reader.requireMinimumViewers(settings.selection)
    var audience = try reader.audience(
      duration: source.info.duration, aspect: source.aspect, mayKeep: false)
    // Other settings were asked of no resampled audience yet, and what would change is, too.
    if !flags.isEmpty { audience.resamples = try reader.resamples(of: audience) }
    try audience.findWideSegments(of: source, settings)
    self.audience = audience
    wishes = try library.wishes(of: video)
    chooser = MomentChooser(settings: settings.selection)
    (unfitted, resampled) = try reader.choice(
      by: chooser, audience, settings: settings.judged, mayKeep: false)
    maker = try DecisionMaker(
      reading: source, sourceReader, database, settings, wishes: wishes, mayKeep: false,
      notice: { _ in }, report: report)
    edges = try maker.cachedEdgeMaterial(of: unfitted, in: audience.summary)
    choice = maker.shown(of: unfitted, edges, audience.summary)
    state = try database.state(of: video)
    pinned = try state.pin.map { try DecisionDocument(text: $0.text) }
  }

  /// See `AudienceReader.frozenSettingsWarning()`.
  package func frozenSettingsWarning() throws -> String? { try reader.frozenSettingsWarning() }

  /// What is known of the audience without its rows.
  var summary: TimelineSummary { audience.summary }

  /// What only single viewers show, summed over them.
  ///
  /// - Parameter stretches: half seconds for which the gaze of reacting viewers is collected.
  /// - Returns: `nil` if samples were erased, so that single viewers are not known any more.
  /// - Throws: `LibraryError`.
  package func details(in stretches: [Range<Int>]) throws -> AudienceDetails? {
    try reader.details(in: stretches, duration: source.info.duration, aspect: source.aspect)
  }

  /// For each half second the share of viewers who watch then or later, rounded to protect them;
  /// `nil` of too few viewers.
  package func staying(of details: AudienceDetails) -> [Double]? {
    let departures = details.departures
    guard disclosure.isTold(departures.viewers) else { return nil }
    return departures.shares.compactMap { disclosure.stepped($0, of: departures.viewers) }
  }

  /// Length of the video in seconds.
  package var duration: Double { summary.duration }

  /// The explanation for a person, ending in a line end; its sentences at most 80 columns wide.
  ///
  /// - Parameters:
  ///   - time: a play time in seconds, or `nil` for the whole video.
  ///   - columns: of the chart over the whole video; `nil` for as many as sentences have.
  /// - Returns: lines.
  /// - Throws: `CommandFailure` 65 for a time outside the video.
  package func text(at time: Double?, columns: Int?) throws -> String {
    guard let time else {
      return try ExplanationText(explanation: self, columns: columns ?? TerminalText.width).text()
    }
    return ExplainedSecondText(second: try second(time)).text
  }

  /// The explanation for a program: one line of JSON, schema `gazecut.explanation/2`.
  ///
  /// - Parameter time: a play time in seconds, or `nil` for the whole video.
  /// - Returns: the line, with its line end.
  /// - Throws: `CommandFailure` 65 for a time outside the video.
  package func json(at time: Double?) throws -> String {
    let json = ExplanationJSON(explanation: self)
    guard let time else { return try json.overview() + "\n" }
    return json.second(try second(time)) + "\n"
  }

  /// Refuses a play time outside the video.
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
  /// What may be told of the audience.
  package var disclosure: Disclosure { chooser.disclosure }

  /// Who was asked, as it may be told.
  var asked: AudienceSummary { disclosure.summary(of: summary) }

  /// The search for what would have to change.
  var changes: ChangeSearch {
    get throws {
      // Of a video in which nothing is chosen resamples are asked here alone: a page has none.
      let resampled =
        try resampled
        ?? reader.resampledChoices(
          by: chooser, audience, settings: settings.judged, mayKeep: false)
      let trials = ResampledChoiceCache { [reader, audience] in try reader.resamples(of: audience) }
      // The search knows no cuts, and so no room that they leave.
      let placed = unfitted.crowdedOut.filter { candidate in
        !choice.rejected.contains {
          $0.start < candidate.coreEnd && candidate.coreStart < $0.end
        }
      }
      report("trying what would have to change")
      return ChangeSearch(
        summary: summary, settings: settings.selection, overrides: wishes, resampled: resampled,
        trials: trials, placed: placed)
    }
  }

  /// Each way that alone would get a window chosen, with the settings that a person can change.
  ///
  /// - Throws: errors of the library.
  func changes(for window: Range<Double>, by search: ChangeSearch) throws -> [Change] {
    try search.changes(for: window, settable: Self.settable)
  }

  private static let settable = Set(Setting.all.map(\.key))

  /// How many refusals of an overview are told with what would have to change.
  static let advised = 3

  /// The decisions in force: a person's, the last night's where they still hold, else made now.
  ///
  /// - Returns: `nil` where nothing is decided.
  /// - Throws: as `DecisionMaker.decide`, and for recorded decisions that cannot be read.
  func decisions() throws -> DecisionDocument? {
    let recorded = try state.document
    if let recorded, state.pin != nil || isCurrent(recorded) { return recorded }
    guard !choice.candidates.isEmpty else { return nil }
    return try maker.decide(.audience)
  }

  /// The moments of recorded decisions that still hold, in the order of the candidates; else none.
  package var recordedMoments: [Moment] {
    guard let recorded = try? state.document, isCurrent(recorded) else { return [] }
    return recorded.moments
  }

  /// Whether recorded decisions are those that this audience and these settings give.
  private func isCurrent(_ document: DecisionDocument) -> Bool {
    document.settings == settings.judged
      && document.moments.count == choice.candidates.count
      && zip(document.moments, choice.candidates).allSatisfy { moment, candidate in
        // A core is cut by its window, where a person moved that, too; frames cut it by a little.
        abs(moment.coreStart - max(moment.start, candidate.coreStart)) < 0.1
          && abs(moment.coreEnd - min(moment.end, candidate.coreEnd)) < 0.1
      }
  }
}

extension Explanation {
  /// What is shown: of a pinned video what a person decided, else what the audience chooses.
  var shown: [Range<Double>] {
    guard let pinned else { return choice.candidates.map { $0.coreStart..<$0.coreEnd } }
    return pinned.moments.map(\.seconds)
  }

  /// Whether what the audience would choose is left out by a person.
  func isLeftOut(_ candidate: Candidate) -> Bool {
    guard let pinned else { return false }
    let middle = (candidate.coreStart + candidate.coreEnd) / 2
    return !pinned.moments.contains { $0.start <= middle && middle < $0.end }
  }

  /// What the audience would choose at a time, and a person left out.
  func leftOut(at time: Double) -> Candidate? {
    guard state.pin != nil else { return nil }
    return choice.candidates.first { $0.coreStart <= time && time < $0.coreEnd }
  }

  /// What is in force of a pinned video, in sentences; empty without a pin.
  package var pinWords: [String] {
    guard let pin = state.pin, let pinned else { return [] }
    let spans = pinned.moments.map { ExplanationSentences.span($0.start, $0.end) }
    return [
      "pinned by a person (--\(pin.kind.rawValue)); in force: "
        + (spans.isEmpty ? "no moment" : spans.joined(separator: ", ")),
      "what follows is what the audience would choose; "
        + "`gazecut regenerate \(video) --unpin` lets it decide again",
    ]
  }
}

package enum SeriesFormat: String, CaseIterable, Sendable {
  /// A header and a line a half second; a cell is empty where its figure is withheld or not known.
  case csv
  /// An object a half second, one a line; such a key is absent.
  case json
}

extension SeriesFormat {
  /// What each column is, in the order of the columns.
  package static let definitions: [(name: String, unit: String, meaning: String)] =
    [
      ("start", "s", "play time at which the half second begins"),
      ("watching", "viewers", "how many watch, at least"),
      ("withGaze", "viewers", "of how many of them a look can be used, at least"),
      (
        "withFace", "viewers",
        "of how many of them a face was read that tells what counts, at least"
      ),
      ("withBoth", "viewers", "of how many of them both can be used, at least"),
      ("score", "0 to 1", "what the half second alone is worth for choosing"),
      ("reacting", "viewers", "how many of withFace react, by the probabilities of each"),
      ("reactingShare", "0 to 1", "their share of withFace"),
    ]
    + Emotion.allCases.map { emotion in
      (
        emotion.name, "0 to 1",
        "the share of withFace that reacts with \(emotion.name); none where no session tells it"
      )
    } + [
      ("held", "0 to 1", "the share of a new viewer's looks that a narrow window holds"),
      ("evidence", "nats", "log likelihood of a reaction of the audience against none"),
      ("moment", "rank", "which of the candidates the half second lies in, the best is 1"),
      ("staying", "0 to 1", "the share of viewers who watch then or later"),
    ]
}

extension Explanation {
  /// Every figure that choosing used, a line a half second, as it may be told.
  ///
  /// - Throws: `LibraryError`.
  package func series(as format: SeriesFormat) throws -> String {
    report("gathering every half second")
    let staying = try details(in: []).flatMap(self.staying) ?? []
    let rows = chooser.series(of: summary).enumerated().map { index, bin in
      columns(bin, staying: index < staying.count ? staying[index] : nil)
    }
    let lines =
      switch format {
      case .csv:
        [SeriesFormat.definitions.map(\.name).joined(separator: ",")]
          + rows.map { $0.map { $0 ?? "" }.joined(separator: ",") }
      case .json: rows.map(Self.object)
      }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func object(_ row: [String?]) -> String {
    JSONText.of { json in
      for (column, text) in zip(SeriesFormat.definitions, row) {
        if let text { json.add(column.name, raw: text) }
      }
    }
  }

  /// The cells of a half second as they are written; `nil` where there is none.
  private func columns(_ bin: PublishedBin, staying: Double?) -> [String?] {
    let reaction = bin.reaction
    // Finer than a document's hundredths: a series is calculated with.
    func figure(_ value: Double?) -> String? {
      value.flatMap { $0.isFinite ? Rounding.text($0, decimals: 4) : nil }
    }
    let rank = choice.candidates.firstIndex { $0.coreStart <= bin.start && bin.start < $0.coreEnd }
    let counts = [bin.watching, bin.withGaze, bin.withFace, bin.withBoth].map {
      $0.map(String.init)
    }
    let figures = [bin.score, reaction?.viewers, reaction?.share].map(figure)
    let emotions = Emotion.allCases.map { emotion in
      figure(
        summary.toldClasses.contains(emotion) ? reaction.map { Double($0.shares[emotion]) } : nil)
    }
    let last = [
      figure(bin.held), figure(reaction?.evidence), rank.map { String($0 + 1) }, figure(staying),
    ]
    return [Rounding.text(bin.start, decimals: 3)] + counts + figures + emotions + last
  }
}

extension Explanation {
  /// The title of all clips; `nil` if there is none.
  package var title: String? { settings.render.title(wished: wishes)?.line(of: source.info) }
  /// The wishes in their written form.
  package var wishTexts: [String] { wishes.map(\.description) }
}
