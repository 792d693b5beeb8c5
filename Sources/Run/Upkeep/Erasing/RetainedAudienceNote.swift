import Library

/// A note on the anonymous aggregates that remain when samples are erased by age, or an empty text.
enum RetainedAudienceNote {
  static func text(_ database: LibraryDatabase) throws -> String {
    let videos = try database.audiences.retainedVideos()
    guard !videos.isEmpty else { return "" }
    return " Single viewers cannot be removed from the anonymous aggregate of samples that were "
      + "erased by age (library.keepSamples). It remains in: \(videos.joined(separator: ", ")). "
      + "`gazecut remove VIDEO` removes a video's whole audience."
  }
}
