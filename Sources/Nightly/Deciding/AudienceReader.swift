import Audience
import Foundation
import Library
import Settings

/// Reads a video's audience: kept from an earlier night, or folded anew.
struct AudienceReader {
  var database: LibraryDatabase
  var video: String
  var settings: FoldSettings
  /// Told what takes long, as it begins.
  var report: (String) -> Void = { _ in }

  /// Viewers that are read before they are folded on all cores.
  private static let batch = 64

  /// The audience; from the library when nothing that it rests on has changed.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - mayKeep: whether an audience folded anew is kept; a dry run keeps nothing.
  /// - Returns: the audience.
  /// - Throws: `LibraryError`.
  func audience(duration: Double, aspect: Double, mayKeep: Bool) throws -> VideoAudience {
    let digest = try database.inputDigest(of: video)
    let key = "\(GazecutVersion.judgement) \(digest) \(duration) \(aspect) \(settings)"
    switch try database.audience(of: video, key: key) {
    case .current(let summary): return kept(summary, key)
    case .older: report("folding the audience anew: an older gazecut kept it in another form")
    case .damaged: report("folding the audience anew: what was kept of it is damaged")
    case .none: report("folding the audience")
    }
    let folded = try fold(duration: duration, aspect: aspect)
    guard mayKeep else { return VideoAudience(folded) }
    try database.setAudience(AudienceBlocks(folded), of: video, key: key)
    return kept(folded.summary, key)
  }

  private func fold(duration: Double, aspect: Double) throws -> FoldedAudience {
    var fold = AudienceFold(duration: duration, aspect: aspect, settings: settings)
    var waiting: [[SampleColumns]] = []
    try database.forEachViewer(of: video) { sessions in
      waiting.append(sessions)
      guard waiting.count >= Self.batch else { return }
      fold.add(sessions: waiting)
      waiting.removeAll(keepingCapacity: true)
    }
    fold.add(sessions: waiting)
    return fold.finish()
  }

  private func kept(_ summary: TimelineSummary, _ key: String) -> VideoAudience {
    let (database, video) = (database, video)
    return VideoAudience(summary: summary) { blocks in
      if let rows = try database.audienceRows(of: video, key: key, blocks: blocks) { return rows }
      throw LibraryError(
        .corrupt, operation: "read the audience of \(video)",
        reason: "what was folded is damaged or gone; gazecut regenerate \(video) folds it anew")
    }
  }
}
