import Audience
import Deciding
import EditDecisions
import Importers
import Ingest
import Library
import Selection
import Settings
import Support

/// What a page tells of an audience: the one place where a page's figures are taken from it.
///
/// Of fewer viewers than `selection.minimumViewers` nothing leaves here.
struct PageAudienceFigures {
  let explanation: Explanation
  /// The audience with the looks of all its half seconds.
  let summary: TimelineSummary

  init(explanation: Explanation) throws {
    self.explanation = explanation
    summary = try explanation.audience.summary(
      withLooksIn: 0..<explanation.duration, explanation.disclosure)
  }

  var disclosure: Disclosure { explanation.disclosure }
  private var least: Int { disclosure.minimumViewers }

  /// Whether enough watched for anything to be told.
  var isShown: Bool { disclosure.isTold(summary.viewers) }

  /// Who was asked, who was left out and why.
  var sentences: [String] {
    let curves = summary.curves.map { $0.words(inVideoOf: explanation.duration) + "." }
    guard isShown else { return isOfCurves ? curves : [Self.withheld(least)] + curves }
    let told = summary.toldClasses
    let faces =
      told == .all
      ? []
      : told.isEmpty
        ? ["No session tells what a face showed, so no reaction can be found."]
        : ["Emotions \(ReportedEmotionsText.line(told))."]
    let lines = disclosure.lines(of: summary)
    let out = lines.excluded.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    return [lines.viewers + "."] + out + faces + curves
  }

  /// Whether a curve alone chooses, which is of no viewer.
  private var isOfCurves: Bool {
    explanation.settings.selection.evidence == .curve && !summary.curves.isEmpty
  }

  /// How moments were found, for a client; `nil` where nobody was recorded and nothing counted.
  var method: String? {
    if isOfCurves, let deciding { return "Moments were found by \(deciding.source.words)." }
    guard isShown else { return nil }
    let gaze = summary.bins.contains { disclosure.isTold($0.withGaze) } ? "gaze" : nil
    let faces =
      summary.bins.contains { disclosure.isTold($0.withFace) } ? "facial expressions" : nil
    let recorded = [gaze, faces].compactMap(\.self).joined(separator: " and ")
    return recorded.isEmpty
      ? nil : "The viewers' \(recorded) were recorded. The moments were found automatically."
  }

  /// What is said where too few watched.
  static func withheld(_ least: Int) -> String {
    "Fewer than \(least) viewers watched (selection.minimumViewers): nothing is shown of so few."
  }

  /// Why there is no moment; `nil` where there is one, or too few watched for a reason in figures.
  var reason: String? { isShown || isOfCurves ? explanation.choice.reason : nil }

  /// The curve that decides: that of the best moment, as it was decided or would be now, else the
  /// first that may be told.
  private var deciding: EngagementCurve? {
    let told = summary.curves.filter { $0.people.map(disclosure.isTold) ?? true }
    let best =
      explanation.recordedMoments.lazy.compactMap(\.why.curve).first?.source
      ?? explanation.choice.candidates.first?.why.curve?.source
    return told.first { $0.source.words == best } ?? told.first
  }

  /// The audience over the whole video; `nil` where too few watched, and nobody counted.
  var curve: PageCurve? {
    let deciding = deciding
    guard isShown || deciding != nil else { return nil }
    let weights = explanation.settings.selection.emotions
    let counted = summary.toldClasses.emotions.filter { (weights[$0] ?? 0) > 0 }
    var curve = PageCurve(
      binSeconds: HalfSeconds.length, emotions: counted.map(\.name),
      viewers: isShown ? summary.viewers : 0, minimumViewers: least,
      bins: explanation.chooser.series(of: summary).map { bin($0, counted) })
    guard let deciding else { return curve }
    curve.counter = deciding.source.words
    let (values, known) = deciding.binValues(
      inVideoOf: summary.duration, count: curve.bins.count)
    let most = max(values.max() ?? 0, .leastNormalMagnitude)
    for index in known { curve.bins[index].counted = values[index] / most }
    return curve
  }

  private func bin(_ told: PublishedBin, _ counted: [Emotion]) -> PageCurve.Bin {
    var bin = PageCurve.Bin()
    guard told.isTold else { return bin }
    bin.watching = told.watching
    if let reaction = told.reaction {
      bin.reacting = reaction.share
      bin.shares = counted.map { Double(reaction.shares[$0]) }
    }
    bin.held = told.held
    return bin
  }

