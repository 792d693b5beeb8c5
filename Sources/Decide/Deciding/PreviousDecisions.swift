import EditDecisions
import Foundation
import Library
import Rendering
import Settings
import Support
import Workspace

/// The decisions of the last run that a new decision may keep.
struct PreviousDecisions {
  /// Moments chosen by the audience or a wish, from this source, with these settings or by another
  /// version of gazecut.
  var moments: [Moment]
  /// When the clip of each moment was made, by clip ID.
  var since: [String: String]
  var title: ClipTitle?

  static let none = PreviousDecisions(moments: [], since: [:])
}

extension PreviousDecisions {
  /// The last run's decisions by the audience.
  ///
  /// They are empty if the source or settings have changed, or if the user made the decisions.
  init(of maker: DecisionMaker) throws {
    let state = try maker.database.videos.state(of: maker.video)
    guard state.pin == nil, let fingerprint = state.fingerprint, let text = state.decisions else {
      self = .none
      return
    }
    // Another version of gazecut hashes settings differently, so compare only what its clips show.
    let isOfThisJudgement = fingerprint.hasPrefix("\(GazecutVersion.judgement)/")
    // The first aspect ratio may have been a further one before, and the reverse.
    let document = try DecisionDocument(text: text)
    // With another title the same moments give other clips.
    var then = maker
    then.settings.render.title = document.title.map(ClipTitle.init)
    let shapes = try document.inAllAspectRatios
      .filter { !isOfThisJudgement || $0.settings == maker.settings.selectionHash }
      .map { document in
        try document.moments.filter { moment in
          // The ID depends on source, output and renderer, so it changes with any of them.
          try moment.why.isAudiencesOrWished
            && then.momentWithClipID(moment).id == moment.id
        }
      }
    guard let moments = shapes.first(where: { !$0.isEmpty }) else {
      self = .none
      return
    }
    let clips = try maker.database.clips.all(of: maker.video).filter { $0.state == .current }
    self.init(
      moments: moments, since: clips.keyed(by: \.id) { $0.createdAt.formatted(.iso8601) },
      title: then.settings.render.title)
  }
}

extension Settings {
  /// Hash of the settings that affect selection and framing, without the title.
  package var selectionHash: String {
    var bare = self
    bare.render.title = nil
    return bare.digest
  }
}
