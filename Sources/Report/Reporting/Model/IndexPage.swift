struct IndexPage: Sendable, Hashable {
  var library = ""
  /// Smallest minimum group size of all videos.
  var leastViewers = 1
  var nights: [RunRow] = []
  /// The videos, ordered by ID.
  var videos: [Video] = []
  var remarks: [String] = []
  /// The result of the last import, if there was one.
  var intake: String?
  /// A hash of everything that the index is made from; an unchanged index is not written again.
  var stamp = "index"

  struct RunRow: Sendable, Hashable {
    /// Start time, for example `2026-11-19 02:00 UTC`.
    var began: String
    /// Duration in seconds; `nil` if the run did not finish.
    var seconds: Double?
    /// Numbers of videos, rendered clips, and failed videos.
    var counts: [Int]
    var ending: String
  }

  struct Video: Sendable, Hashable {
    var id: String
    var standing: ProcessingStatus
    /// Path of its page, relative to the index, if there is one.
    var page: String?
    /// Number of viewers, if it may be published.
    var viewers: Int?
    /// Score of its best clip.
    var best: Double?
    var clips: [Clip] = []
    /// Time of its last run, for example `2026-11-19 02:00 UTC`; empty without one.
    var lastRun: String
  }

  struct Clip: Sendable, Hashable {
    var rank: Int
    var seconds: Double
    /// Path of the poster, relative to the index, if there is one.
    var poster: String?
    var status: Status
  }

  enum Status: String, Sendable {
    case ready, published, missing

    var words: String { self == .missing ? "not rendered" : rawValue }
  }
}
