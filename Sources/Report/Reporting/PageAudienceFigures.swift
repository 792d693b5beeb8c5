import Audience
import Deciding
import EditDecisions
import Importers
import Library
import Selection
import Settings
import Support

/// The figures of an audience on its page.
///
/// All figures of a page come from this type. It returns nothing about fewer viewers than
/// `selection.minimumViewers`.
struct PageAudienceFigures {
  let explanation: Explanation
  /// The audience with the gaze points of all time bins.
  let summary: TimelineSummary

  init(explanation: Explanation) throws {
    self.explanation = explanation
    summary = try explanation.audience.summary(
      withLooksIn: 0..<explanation.duration, explanation.disclosure)
  }

  var disclosure: MinimumGroupRule { explanation.disclosure }
  private var least: Int { disclosure.minimumViewers }

  /// Whether enough viewers watched to publish figures.
  var isShown: Bool { disclosure.mayPublish(summary.viewers) }

  /// Sentences about the viewers, and about those who were left out.
  var sentences: [String] {
    let curves = summary.curves.map { $0.words(inVideoOf: explanation.duration) + "." }
    guard isShown else {
      return usesOnlyCurves ? curves : [Self.tooFewViewersSentence(least)] + curves
    }
    let told = summary.reportedEmotions
    let faces =
      told == .all
      ? []
      : told.isEmpty
        ? ["No session contains emotions, so no reaction can be found."]
        : ["Emotions \(ReportedEmotionsText.line(told))."]
    let lines = disclosure.lines(of: summary)
    let out = lines.excluded.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    return [lines.viewers + "."] + out + faces + curves
  }

  /// Whether moments are chosen by a curve alone, which needs no viewers.
  private var usesOnlyCurves: Bool {
    explanation.settings.selection.evidence == .curve && !summary.curves.isEmpty
  }

  /// Sentences for clients about how moments were found; `nil` without data.
  ///
  /// `byPerson` is the number of moments that a person chose or approved, out of `all`.
  func method(byPerson: Int, of all: Int) -> String? {
    if usesOnlyCurves, let deciding {
      return Self.finding("by \(deciding.source.words)", byPerson: byPerson, of: all)
    }
    guard isShown else { return nil }
    let gaze = summary.bins.contains { disclosure.mayPublish($0.withGaze) } ? "gaze" : nil
    let faces =
      summary.bins.contains { disclosure.mayPublish($0.withFace) } ? "facial expressions" : nil
    let recorded = [gaze, faces].compactMap(\.self).joined(separator: " and ")
    guard !recorded.isEmpty else { return nil }
    return "The viewers' \(recorded) were recorded. "
      + Self.finding("automatically", byPerson: byPerson, of: all)
  }

  /// How moments were found, and how many of them a person chose.
  ///
  /// For example: A person chose or approved 2 of the 5 moments. The others were found
  /// automatically.
  static func finding(_ how: String, byPerson: Int, of all: Int) -> String {
    if byPerson == 0 { return "The moments were found \(how)." }
    if byPerson == all {
      return "A person chose or approved \(all == 1 ? "the moment" : "all \(all) moments")."
    }
    return "A person chose or approved \(byPerson) of the \(all) moments. The others were found "
      + "\(how)."
  }

  static func tooFewViewersSentence(_ least: Int) -> String {
    "Fewer than \(least) viewers watched (selection.minimumViewers), so nothing is shown."
  }

  /// The reason for no moment; `nil` if there is one, or if too few viewers watched.
  var reason: String? { isShown || usesOnlyCurves ? explanation.choice.reason : nil }

  /// The engagement curve to plot: that of the best moment, otherwise the first publishable one.
  private var deciding: EngagementCurve? {
    let told = summary.curves.filter { disclosure.mayPublish($0) }
    let best =
      explanation.recordedMoments.lazy.compactMap(\.why.curve).first?.source
      ?? explanation.choice.candidates.first?.why.curve?.source
    return told.first { $0.source.words == best } ?? told.first
  }

  /// The audience over the whole video; `nil` with too few viewers and without a curve.
  var curve: PageCurve? {
    let deciding = deciding
    guard isShown || deciding != nil else { return nil }
    let weights = explanation.settings.selection.emotions
    let counted = summary.reportedEmotions.emotions.filter { (weights[$0] ?? 0) > 0 }
    var curve = PageCurve(
      binSeconds: TimeBins.length, emotions: counted.map(\.name),
      viewers: isShown ? summary.viewers : 0, minimumViewers: least,
      bins: explanation.chooser.series(of: summary).map { bin($0, counted) })
    guard let deciding else { return curve }
    curve.counter = deciding.source.words
    let (values, known) = deciding.binValues(inVideoOf: summary.duration, count: curve.bins.count)
    let most = max(values.max() ?? 0, .leastNormalMagnitude)
    for index in known { curve.bins[index].counted = values[index] / most }
    return curve
  }

