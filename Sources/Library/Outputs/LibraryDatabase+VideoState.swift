import Foundation
import GRDB

extension LibraryDatabase {
  /// What the last nights left behind for a video; a video never worked on has an empty state.
  public func state(of video: String) throws(LibraryError) -> VideoState {
    try reading("read the state of \(video)") { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM videoState WHERE video = ?", arguments: [video])
      return row.map(Self.state) ?? VideoState()
    }
  }

  /// The states of all videos that were ever worked on, by id.
  public func states() throws(LibraryError) -> [String: VideoState] {
    try reading("read the states of the videos") { db in
      let rows = try Row.fetchAll(db, sql: "SELECT * FROM videoState")
      return Dictionary(
        rows.map { ($0["video"], Self.state($0)) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Keeps a video's state, whole.
  public func setState(_ state: VideoState, of video: String) throws(LibraryError) {
    try writing("keep the state of \(video)") { db in
      try db.execute(
        sql: """
          REPLACE INTO videoState (video, fingerprint, failure, failureCount, pinKind, pinText,
            decisions, lastRun, pinViewers)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          video, state.fingerprint, state.failure, state.failureCount, state.pin?.kind.rawValue,
          state.pin?.text, state.decisions, state.lastRun?.timeIntervalSince1970,
          state.pin?.viewers,
        ])
    }
  }

  private static func state(_ row: Row) -> VideoState {
    let kind = (row["pinKind"] as String?).flatMap(VideoState.Pin.Kind.init)
    let text: String? = row["pinText"]
    let lastRun: Double? = row["lastRun"]
    return VideoState(
      fingerprint: row["fingerprint"], failure: row["failure"],
      failureCount: row["failureCount"],
      pin: kind.flatMap { kind in
        text.map { VideoState.Pin(kind: kind, text: $0, viewers: row["pinViewers"]) }
      },
      decisions: row["decisions"], lastRun: lastRun.map(Date.init(timeIntervalSince1970:)))
  }
}
