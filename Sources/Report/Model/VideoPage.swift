/// All that a video's page shows; times are seconds of play time, shares 0…1.
///
/// It is made of values alone: what may not be told of few viewers never reaches it.
package struct VideoPage: Sendable, Hashable {
  /// The video's id.
  package var id = ""
  /// The line that its clips bear; `nil` where they bear none.
  package var title: String?
  /// Where the source is, as the decisions name it.
  package var source = ""
  /// Length in seconds.
  package var duration = 0.0
  /// Whether the video is due, pinned, failing or up to date.
  package var standing = Standing()
  /// Who was asked, in sentences: how many, who was left out and why.
  package var audience: [String] = []
  /// What holds for the whole video: a pin, no moment and why.
  package var remarks: [String] = []
  /// What changed with the last night, and since.
  package var news: [String] = []
  /// The source, relative to the page; `nil` where it lies outside the library.
  package var film: String?
  /// What a person's wishes may be about; `nil` where the video is pinned or cannot be read.
  package var desk: PageDesk?
  /// The clips, best first.
  package var clips: [PageClip] = []
  /// Cuts of the source, as far as they were looked for: near what was chosen.
  package var cuts: [Double] = []
  /// The reel, relative to the page; `nil` without one.
  package var reel: String?
  /// The nearest refusals, best first.
  package var refusals: [PageRefusal] = []
  /// The audience over time; `nil` where too few watched, or the source is gone.
  package var curve: PageCurve?
  /// What was odd in recordings, in sentences.
  package var oddities: [String] = []
  /// Commands to copy.
  package var commands: [PageCommand] = []
  /// What the page was made from, in one word: a page with the same is not written again.
  package var stamp = ""

  /// A page of nothing.
  package init() {}
}

/// How a video stands.
package struct Standing: Sendable, Hashable {
  /// The kinds, in the order in which a person should look at them.
  package enum Kind: String, Sendable, CaseIterable {
    case failing, due, pinned, done, waiting, empty

    /// The word on the page.
    package var word: String {
      switch self {
      case .failing: "failing"
      case .due: "due"
      case .pinned: "pinned"
      case .done: "up to date"
      case .waiting: "waiting for its source"
      case .empty: "no audience yet"
      }
    }

    /// A sign beside the word, so that it is told without colour.
    var sign: String {
      switch self {
      case .failing: "✕"
      case .due: "●"
      case .pinned: "◆"
      case .done: "✓"
      case .waiting: "◌"
      case .empty: "○"
      }
    }
  }

  /// What kind it is; a pinned video that is due is due.
  package var kind = Kind.empty
  /// Whether a person's decisions are in force.
  package var isPinned = false
  /// More in a sentence; empty where there is no more.
  package var detail = ""

  /// No audience.
  package init() {}

  /// The word, and `pinned` behind another word.
  var words: String { isPinned && kind != .pinned ? "\(kind.word), pinned" : kind.word }
}

/// A stretch that was considered and not taken.
package struct PageRefusal: Sendable, Hashable {
  /// Where it begins.
  package var start: Double
  /// Where it ends.
  package var end: Double
  /// Why: the condition that failed, in figures.
  package var reason: String
  /// Whether it is among the nearest, which are listed with a letter.
  package var isListed: Bool

  /// Makes one.
  package init(start: Double, end: Double, reason: String, isListed: Bool) {
    self.start = start
    self.end = end
    self.reason = reason
    self.isListed = isListed
  }
}

/// A command, and what it is for.
package struct PageCommand: Sendable, Hashable {
  /// What it does.
  package var purpose: String
  /// What to type.
  package var text: String

  /// Makes one.
  package init(_ purpose: String, _ text: String) {
    self.purpose = purpose
    self.text = text
  }
}

/// The audience over the whole video, half second by half second.
package struct PageCurve: Sendable, Hashable {
  /// Seconds a bin.
  package var binSeconds: Double
  /// Names of the emotions that count.
  package var emotions: [String]
  /// Viewers of the whole video.
  package var viewers: Int
  /// Fewest viewers of whom figures are told.
  package var minimumViewers: Int
  /// The bins from play time 0 on.
  package var bins: [Bin]
  /// The platform that counted everybody, where one did, and what.
  package var counter: String?

  /// Makes a curve.
  package init(
    binSeconds: Double, emotions: [String], viewers: Int, minimumViewers: Int, bins: [Bin]
  ) {
    self.binSeconds = binSeconds
    self.emotions = emotions
    self.viewers = viewers
    self.minimumViewers = minimumViewers
    self.bins = bins
  }

  /// Half a second; what may not be told of so few is `nil`.
  package struct Bin: Sendable, Hashable {
    /// Viewers watching.
    package var watching: Int?
    /// Share of the faces that react.
    package var reacting: Double?
    /// For each of the curve's emotions, the share of the faces that react with it.
    package var shares: [Double]?
    /// Share of the looks that a 9:16 window holds.
    package var held: Double?
    /// What a platform counted, as a share of the most that it counted anywhere.
    package var counted: Double?

    /// Nothing is known.
    package init() {}
  }
}
