/// The edit decisions of one video: all that rendering needs, readable and editable by a person.
///
/// Its written form is the JSON of schema `gazecut.decisions/1`. Every number in it is rounded as
/// it is written (times 1 ms, pixels 0.1, shares and scores 0.01) before anything uses it, so what
/// is printed is what is rendered.
public struct DecisionDocument: Hashable, Sendable {
  /// The name of the schema.
  public static let schema = "gazecut.decisions/1"

  /// The source.
  public var video: VideoDescription
  /// Who was asked.
  public var audience: AudienceSummary
  /// `sha256:` and the digest of the settings that matter.
  public var settings: String
  /// The chosen windows, best first.
  public var moments: [Moment]
  /// The nearest refusals, best first.
  public var rejected: [Rejection]
  /// The reel, in its own order.
  public var reel: [ReelEntry]
  /// How the moments are shown in further shapes; empty where there is one shape.
  public var shapes: [FurtherShape]
  /// Why there is no moment; `nil` when there is one.
  public var reason: String?

  /// Makes a document.
  public init(
    video: VideoDescription, audience: AudienceSummary, settings: String, moments: [Moment],
    rejected: [Rejection], reel: [ReelEntry], shapes: [FurtherShape] = [], reason: String? = nil
  ) {
    self.video = video
    self.audience = audience
    self.settings = settings
    self.moments = moments
    self.rejected = rejected
    self.reel = reel
    self.shapes = shapes
    self.reason = reason
  }
}

/// A source video as it is presented.
public struct VideoDescription: Hashable, Sendable, Codable {
  /// The video's id.
  public var id: String
  /// Where the source is: relative to the library when inside it, else absolute.
  public var source: String
  /// Seconds.
  public var duration: Double
  /// Width of the picture in pixels, after rotation and sample aspect ratio.
  public var width: Int
  /// Height of the picture in pixels, after rotation.
  public var height: Int
  /// Frames a second.
  public var frameRate: FrameRate

  /// Makes a description.
  public init(
    id: String, source: String, duration: Double, width: Int, height: Int, frameRate: FrameRate
  ) {
    self.id = id
    self.source = source
    self.duration = duration
    self.width = width
    self.height = height
    self.frameRate = frameRate
  }
}

/// Frames a second as a ratio of whole numbers: `24/1`, `30000/1001`.
public struct FrameRate: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Frames in `denominator` seconds; positive.
  public var numerator: Int
  /// Seconds; positive.
  public var denominator: Int

  /// Makes a rate.
  public init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Reads `24/1` or `25`; `nil` for anything else.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard let numerator = parts.first ?? nil, numerator > 0, parts.count <= 2 else { return nil }
    let denominator = parts.count == 2 ? parts[1] : 1
    guard let denominator, denominator > 0 else { return nil }
    self.init(numerator, denominator)
  }

  /// As written in decisions.
  public var description: String { "\(numerator)/\(denominator)" }
  /// Frames a second.
  public var value: Double { Double(numerator) / Double(denominator) }
}

/// How many viewers a document rests on.
public struct AudienceSummary: Hashable, Sendable {
  /// Viewers folded in.
  public var viewers: Int
  /// Viewers left out, by reason.
  public var excluded: [Exclusion]

  /// Makes a summary.
  public init(viewers: Int, excluded: [Exclusion]) {
    self.viewers = viewers
    self.excluded = excluded
  }

  /// Viewers left out for one reason.
  public struct Exclusion: Hashable, Sendable {
    /// How many.
    public var viewers: Int
    /// Why.
    public var reason: String

    /// Makes an exclusion.
    public init(viewers: Int, reason: String) {
      self.viewers = viewers
      self.reason = reason
    }
  }
}

/// A window that was considered and left, with its reason in figures.
public struct Rejection: Hashable, Sendable {
  /// Play time of the first frame, seconds.
  public var start: Double
  /// Play time of the first frame left out, seconds.
  public var end: Double
  /// Its score, 0…1; `nil` where too few viewers stand behind it for it to be told.
  public var score: Double?
  /// Why it was not chosen, in a line of figures.
  public var reason: String

  /// Makes a rejection.
  public init(start: Double, end: Double, score: Double?, reason: String) {
    self.start = start
    self.end = end
    self.score = score
    self.reason = reason
  }
}

/// One stretch of the reel.
public struct ReelEntry: Hashable, Sendable {
  /// The id of the moment it shows.
  public var moment: String
  /// Source time of its first frame, seconds.
  public var start: Double
  /// Source time of the first frame left out, seconds.
  public var end: Double
  /// Reel time of its first frame, seconds.
  public var at: Double

  /// Makes an entry.
  public init(moment: String, start: Double, end: Double, at: Double) {
    self.moment = moment
    self.start = start
    self.end = end
    self.at = at
  }
}
