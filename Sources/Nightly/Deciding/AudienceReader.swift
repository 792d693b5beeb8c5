import Audience
import Foundation
import Library
import Settings

/// Reads a video's audience timeline: kept from an earlier night, or folded anew.
struct AudienceReader {
  var database: LibraryDatabase
  var video: String
  var settings: FoldSettings

  /// The timeline; from the library when nothing that it rests on has changed.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - mayKeep: whether a timeline folded anew is kept; a dry run keeps nothing.
  /// - Returns: the timeline.
  /// - Throws: `LibraryError`.
  func timeline(duration: Double, aspect: Double, mayKeep: Bool) throws -> AudienceTimeline {
    let digest = try database.inputDigest(of: video)
    let key = "\(GazecutVersion.judgement) \(digest) \(duration) \(aspect) \(settings)"
    if let bytes = try database.cached(.audienceTimeline, of: video, key: key),
      let timeline = AudienceTimeline(encoded: [UInt8](bytes))
    {
      return timeline
    }
    var folder = TimelineFolder(duration: duration, aspect: aspect, settings: settings)
    try database.forEachViewer(of: video) { sessions in
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
