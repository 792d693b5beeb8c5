import Audience
import Foundation
import Library
import Selection
import Settings

/// Reads a video's audience timeline: kept from an earlier night, or folded anew.
struct AudienceReader {
  var database: LibraryDatabase
  var video: String
  var settings: FoldSettings
  /// Whose timeline it is: each part of an audience is folded apart.
  var part = AudiencePart.everyone

  /// The timeline; from the library when nothing that it rests on has changed.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - mayKeep: whether a timeline folded anew is kept; a dry run keeps nothing.
  /// - Returns: the timeline.
  /// - Throws: `LibraryError`.
  func timeline(duration: Double, aspect: Double, mayKeep: Bool) throws -> AudienceTimeline {
    let digest = try database.inputDigest(of: video, in: part)
    let whose = part.isEveryone ? "" : " \(part)"
    let key = "\(GazecutVersion.judgement) \(digest) \(duration) \(aspect) \(settings)\(whose)"
    if let bytes = try database.cached(.audienceTimeline, of: video, key: key),
      let timeline = AudienceTimeline(encoded: [UInt8](bytes))
    {
      return timeline
    }
    var folder = TimelineFolder(duration: duration, aspect: aspect, settings: settings)
    try database.forEachViewer(of: video, in: part) { sessions in
      folder.add(viewer: sessions)
    }
    let timeline = folder.timeline()
    if mayKeep {
      try database.setCache(
        .audienceTimeline, of: video, key: key, value: Data(timeline.encoded()))
    }
    return timeline
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
