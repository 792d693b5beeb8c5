package import Foundation
import GRDB

package struct VideoState: Hashable, Sendable, StoredRow {
  /// Fingerprint of the input of the last success, as the caller computed it; `nil` before the
  /// first.
  package var fingerprint: String?
  package var failure: String?
  package var failureCount: Int
  /// Fingerprint of the input of the last failure; `nil` after a success.
  package var tried: String?
  package var pin: LockedDecisions? {
    get {
      guard let kind = pinKind.flatMap(LockedDecisions.Kind.init), let pinText else { return nil }
      return LockedDecisions(kind: kind, text: pinText, viewers: pinViewers)
    }
    set {
      (pinKind, pinText, pinViewers) = (newValue?.kind.rawValue, newValue?.text, newValue?.viewers)
    }
  }
  private var pinKind: String?
  private var pinText: String?
  private var pinViewers: Int?
  /// The decisions document of the last success, as text.
  package var decisions: String?
  package var lastRun: Date?

  /// Creates a state; without arguments it is that of a video that was never processed.
  package init(
    fingerprint: String? = nil, failure: String? = nil, failureCount: Int = 0,
    pin: LockedDecisions? = nil,
    decisions: String? = nil, lastRun: Date? = nil
  ) {
    self.fingerprint = fingerprint
    self.failure = failure
    self.failureCount = failureCount
    self.pin = pin
    self.decisions = decisions
    self.lastRun = lastRun
  }

  /// Decisions by the user that replace those of a run.
  package struct LockedDecisions: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Set with `--moment`: a range that the user gave.
      case moment
      /// Set with `--decisions`: a document that the user edited.
      case decisions
    }

    package var kind: Kind
    package var text: String
    /// Number of viewers in the library when the user locked it; `nil` if an older gazecut did.
    package var viewers: Int?

    package init(kind: Kind, text: String, viewers: Int? = nil) {
      self.kind = kind
      self.text = text
      self.viewers = viewers
    }
  }
}

extension LibraryDatabase {
  package func state(of video: String) throws(LibraryError) -> VideoState {
    try reading("read the state of \(video)") { db in
      try VideoState.fetchOne(
        db, sql: "SELECT * FROM videoState WHERE video = ?", arguments: [video]) ?? VideoState()
    }
  }

  /// The states of all videos that were processed, by ID.
  package func states() throws(LibraryError) -> [String: VideoState] {
    try reading("read the states of the videos") { try VideoState.byVideo("videoState", $0) }
  }

  package func setState(_ state: VideoState, of video: String) throws(LibraryError) {
    try writing("store the state of \(video)") { db in
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