  private func bin(_ told: PublishedBin, _ counted: [Emotion]) -> PageCurve.Bin {
    var bin = PageCurve.Bin()
    guard told.mayPublish else { return bin }
    bin.watching = told.watching
    if let reaction = told.reaction {
      bin.reacting = reaction.share
      bin.shares = counted.map { Double(reaction.shares[$0]) }
      // The share is limited to the weight of one viewer from below.
      bin.isReactingLowest = least > 1 && reaction.share * Double(told.withFace ?? 0) < 1 + 1e-6
    }
    bin.held = told.held
    return bin
  }

  /// Number of rejections with a row of their own.
  private static let listed = 12
  /// Maximum number of further rejections, shown when the reader points at a time.
  private static let maximumUnlistedRejections = 100

  /// The nearest rejections, then others.
  var refusals: [PageRejectedSegment] {
    guard isShown || usesOnlyCurves else { return [] }
    return explanation.choice.rejected.prefix(Self.listed + Self.maximumUnlistedRejections)
      .enumerated().map { index, rejection in
        PageRejectedSegment(
          start: rejection.start, end: rejection.end, sentence: sentence(rejection),
          isListed: index < Self.listed)
      }
  }

  /// The reason for a rejection, in per cent if reaction or gaze missed its threshold.
  ///
  /// Otherwise it is the reason as printed by `gazecut explain`.
  private func sentence(_ rejection: RejectedSegment) -> String {
    let reason = reason(rejection)
    let selection = explanation.settings.selection
    let window = rejection.start..<rejection.end
    if !usesOnlyCurves, let told = explanation.chooser.told(of: window, in: summary) {
      func missed(_ share: Double?, of least: Double, _ whole: String) -> String {
        let found = share.flatMap { $0 < least ? HTMLText.percent($0) : nil }
        let needed = HTMLText.percent(least)
        return found.map { "\($0) \(whole), \(needed) needed" } ?? "under \(needed) \(whole)"
      }
      if reason.hasPrefix("scattered gaze") {
        return "Viewers reacted, but looked at different places "
          + "(\(missed(told.held, of: selection.leastHeld, "in one crop")))."
      }
      if reason.hasPrefix("too few viewers react") {
        return "Too few viewers reacted at the same time "
          + "(\(missed(told.reactingShare, of: selection.leastReaction, "of viewers")))."
      }
    }
    return reason.prefix(1).uppercased() + reason.dropFirst() + "."
  }

  private func reason(_ rejection: RejectedSegment) -> String {
    guard !usesOnlyCurves else { return rejection.reason }
    let bins = range(rejection.start, rejection.end)
    let isShown = summary.bins[bins].allSatisfy { disclosure.count($0.watching) != nil }
    return isShown ? rejection.reason : "fewer than \(least) viewers watched all of it"
  }

  func range(_ start: Double, _ end: Double) -> Range<Int> {
    let first = min(summary.bins.count, max(0, Int(start / TimeBins.length)))
    let last = min(summary.bins.count, Int((end / TimeBins.length).rounded(.up)))
    return first..<max(first, last)
  }
}

extension PageAudienceFigures {
  /// Warnings about recordings: each kind with the number of sessions, but not which ones.
  func oddities(in sessions: [SessionSummary]) -> [String] {
    let kinds = sessions.flatMap { session -> Set<ImportWarning.Kind> in
      Set(ImportCheck(text: session.report)?.oddities.map(\.kind) ?? [])
    }
    return ImportWarning.Kind.allCases.compactMap { kind in
      let count = kinds.count { $0 == kind }
      guard count > 0 else { return nil }
      let some = disclosure.mayPublish(count) ? "\(count)" : disclosure.few
      return "\(kind.words): \(some) of \(sessions.count.counted("session"))"
    }
  }
}

extension ImportWarning.Kind {
  /// The kind of warning in words, without figures of a session.
  fileprivate var words: String {
    switch self {
    case .fastClock: "times run faster than the video's"
    case .beyondVideo: "times continue long after the end of the video"
    case .unit: "seconds and milliseconds may be mixed up"
    case .sharedTimes: "many samples share their times"
    case .disorder: "many samples come before earlier ones"
    case .future: "the recording would end in the future"
    case .offPicture: "most gaze is outside the picture"
    case .lostGaze: "little of the gaze can be used"
    case .frozenGaze: "the gaze never moves"
    case .lostFaces: "few samples have a usable face"
    case .frozenFace: "the face never changes"
    case .skipped: "more than a tenth of what was recorded was ignored"
    case .damaged: "the file is damaged and was only partly read"
    case .noViewers: "the file does not identify viewers"
    case .heads: "gaze is estimated from head direction, accurate to some degrees"
    }
  }
}
