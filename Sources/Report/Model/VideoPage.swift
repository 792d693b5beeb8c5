/// All that a video's page shows; times are seconds of play time, shares 0…1.
///
/// It is made of values alone: what may not be told of few viewers never reaches it.
public struct VideoPage: Sendable, Hashable {
  /// The video's id.
  public var id = ""
  /// Where the source is, as the decisions name it.
  public var source = ""
  /// Length in seconds.
  public var duration = 0.0
  /// Whether the video is due, pinned, failing or up to date.
  public var standing = Standing()
  /// Who was asked, in sentences: how many, who was left out and why.
  public var audience: [String] = []
  /// What holds for the whole video: a pin, no moment and why.
  public var remarks: [String] = []
  /// What changed with the last night, and since.
  public var news: [String] = []
  /// The clips, best first.
  public var clips: [PageClip] = []
  /// The reel, relative to the page; `nil` without one.
  public var reel: String?
  /// The nearest refusals, best first.
  public var refusals: [PageRefusal] = []
  /// The audience over time; `nil` where too few watched, or the source is gone.
  public var curve: PageCurve?
  /// What was imported.
  public var imports = PageImports()
  /// Commands to copy.
  public var commands: [PageCommand] = []
  /// What the page was made from, in one word: a page with the same is not written again.
  public var stamp = ""

  /// A page of nothing.
  public init() {}
}

/// How a video stands.
public struct Standing: Sendable, Hashable {
  /// The kinds, in the order in which a person should look at them.
  public enum Kind: String, Sendable, CaseIterable {
    case failing, due, pinned, done, empty

    /// The word on the page.
    public var word: String {
      switch self {
      case .failing: "failing"
      case .due: "due"
      case .pinned: "pinned"
      case .done: "up to date"
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
      case .empty: "○"
      }
    }
  }

  /// What kind it is; a pinned video that is due is due.
  public var kind = Kind.empty
  /// Whether a person's decisions are in force.
  public var isPinned = false
  /// More in a sentence; empty where there is no more.
  public var detail = ""

  /// No audience.
  public init() {}

  /// The word, and `pinned` behind another word.
  var words: String { isPinned && kind != .pinned ? "\(kind.word), pinned" : kind.word }
}

/// A stretch that was considered and not taken.
public struct PageRefusal: Sendable, Hashable {
  /// Where it begins.
  public var start: Double
  /// Where it ends.
  public var end: Double
  /// 0…1; `nil` where too few stand behind it.
  public var score: Double?
  /// Why, in a line of figures.
  public var reason: String
  /// What would have to change, best first.
  public var changes: [String]
  /// Whether it is among the nearest, which are listed with a letter.
  public var isListed: Bool

  /// Makes one.
  public init(
    start: Double, end: Double, score: Double?, reason: String, changes: [String], isListed: Bool
  ) {
    self.start = start
    self.end = end
    self.score = score
    self.reason = reason
    self.changes = changes
    self.isListed = isListed
  }
}

/// A command, and what it is for.
public struct PageCommand: Sendable, Hashable {
  /// What it does.
  public var purpose: String
  /// What to type.
  public var text: String

  /// Makes one.
  public init(_ purpose: String, _ text: String) {
    self.purpose = purpose
    self.text = text
  }
}

/// What was imported for a video, without telling sessions apart.
public struct PageImports: Sendable, Hashable {
  /// A line of a table: format, sessions, samples, what was skipped.
  public struct Format: Sendable, Hashable {
    /// The format's name.
    public var name: String
    /// Sessions.
    public var sessions: Int
    /// Samples in all.
    public var samples: Int
    /// Samples that were skipped, by reason.
    public var skipped: [String]
    /// When the last was imported, as `2026-11-19`.
    public var last: String

    /// Makes one.
    public init(name: String, sessions: Int, samples: Int, skipped: [String], last: String) {
      self.name = name
      self.sessions = sessions
      self.samples = samples
      self.skipped = skipped
      self.last = last
    }
  }

  /// By format.
  public var formats: [Format] = []
  /// What was odd, in sentences.
  public var oddities: [String] = []

  /// Nothing.
  public init() {}
}
