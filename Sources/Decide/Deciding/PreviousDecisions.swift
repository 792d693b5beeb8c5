import Audience
import EditDecisions
import Foundation
import Library
import Rendering
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

extension PreviousDecisions {
  /// What the last run decided by the audience; empty where source, settings or a person's say are
  /// others.
  init(of maker: DecisionMaker) throws {
    let state = try maker.database.state(of: maker.video)
    guard state.pin == nil, let fingerprint = state.fingerprint, let text = state.decisions else {
      self = .none
      return
    }
    // Another gazecut digests other settings: its clips stand by what they show alone.
    let isOfThisJudgement = fingerprint.hasPrefix("\(GazecutVersion.judgement)/")
    // A shape that comes first now may have been another's companion before, and the reverse.
    let document = try DecisionDocument(text: text)
    // Another title gives other clips of the same moments.
    var then = maker
    then.settings.render.title = document.title.map(ClipTitle.init)
    let shapes = try document.inAllShapes
      .filter { !isOfThisJudgement || $0.settings == maker.settings.judged }
      .map { document in
        try document.moments.filter { moment in
          // The id tells source, output and renderer: another of these gives another.
          try moment.why.isAudiencesOrWished
            && MomentMaker(then).identified(moment).id == moment.id
        }
      }
    guard let moments = shapes.first(where: { !$0.isEmpty }) else {
      self = .none
      return
    }
    let clips = try maker.database.clips(of: maker.video).filter { $0.state == .current }
    self.init(
      moments: moments,
      since: clips.keyed(by: \.id) { $0.createdAt.formatted(.iso8601) },
      title: then.settings.render.title)
  }
}

extension Settings {
  /// The digest of those by which moments are chosen and framed; a title changes neither.
  package var judged: String {
    var bare = self
    bare.render.title = nil
    return bare.digest
  }
}
