public import struct Foundation.Date

/// What the last nights left behind for one video.
public struct VideoState: Hashable, Sendable {
  /// What the last success was made of, in the words of the job; `nil` before the first.
  public var fingerprint: String?
  /// What the last failure said; `nil` after a success.
  public var failure: String?
  /// How many times in a row it failed.
  public var failureCount: Int
  /// What the last failure was to be made of; `nil` after a success.
  public var tried: String?
  /// What a person has settled by hand, until it is taken back.
  public var pin: Pin?
  /// The decisions document of the last success, as it was written.
  public var decisions: String?
  /// When it was last worked on.
  public var lastRun: Date?

  /// Makes a state; all absent is the state of a video never worked on.
  public init(
    fingerprint: String? = nil, failure: String? = nil, failureCount: Int = 0, pin: Pin? = nil,
    decisions: String? = nil, lastRun: Date? = nil
  ) {
    self.fingerprint = fingerprint
    self.failure = failure
    self.failureCount = failureCount
    self.pin = pin
    self.decisions = decisions
    self.lastRun = lastRun
  }

  /// Decisions a person made in place of the night.
  public struct Pin: Hashable, Sendable {
    /// How they were made.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// By `--moment`: a person's own seconds.
      case moment
      /// By `--decisions`: an edited document.
      case decisions
    }

    /// How they were made.
    public var kind: Kind
    /// The decisions document.
    public var text: String
    /// How many viewers the library held when it was made; `nil` where an older gazecut made it.
    public var viewers: Int?

    /// Makes a pin.
    public init(kind: Kind, text: String, viewers: Int? = nil) {
      self.kind = kind
      self.text = text
      self.viewers = viewers
    }
  }
}
