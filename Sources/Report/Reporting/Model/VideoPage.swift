import Deciding

/// All that a video's page shows; times are seconds of play time, shares 0…1.
///
/// It is made of values alone: what may not be told of few viewers never reaches it.
struct VideoPage: Sendable, Hashable {
  var id = ""
  /// The line that its clips bear; `nil` where they bear none.
  var title: String?
  /// Where the source is, as the decisions name it.
  var source = ""
  /// Length in seconds.
  var duration = 0.0
  /// The day on which its clips were decided, as `28 November 2026`; `nil` for never.
  var day: String?
  /// How many watched; `nil` where that may not be told.
  var viewers: Int?
  /// How its moments were found, in a sentence for a client; `nil` without any.
  var method: String?
  /// Whether the video is due, pinned, failing or up to date.
  var standing = Standing()
  /// Fewest viewers of whom figures are told.
  var leastViewers = 1
  /// Who was asked, in sentences: how many, who was left out and why.
  var audience: [String] = []
  /// What holds for the whole video: a pin, no moment and why.
  var remarks: [String] = []
  /// What changed with the last night, and since.
  var news: [String] = []
  /// The source, relative to the page; `nil` where it lies outside the library.
  var film: String?
  /// What a person's wishes may be about; `nil` where the video is pinned or cannot be read.
  var desk: ClipEditorData?
  var clips: [PageClip] = []
  /// Cuts of the source, as far as they were looked for: near what was chosen.
  var cuts: [Double] = []
  /// The reel, relative to the page; `nil` without one.
  var reel: String?
  /// The nearest refusals, best first.
  var refusals: [PageRejectedSegment] = []
  /// What was looked at, most first; empty without detections.
  var things: [DisclosedThing] = []
  /// The audience over time; `nil` where too few watched, or the source is gone.
  var curve: PageCurve?
  /// What was odd in recordings, in sentences.
  var oddities: [String] = []
  var commands: [PageCommand] = []
  /// What the page was made from, in one word: a page with the same is not written again.
  var stamp = ""
}

struct Standing: Sendable, Hashable {
  /// The kinds, in the order in which a person should look at them.
  enum Kind: String, Sendable, CaseIterable {
    case failing, due, pinned, done, waiting, empty

    var word: String { shown.word }

    /// A sign beside the word, so that it is told without colour.
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

  /// What kind it is; a pinned video that is due is due.
  var kind = Kind.empty
  /// Whether a person's decisions are in force.
  var isPinned = false
  /// More in a sentence; empty where there is no more.
  var detail = ""

  /// The word, and `locked` behind another word.
  var words: String {
    isPinned && kind != .pinned ? "\(kind.word), \(Kind.pinned.word)" : kind.word
  }
}

/// A stretch that was considered and not taken.
struct PageRejectedSegment: Sendable, Hashable {
  var start: Double
  var end: Double
  /// Why: the condition that failed, in figures.
  var reason: String
  /// The same in one sentence for an editor.
  var sentence: String
  /// Whether it is among the nearest, which are listed with a letter.
  var isListed: Bool
}

/// A command, and what it is for.
struct PageCommand: Sendable, Hashable {
  var purpose: String
  var text: String

  init(_ purpose: String, _ text: String) {
    self.purpose = purpose
    self.text = text
  }
}

/// The audience over the whole video, half second by half second.
struct PageCurve: Sendable, Hashable {
  /// Seconds a bin.
  var binSeconds: Double
  /// Names of the emotions that count.
  var emotions: [String]
  /// Viewers of the whole video.
  var viewers: Int
  /// Fewest viewers of whom figures are told.
  var minimumViewers: Int
  /// The bins from play time 0 on.
  var bins: [Bin]
  /// The platform that counted everybody, where one did, and what.
  var counter: String?

  /// Half a second; what may not be told of so few is `nil`.
  struct Bin: Sendable, Hashable {
    var watching: Int?
    /// Share of the faces that react.
    var reacting: Double?
    /// For each of the curve's emotions, the share of the faces that react with it.
    var shares: [Double]?
    /// Share of the looks that a narrow window holds.
    var held: Double?
    /// Share of the viewers who watch then or later.
    var staying: Double?
    /// What a platform counted, as a share of the most that it counted anywhere.
    var counted: Double?
  }
}
