import Deciding

/// The content of a video's page; times are seconds of play time, shares are 0…1.
///
/// It contains only values that may be published, nothing about too few viewers.
struct VideoPage: Sendable {
  var id = ""
  /// The title of its clips, if there is one.
  var title: String?
  /// Path of the source, as in the decisions.
  var source = ""
  var duration = 0.0
  /// The day of the last decisions, for example `28 November 2026`, if there were any.
  var day: String?
  /// Number of viewers, if it may be published.
  var viewers: Int?
  /// A sentence for clients about how moments were found, if there are any.
  var method: String?
  var standing = ProcessingStatus()
  /// Minimum group size for published figures.
  var leastViewers = 1
  /// Sentences about the audience: how many viewers, and how many were excluded and why.
  var audience: [String] = []
  /// Notes about the whole video, for example a lock, or the reason for no moment.
  var remarks: [String] = []
  /// Changes by the last run, and since then.
  var recentChanges: [String] = []
  /// Path of the source, relative to the page; `nil` if it is outside the library.
  var sourcePath: String?
  /// The data of the clip editor; `nil` if the video is locked or cannot be read.
  var clipEditor: ClipEditorData?
  var clips: [PageClip] = []
  /// The known cuts of the source, which are those near chosen moments.
  var cuts: [Double] = []
  /// Path of the highlight reel, relative to the page, if there is one.
  var reel: String?
  /// The nearest rejections, best first.
  var refusals: [PageRejectedSegment] = []
  /// The objects with most gaze first; empty without detections.
  var objects: [PublishedObjectGaze] = []
  /// The audience over time; `nil` for too few viewers or a missing source.
  var curve: PageCurve?
  /// A platform's retention curve, if one was imported.
  var retention: PlatformRetention?
  /// Warnings about recordings.
  var oddities: [String] = []
  var commands: [(purpose: String, text: String)] = []
  /// A hash of everything that the page is made from; an unchanged page is not written again.
  var stamp = ""
}

struct ProcessingStatus: Sendable, Hashable {
  /// The kinds of status, most urgent first.
  enum Kind: String, Sendable, CaseIterable {
    case failing, due, pinned, done, waiting, empty

    var word: String { shown.word }

    /// A symbol next to the word, so that the status does not depend on colour.
    var sign: String { shown.sign }

    private var shown: (word: String, sign: String) {
      switch self {
      case .failing: ("failing", "✕")
      case .due: ("pending", "●")
      case .pinned: ("locked", "◆")
      case .done: ("up to date", "✓")
      case .waiting: ("waiting for its source", "◌")
      case .empty: ("no audience yet", "○")
      }
    }
  }

  /// The kind of status; a locked video that is also pending is `due`.
  var kind = Kind.empty
  /// Whether the user's decisions apply.
  var isPinned = false
  /// Details as a sentence; empty if there are none.
  var detail = ""

  /// The word for the status, with `locked` added if necessary.
  var words: String {
    isPinned && kind != .pinned ? "\(kind.word), \(Kind.pinned.word)" : kind.word
  }
}

/// A segment that was considered but rejected.
struct PageRejectedSegment: Sendable, Hashable {
  var start: Double
  var end: Double
  /// The reason as one sentence for editors.
  var sentence: String
  /// Whether it is one of the nearest rejections, which are listed with a letter.
  var isListed: Bool
  /// How to take back the user's own rejections of its seconds; empty if there are none.
  var undo: [OverrideRemoval] = []
}

/// The audience over the whole video, per time bin.
struct PageCurve: Sendable, Hashable {
  /// Length of a time bin in seconds.
  var binSeconds: Double
  var emotions: [String]
  var viewers: Int
  /// Minimum group size for published figures.
  var minimumViewers: Int
  /// The time bins from play time 0.
  var bins: [Bin]
  /// The platform and metric of the engagement curve, if there is one.
  var counter: String?

  /// A time bin; a figure is `nil` if it must not be published.
  struct Bin: Sendable, Hashable {
    var watching: Int?
    /// Reaction rate.
    var reacting: Double?
    /// Whether `reacting` is the lowest rate that may be published, so that the true one may be 0.
    var isReactingLowest = false
    /// Reaction rate per emotion of the curve.
    var shares: [Double]?
    /// Gaze coverage of a vertical window.
    var held: Double?
    /// Share of the viewers who watch then or later.
    var staying: Double?
    /// The engagement curve, as a share of its maximum.
    var counted: Double?
  }
}
