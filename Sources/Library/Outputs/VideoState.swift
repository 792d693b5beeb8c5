package import struct Foundation.Date

/// What the last nights left behind for one video.
package struct VideoState: Hashable, Sendable {
  /// What the last success was made of, in the words of the job; `nil` before the first.
  package var fingerprint: String?
  /// What the last failure said; `nil` after a success.
  package var failure: String?
  /// How many times in a row it failed.
  package var failureCount: Int
  /// What the last failure was to be made of; `nil` after a success.
  package var tried: String?
  /// What a person has settled by hand, until it is taken back.
  package var pin: Pin?
  /// The decisions document of the last success, as it was written.
  package var decisions: String?
  /// When it was last worked on.
  package var lastRun: Date?

  /// Makes a state; all absent is the state of a video never worked on.
  package init(
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
  package struct Pin: Hashable, Sendable {
    /// How they were made.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// By `--moment`: a person's own seconds.
      case moment
      /// By `--decisions`: an edited document.
      case decisions
    }

    /// How they were made.
    package var kind: Kind
    /// The decisions document.
    package var text: String
    /// How many viewers the library held when it was made; `nil` where an older gazecut made it.
    package var viewers: Int?

    /// Makes a pin.
    package init(kind: Kind, text: String, viewers: Int? = nil) {
      self.kind = kind
      self.text = text
      self.viewers = viewers
    }
  }
}
