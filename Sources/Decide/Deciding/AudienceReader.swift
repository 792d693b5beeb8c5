package import Audience
import Foundation
import Library
import Selection
import Settings
import Support

/// Reads a video's audience from the library, or aggregates it.
///
/// Viewers are aggregated in batches on all processor cores, while the next batch is read. The rows
/// of each viewer are stored, so adding one viewer costs only that viewer and a sum over all.
struct AudienceReader {
  let database: LibraryDatabase
  let video: String
  let settings: AggregationSettings
  /// The part of the audience to read.
  ///
  /// Each part is aggregated separately.
  let part: AudienceSubset
  var isResampled: Bool
  private let report: (String) -> Void

  init(
    database: LibraryDatabase, video: String, settings: AggregationSettings,
    part: AudienceSubset = AudienceSubset.everyone, isResampled: Bool = false,
    report: @escaping (String) -> Void = { _ in }
  ) {
    (self.database, self.video, self.settings, self.part) = (database, video, settings, part)
    (self.isResampled, self.report) = (isResampled, report)
  }

  private static let attempts = 3

  /// The audience, with the platforms' engagement curves.
  ///
  /// It is read from the library unless its input has changed. `duration` is in seconds, `aspect`
  /// is width / height of the frame. `canCache` stores a new audience; a dry run stores nothing.
  func audience(duration: Double, aspect: Double, canCache: Bool) throws -> VideoAudience {
    var audience = try audienceOfStoredSessions(
      duration: duration, aspect: aspect, canCache: canCache)
    audience.summary.curves = try database.audiences.curves(of: video)
    return audience
  }

  private func audienceOfStoredSessions(
    duration: Double, aspect: Double, canCache: Bool
  ) throws -> VideoAudience {
    try requireLength(duration)
    let digest = try database.videos.inputDigest(of: video, in: part)
    let means = AggregationParameters.words(duration: duration, aspect: aspect, settings: settings)
    let key = "\(digest) \(means)" + (part.isEveryone ? "" : " \(part)")
    func recomputedAudience() throws -> AggregatedAudience {
      report("aggregating the audience again: the stored one is damaged")
      let frozen = try database.audiences.retained(of: video, part)?.audience
      let folded = try aggregateAllViewers(
        frozen, duration: duration, aspect: aspect, canCache: canCache
      ).audience
      guard try database.videos.inputDigest(of: video, in: part) == digest else {
        throw replacedMeanwhile
      }
      if canCache { try database.audiences.store(EncodedAudience(folded), of: video, key: key) }
      return folded
    }
    switch try database.audiences.summary(of: video, key: key) {
    case .current(let summary): return kept(summary, key, again: recomputedAudience)
    case .damaged: report("aggregating the audience again: the stored one is damaged")
    case .other(let kept) where !AggregationParameters.isFromThisVersion(key: kept):
      report("aggregating the audience again: another version of gazecut aggregated it")
    case .other, .none: report("aggregating the audience")
    }
    let frozen = try database.audiences.retained(of: video, part)
    let (folded, resamples) = try aggregateAllViewers(
      frozen?.audience, duration: duration, aspect: aspect, canCache: canCache)
    // If sessions were added in the meantime, the audience has another key.
    guard canCache, try database.videos.inputDigest(of: video, in: part) == digest else {
      return VideoAudience(folded, key: key, resamples: resamples)
    }
    try database.audiences.store(EncodedAudience(folded), of: video, key: key)
    return kept(folded.summary, key, resamples, again: recomputedAudience)
  }

  /// Throws `CommandFailure` 65 if a video is too long, because its rows would use all memory.
  func requireLength(_ duration: Double) throws {
    let most = Double(TimeBins.most) * TimeBins.length
    guard duration > most else { return }
    let hours = { (seconds: Double) in "\(Int(min(1e9, seconds / 3600))) h" }
    throw CommandFailure(
      .badData,
      "'\(video)' lasts \(hours(duration)) according to its file; gazecut handles at most "
        + "\(hours(most)). If the file is damaged, repair it: ffmpeg -i IN -c copy OUT")
  }

  /// An audience, and its resamples if requested.
  private typealias Folded = (audience: AggregatedAudience, resamples: AudienceResamples?)

