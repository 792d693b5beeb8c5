/// All that the index shows.
package struct IndexPage: Sendable, Hashable {
  /// The name of the library's folder.
  package var library = ""
  /// The last nights, newest first.
  package var nights: [Night] = []
  /// The videos, by id.
  package var videos: [Video] = []
  /// What is to be said of the whole library.
  package var remarks: [String] = []
  /// What the index was made from, in one word: one with the same is not written again.
  package var stamp = "index"

  /// An empty index.
  package init() {}

  /// A night.
  package struct Night: Sendable, Hashable {
    /// When it began, as `2026-11-19 02:00 UTC`.
    package var began: String
    /// Seconds; `nil` where it did not finish.
    package var seconds: Double?
    /// Videos, clips rendered, videos failed.
    package var counts: [Int]
    /// How it ended.
    package var ending: String

    /// Makes a night.
    package init(began: String, seconds: Double?, counts: [Int], ending: String) {
      self.began = began
      self.seconds = seconds
      self.counts = counts
      self.ending = ending
    }
  }

  /// A video.
  package struct Video: Sendable, Hashable {
    /// Its id.
    package var id: String
    /// How it stands.
    package var standing: Standing
    /// Its page, relative to the index; `nil` where there is none.
    package var page: String?
    /// Its viewers, as far as they may be told.
    package var viewers: Int?
    /// The score of its best clip.
    package var best: Double?
    /// How many clips it has.
    package var clips: Int
    /// The best one's poster, relative to the index; `nil` without any.
    package var poster: String?
    /// When it was last worked on, as `2026-11-19 02:00 UTC`; empty for never.
    package var lastRun: String

    /// Makes a video.
    package init(
      id: String, standing: Standing, page: String?, viewers: Int?, best: Double?,
      clips: Int, poster: String?, lastRun: String
    ) {
      self.id = id
      self.standing = standing
      self.page = page
      self.viewers = viewers
      self.best = best
      self.clips = clips
      self.poster = poster
      self.lastRun = lastRun
    }
  }
}
