import Audience
import Foundation
import Library
import Selection
import Settings

/// Reads a video's audience: kept from an earlier night, or folded anew.
struct AudienceReader {
  var database: LibraryDatabase
  var video: String
  var settings: FoldSettings
  /// Whose audience it is: each part of one is folded apart.
  var part = AudiencePart.everyone
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
    let digest = try database.inputDigest(of: video, in: part)
    let whose = part.isEveryone ? "" : " \(part)"
    let key = "\(GazecutVersion.judgement) \(digest) \(duration) \(aspect) \(settings)\(whose)"
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
    try database.forEachViewer(of: video, in: part) { sessions in
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

extension AudienceReader {
  /// Refuses a part of an audience that is smaller than the minimum: whoever it is made of would be
  /// shown.
  ///
  /// A whole audience of a few needs no refusal: it chooses nothing, and says so. The sentence
  /// gives no number of the part, and is the same for a part of nobody.
  ///
  /// - Parameter selection: what counts as a moment.
  /// - Throws: `CommandFailure` 65; `LibraryError`.
  func requireEnough(_ selection: SelectionSettings) throws {
    let disclosure = Disclosure(selection)
    guard !part.isEveryone, try database.viewers(of: video, .everyone) > 0,
      try !disclosure.isTold(database.viewers(of: video, part))
    else { return }
    let large = try database.labels(of: video).filter { disclosure.isTold($0.viewers) }
    let names = large.map(\.label.description)
    throw CommandFailure(
      .badData,
      "selection.viewers: \(disclosure.few) viewers of '\(video)' are "
        + "\(part) (selection.minimumViewers), so nothing is decided by them; "
        + (names.isEmpty
          ? "no label of it has enough"
          : "those with enough are all, \(names.joined(separator: ", "))"))
  }
}