  /// Aggregates all viewers with samples, and adds the stored aggregate of erased samples.
  ///
  /// If samples were erased, the audience cannot be resampled.
  private func aggregateAllViewers(
    _ frozen: AggregatedAudience?, duration: Double, aspect: Double, canCache: Bool
  ) throws -> Folded {
    let means = AggregationParameters(
      duration: duration, aspect: aspect, settings: settings, frozen: frozen)
    let earlier = frozen?.withDuration(duration)
    for _ in 0..<Self.attempts {
      var fold = means.fold
      fold.isResampled = isResampled && frozen == nil
      let viewers = try database.sessions.viewers(of: video, in: part)
      guard try add(viewers[...], to: &fold, means.text, canCache: canCache) else { continue }
      let later = fold.finish()
      return (earlier?.joined(with: later) ?? later, fold.resamples)
    }
    throw replacedMeanwhile
  }

  /// Figures that need single viewers: gaze of reacting viewers, watched objects, and departures.
  ///
  /// Only the viewers with stored rows are used (`TimelineSummary.maximumStoredRows`). `stretches`
  /// are ranges of time bins. The result is `nil` if samples were erased.
  func details(
    in stretches: [Range<Int>], duration: Double, aspect: Double
  ) throws -> AudienceDetails? {
    guard try database.audiences.retained(of: video, part) == nil else { return nil }
    report("aggregating the audience viewer by viewer")
    let means = AggregationParameters(
      duration: duration, aspect: aspect, settings: settings, frozen: nil)
    var fold = means.fold
    fold.stretches = stretches
    var boxes = ObjectBoxesByBin(binCount: TimeBins.count(for: duration))
    try database.detections.forEach(of: video) { boxes.add($0) }
    fold.boxes = boxes
    let viewers = try database.sessions.viewers(of: video, in: part).prefix(
      TimelineSummary.maximumStoredRows)
    guard try add(viewers, to: &fold, means.text, canCache: false) else { throw replacedMeanwhile }
    return AudienceDetails(
      looks: fold.gazeByReaction, departures: fold.departures, objects: fold.objects)
  }

  private var replacedMeanwhile: LibraryError {
    LibraryError(
      .busy, operation: "aggregate the audience of \(video)",
      reason: "its sessions were replaced while they were read; try again later")
  }

  /// An audience with rows in the library.
  ///
  /// If the rows are damaged, or another process replaced them, they are aggregated again.
  private func kept(
    _ summary: TimelineSummary, _ key: String, _ resamples: AudienceResamples? = nil,
    again recomputedAudience: @escaping () throws -> AggregatedAudience
  ) -> VideoAudience {
    let (database, video) = (database, video)
    var again: AggregatedAudience?
    return VideoAudience(summary: summary, key: key, isKept: true, resamples: resamples) { blocks in
      if again == nil, let rows = try database.audiences.rows(of: video, key: key, blocks: blocks) {
        return rows
      }
      let folded = try again ?? recomputedAudience()
      again = folded
      return Array(folded.rows[EncodedAudience.bins(of: blocks, binCount: folded.rows.count)])
    }
  }
}

package struct AudienceDetails: Sendable {
  /// The gaze of viewers who reacted and of the others, for each requested segment.
  package var looks: [GazeByReaction]
  package var departures: ViewerDepartures
  package var objects: [ObjectGazeSummary]
}

extension AudienceReader {
  /// Rejects a part of an audience that is smaller than the minimum group size.
  ///
  /// A small whole audience needs no error: it yields no moments, with a reason. The message gives
  /// no number of viewers and is the same for an empty part. Throws `CommandFailure` 65.
  func requireMinimumViewers(_ selection: SelectionSettings) throws {
    let disclosure = MinimumGroupRule(selection)
    guard !part.isEveryone, try database.sessions.viewerCount(of: video, .everyone) > 0,
      try !disclosure.mayPublish(database.sessions.viewerCount(of: video, part))
    else { return }
    let large = try database.sessions.labels(of: video).filter { disclosure.mayPublish($0.viewers) }
    let names = large.map(\.label.description)
    throw CommandFailure(
      .badData,
      "selection.viewers: \(disclosure.few) viewers of '\(video)' are "
        + "\(part) (selection.minimumViewers), so they cannot decide; "
        + (names.isEmpty
          ? "no other label has enough viewers"
          : "enough viewers have: all, \(names.joined(separator: ", "))"))
  }