  /// Refusals that have a line of their own.
  private static let listed = 12
  /// Refusals beyond these whose reasons are told when a second is read, at most.
  private static let mostUnlisted = 100

  /// The nearest refusals, then others.
  var refusals: [PageRejectedSegment] {
    guard isShown || isOfCurves else { return [] }
    return explanation.choice.rejected.prefix(Self.listed + Self.mostUnlisted).enumerated()
      .map { index, rejection in
        PageRejectedSegment(
          start: rejection.start, end: rejection.end, reason: reason(rejection),
          sentence: sentence(rejection), isListed: index < Self.listed)
      }
  }

  /// Why a segment was rejected: in per cent if reaction or gaze missed its threshold, otherwise
  /// the reason as `gazecut explain` prints it.
  private func sentence(_ rejection: RejectedSegment) -> String {
    let reason = reason(rejection)
    let selection = explanation.settings.selection
    let window = rejection.start..<rejection.end
    if !isOfCurves, let told = explanation.chooser.told(of: window, in: summary) {
      func missed(_ share: Double?, of least: Double, _ whole: String) -> String {
        let found = share.flatMap { $0 < least ? Markup.percent($0) : nil }
        let needed = Markup.percent(least)
        return found.map { "\($0) \(whole), \(needed) needed" } ?? "under \(needed) \(whole)"
      }
      if reason.hasPrefix("scattered gaze") {
        return "Viewers reacted, but looked at different places "
          + "(\(missed(told.held, of: selection.leastHeld, "in one crop")))."
      }
      if reason.hasPrefix("hardly anyone reacts") {
        return "Too few viewers reacted at the same time "
          + "(\(missed(told.reactingShare, of: selection.leastReaction, "of viewers")))."
      }
    }
    return reason.prefix(1).uppercased() + reason.dropFirst() + "."
  }

  private func reason(_ rejection: RejectedSegment) -> String {
    guard !isOfCurves else { return rejection.reason }
    let bins = range(rejection.start, rejection.end)
    let isShown = summary.bins[bins].allSatisfy { disclosure.count($0.watching) != nil }
    return isShown ? rejection.reason : "fewer than \(least) viewers watched all of it"
  }

  func range(_ start: Double, _ end: Double) -> Range<Int> {
    let first = min(summary.bins.count, max(0, Int(start / HalfSeconds.length)))
    let last = min(summary.bins.count, Int((end / HalfSeconds.length).rounded(.up)))
    return first..<max(first, last)
  }
}

extension PageAudienceFigures {
  /// What was odd, without telling sessions apart: each kind with how many are.
  func oddities(in sessions: [SessionSummary]) -> [String] {
    let kinds = sessions.flatMap { session -> Set<ImportWarning.Kind> in
      Set(ImportCheck(text: session.report)?.oddities.map(\.kind) ?? [])
    }
    return ImportWarning.Kind.allCases.compactMap { kind in
      let count = kinds.count { $0 == kind }
      guard count > 0 else { return nil }
      let some = disclosure.isTold(count) ? "\(count)" : disclosure.few
      return "\(kind.words): \(some) of \(sessions.count.counted("session"))"
    }
  }
}

extension ImportWarning.Kind {
  /// What is odd, without the figures of anybody's session.
  fileprivate var words: String {
    switch self {
    case .fastClock: "times run faster than the video's"
    case .beyondVideo: "times go on long after the video"
    case .unit: "seconds and milliseconds may be mixed up"
    case .sharedTimes: "many samples share their times"
    case .disorder: "many samples come before earlier ones"
    case .future: "the recording would end in the future"
    case .offPicture: "most gaze falls beside the picture"
    case .lostGaze: "little of the gaze can be used"
    case .frozenGaze: "the gaze never moves"
    case .lostFaces: "few samples have a face that was read"
    case .frozenFace: "the face never changes"
    case .skipped: "more than a tenth of what was recorded was ignored"
    case .damaged: "the file is damaged, and was read in part"
    case .noViewers: "nobody says who watched"
    case .heads: "the gaze is where heads are turned, coarse by some degrees"
    }
  }
}
