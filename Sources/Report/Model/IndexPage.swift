/// All that the index shows.
public struct IndexPage: Sendable, Hashable {
  /// The name of the library's folder.
  public var library = ""
  /// The last nights, newest first.
  public var nights: [Night] = []
  /// The videos, by id.
  public var videos: [Video] = []
  /// What is to be said of the whole library.
  public var remarks: [String] = []
  /// What the index was made from, in one word: one with the same is not written again.
  public var stamp = "index"

  /// An empty index.
  public init() {}

  /// A night.
  public struct Night: Sendable, Hashable {
    /// When it began, as `2026-11-19 02:00 UTC`.
    public var began: String
    /// Seconds; `nil` where it did not finish.
    public var seconds: Double?
    /// Videos, clips rendered, videos failed.
    public var counts: [Int]
    /// How it ended.
    public var ending: String

    /// Makes a night.
    public init(began: String, seconds: Double?, counts: [Int], ending: String) {
      self.began = began
      self.seconds = seconds
      self.counts = counts
      self.ending = ending
    }
  }

  /// A video.
  public struct Video: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// How it stands.
    public var standing: Standing
    /// Its page, relative to the index; `nil` where there is none.
    public var page: String?
    /// Its viewers, as far as they may be told.
    public var viewers: Int?
    /// The score of its best clip.
    public var best: Double?
    /// Its posters, relative to the index, best first, each with its seconds.
    public var posters: [Poster]
    /// When it was last worked on, as `2026-11-19 02:00 UTC`; empty for never.
    public var lastRun: String

    /// Makes a video.
    public init(
      id: String, standing: Standing, page: String?, viewers: Int?, best: Double?,
      posters: [Poster], lastRun: String
    ) {
      self.id = id
      self.standing = standing
      self.page = page
      self.viewers = viewers
      self.best = best
      self.posters = posters
      self.lastRun = lastRun
    }
  }

  /// A clip's poster.
  public struct Poster: Sendable, Hashable {
    /// The file, relative to the index.
    public var file: String
    /// What it shows: `0:14 to 0:28`.
    public var name: String

    /// Makes a poster.
    public init(file: String, name: String) {
      self.file = file
      self.name = name
    }
  }
}