  /// A sentence about the settings that have no effect on viewers whose samples were erased by age.
  func retainedSettingsWarning() throws -> String? {
    guard try database.audiences.hasRetained(video) else { return nil }
    guard let before = try database.audiences.retainedSettings(of: video, part) else {
      return "samples were erased by age (library.keepSamples), so earlier viewers cannot be "
        + "divided by label; \(part) contains only later viewers"
    }
    var words: [String] = []
    func note(_ name: String, _ value: (AggregationSettings) -> String) {
      if value(before) != value(settings) { words.append("\(name) \(value(before))") }
    }
    note("fold.gazeNoise") { Setting.text($0.gazeNoise) }
    note("selection.reactionSeconds") { Setting.text($0.reactionSeconds) }
    note("selection.emotions") { settings in
      Emotion.allCases.filter { settings.emotions[$0] > 0 }.map {
        "\($0.name)=\(Setting.text(Double(settings.emotions[$0])))"
      }.joined(separator: ",")
    }
    guard !words.isEmpty else { return nil }
    return
      "samples were erased by age (library.keepSamples), so their audience cannot be aggregated "
      + "with other settings; these keep their earlier value: " + words.joined(separator: ", ")
  }
}

extension AudienceReader {
  /// The choice from an audience, with the confidence of each moment, and the resampled choices.
  func choice(
    by chooser: MomentChooser, _ audience: VideoAudience, settings digest: String, canCache: Bool
  ) throws -> (withConfidence: Choice, resampled: ResampledChoices?) {
    let choice = chooser.choose(from: audience.summary)
    guard !choice.candidates.isEmpty,
      let resampled = try resampledChoices(
        by: chooser, audience, settings: digest, canCache: canCache)
    else { return (choice, nil) }
    return (resampled.withConfidence(choice, chooser.settings), resampled)
  }

  /// The choices from resampled audiences, from which the confidence of moments is computed.
  ///
  /// They are stored per audience and hash of the settings that selection depends on. If they are
  /// not stored, the audience is aggregated again. The result is `nil` with a curve alone, or if
  /// samples were erased.
  func resampledChoices(
    by chooser: MomentChooser, _ audience: VideoAudience, settings digest: String, canCache: Bool
  ) throws -> ResampledChoices? {
    guard chooser.settings.evidence != .curve else { return nil }
    let key = "\(audience.key) \(digest)"
    if let kept = try database.videos.cached(.resampledChoices, of: video, key: key),
      let choices = try? JSONDecoder().decode(ResampledChoices.self, from: kept)
    {
      return choices
    }
    guard let audiences = try resamples(of: audience, canCache: canCache) else { return nil }
    report("choosing from resampled audiences")
    let choices = ResampledChoices(of: audiences, by: chooser)
    if canCache, audience.isKept {
      try database.videos.setCache(
        .resampledChoices, of: video, key: key, value: JSONEncoder().encode(choices))
    }
    return choices
  }

  /// The resampled audiences, aggregated again if necessary.
  ///
  /// The result is `nil` with a curve alone, or if viewers were erased.
  func resamples(of audience: VideoAudience, canCache: Bool = false) throws -> AudienceResamples? {
    var resamples = try audience.resamples ?? folded(audience.summary, canCache)
    resamples?.curves = audience.summary.curves
    resamples?.wideSegments = audience.summary.wideSegments
    return resamples
  }

  private func folded(_ summary: TimelineSummary, _ canCache: Bool) throws -> AudienceResamples? {
    guard !summary.isEmpty, try database.audiences.retained(of: video, part) == nil else {
      return nil
    }
    report("aggregating the audience for its confidence")
    var reader = self
    reader.isResampled = true
    let found = try reader.aggregateAllViewers(
      nil, duration: summary.duration, aspect: summary.aspect, canCache: canCache)
    return found.audience.summary.viewers == summary.viewers ? found.resamples : nil
  }
}
