struct IndexPage: Sendable, Hashable {
  /// The name of the library's folder.
  var library = ""
  /// Fewest viewers of whom figures are told of any video.
  var leastViewers = 1
  /// The last runs, newest first.
  var nights: [Night] = []
  /// The videos, by id.
  var videos: [Video] = []
  /// What needs attention in the whole library.
  var remarks: [String] = []
  /// What the last import did; `nil` without one.
  var intake: String?
  /// What the index was made from, in one word: one with the same is not written again.
  var stamp = "index"

  struct Night: Sendable, Hashable {
    /// When it began, as `2026-11-19 02:00 UTC`.
    var began: String
    /// Seconds; `nil` where it did not finish.
    var seconds: Double?
    /// Videos, clips rendered, videos failed.
    var counts: [Int]
    var ending: String
  }

  struct Video: Sendable, Hashable {
    var id: String
    var standing: Standing
    /// Its page, relative to the index; `nil` where there is none.
    var page: String?
    /// Its viewers, as far as they may be told.
    var viewers: Int?
    /// The score of its best clip.
    var best: Double?
    /// Its clips, best first.
    var clips: [Clip] = []
    /// When it was last worked on, as `2026-11-19 02:00 UTC`; empty for never.
    var lastRun: String
  }

  /// A clip in the strip of its video.
  struct Clip: Sendable, Hashable {
    var rank: Int
    var seconds: Double
    /// Relative to the index; `nil` without one.
    var poster: String?
    var status: Status
  }

  enum Status: String, Sendable {
    case ready, published, missing

    var words: String { self == .missing ? "not rendered" : rawValue }
  }
}
