import Audience
import EditDecisions
import Foundation
import Framing
import Library
import Rendering
import Selection
import Settings
import Support
import Workspace

/// What the last run decided, as far as a new decision may leave it as it is.
struct PreviousDecisions {
  /// Chosen by the audience, or as a person wished, of this very source, under these very settings
  /// or by another gazecut.
  var moments: [Moment]
  /// When the clip of each was made, by its id.
  var since: [String: String]
  /// The title that all of them bore.
  var title: ClipTitle?

  static let none = PreviousDecisions(moments: [], since: [:])
}

extension DecisionMaker {
  /// What the last run decided by the audience; empty where source, settings or a person's say are
  /// others.
  func earlier() throws -> PreviousDecisions {
    let state = try database.state(of: video)
    guard state.pin == nil, let fingerprint = state.fingerprint, let text = state.decisions else {
      return .none
    }
    // Another gazecut digests other settings: its clips stand by what they show alone.
    let isOfThisJudgement = fingerprint.hasPrefix("\(GazecutVersion.judgement)/")
    // A shape that comes first now may have been another's companion before, and the reverse.
    let document = try DecisionDocument(text: text)
    // Another title gives other clips of the same moments.
    var then = self
    then.settings.render.title = document.title.map(ClipTitle.init)
    let shapes = try document.inAllShapes
      .filter { !isOfThisJudgement || $0.settings == settings.judged }
      .map { document in
        try document.moments.filter { moment in
          // The id tells source, output and renderer: another of these gives another.
          try moment.why.isAudiencesOrWished && then.identified(moment).id == moment.id
        }
      }
    guard let moments = shapes.first(where: { !$0.isEmpty }) else { return .none }
    let clips = try database.clips(of: video).filter { $0.state == .current }
    return PreviousDecisions(
      moments: moments,
      since: clips.keyed(by: \.id) { $0.createdAt.formatted(.iso8601) },
      title: then.settings.render.title)
  }

  /// A moment as it is decided anew, or as it was before where that is as good; with the shares of
  /// looks that may be told.
  ///
  /// - Parameters:
  ///   - fresh: decided now.
  ///   - earlier: the last run's decisions.
  ///   - others: seconds that it may not reach into.
  ///   - request: what it was framed from.
  /// - Returns: either, with what it says of the earlier one.
  /// - Throws: as `identified`.
  func steadied(
    _ fresh: Moment, by earlier: PreviousDecisions, besides others: [Range<Double>],
    _ request: FramingRequest
  ) throws -> Moment {
    var decided = try stood(fresh, by: earlier, besides: others, request)
    let looks = HalfSeconds.covering(
      decided.seconds, count: request.timeline.bins.count
    ).map { bin in request.timeline.bins[bin].rows.count(where: \.hasGaze) }.filter { $0 > 0 }
    decided.framing = Disclosure(settings.selection).told(
      decided.framing, in: (request.pictureWidth, request.pictureHeight),
      of: looks.sorted().dropFirst(looks.count / 2).first ?? 0)
    return decided
  }

  /// Whether windows were placed by the same: by looks, or by what stood in for them, for however
  /// long.
  static func useSameFramingFallback(_ one: Why, _ other: Why) -> Bool {
    func names(_ why: Why) -> String? { why.framedBy?.replacing(/\ for [0-9.]+ s/, with: "") }
    return names(one) == names(other)
  }

  private func stood(
    _ fresh: Moment, by earlier: PreviousDecisions, besides others: [Range<Double>],
    _ request: FramingRequest
  ) throws -> Moment {
    func shared(_ moment: Moment) -> Double {
      min(moment.end, fresh.end) - max(moment.start, fresh.start)
    }
    guard fresh.why.isAudiencesOrWished,
      let old = earlier.moments.max(by: { shared($0) < shared($1) }), old.id != fresh.id,
      // What was wished anew, or is wished no more, is to be seen.
      old.why.wish == fresh.why.wish,
      // Where too few look, nothing measures what stands in for looks: another is not to stay.
      Self.useSameFramingFallback(old.why, fresh.why)
    else { return fresh }
    let isFree = !others.contains { $0.lowerBound < old.end && $0.upperBound > old.start }
    var decided = fresh
    switch standing(of: old, against: fresh, request) {
    case .apart: return fresh
    case .replaced(let reason): decided.why.replaces = "\(old.id): \(reason)"
    case .stands(var kept) where isFree:
      func title(_ moment: Moment, _ all: ClipTitle?) -> ClipTitle? {
        moment.framing.line.map(ClipTitle.line) ?? all
      }
      if title(old, earlier.title) == title(fresh, settings.render.title) {
        kept.framing.title = old.framing.title
      } else if settings.render.captions == .burn {
        // Captions stand where the title does not.
        return fresh
      }
      // With another title it is another clip of the same seconds.
      decided = try identified(kept)
      if decided.id == old.id { decided.why.since = old.why.since ?? earlier.since[old.id] }
    case .stands: decided.why.replaces = "\(old.id): it would reach into another moment"
    }
    return decided
  }
}

extension Why {
  /// Whether the next night may decide it otherwise: what a person decided in whole stays.
  fileprivate var isAudiencesOrWished: Bool { chosenBy == nil || wish != nil }
}

extension Settings {
  /// The digest of those by which moments are chosen and framed; a title changes neither.
  package var judged: String {
    var bare = self
    bare.render.title = nil
    return bare.digest
  }
}
