package import Foundation
import GRDB

/// What the last nights left behind for one video.
package struct VideoState: Hashable, Sendable, StoredRow {
  /// What the last success was made of, in the words of the job; `nil` before the first.
  package var fingerprint: String?
  /// What the last failure said; `nil` after a success.
  package var failure: String?
  /// How many times in a row it failed.
  package var failureCount: Int
  /// What the last failure was to be made of; `nil` after a success.
  package var tried: String?
  /// What a person has settled by hand, until it is taken back.
  package var pin: Pin? {
    get {
      guard let kind = pinKind.flatMap(Pin.Kind.init), let pinText else { return nil }
      return Pin(kind: kind, text: pinText, viewers: pinViewers)
    }
    set {
      (pinKind, pinText, pinViewers) = (newValue?.kind.rawValue, newValue?.text, newValue?.viewers)
    }
  }
  private var pinKind: String?
  private var pinText: String?
  private var pinViewers: Int?
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
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// By `--moment`: a person's own seconds.
      case moment
      /// By `--decisions`: an edited document.
      case decisions
    }

    package var kind: Kind
    package var text: String
    /// How many viewers the library held when it was made; `nil` where an older gazecut made it.
    package var viewers: Int?

    package init(kind: Kind, text: String, viewers: Int? = nil) {
      self.kind = kind
      self.text = text
      self.viewers = viewers
    }
  }
}

extension LibraryDatabase {
  /// What the last nights left behind for a video; a video never worked on has an empty state.
  package func state(of video: String) throws(LibraryError) -> VideoState {
    try reading("read the state of \(video)") { db in
      try VideoState.fetchOne(
        db, sql: "SELECT * FROM videoState WHERE video = ?", arguments: [video]) ?? VideoState()
    }
  }

  /// The states of all videos that were ever worked on, by id.
  package func states() throws(LibraryError) -> [String: VideoState] {
    try reading("read the states of the videos") { try VideoState.byVideo("videoState", $0) }
  }

  package func setState(_ state: VideoState, of video: String) throws(LibraryError) {
    try writing("keep the state of \(video)") { db in
      try db.run(
        """
        REPLACE INTO videoState (video, fingerprint, failure, failureCount, pinKind, pinText,
          decisions, lastRun, pinViewers, tried)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          video, state.fingerprint, state.failure, state.failureCount, state.pin?.kind.rawValue,
          state.pin?.text, state.decisions, state.lastRun?.timeIntervalSince1970,
          state.pin?.viewers, state.failure == nil ? nil : state.tried,
        ])
    }
  }
}
