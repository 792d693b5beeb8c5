import Foundation
import GRDB

extension LibraryDatabase {
  /// What the last nights left behind for a video; a video never worked on has an empty state.
  package func state(of video: String) throws(LibraryError) -> VideoState {
    try reading("read the state of \(video)") { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM videoState WHERE video = ?", arguments: [video])
      return try row.map(Self.state) ?? VideoState()
    }
  }

  /// The states of all videos that were ever worked on, by id.
  package func states() throws(LibraryError) -> [String: VideoState] {
    try reading("read the states of the videos") { db in
      let rows = try Row.fetchAll(db, sql: "SELECT * FROM videoState")
      return Dictionary(
        try rows.map { (try $0.decode(forColumn: "video"), try Self.state($0)) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// Keeps a video's state, whole.
  package func setState(_ state: VideoState, of video: String) throws(LibraryError) {
    try writing("keep the state of \(video)") { db in
      try db.execute(
        sql: """
          REPLACE INTO videoState (video, fingerprint, failure, failureCount, pinKind, pinText,
            decisions, lastRun, pinViewers, tried)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          video, state.fingerprint, state.failure, state.failureCount, state.pin?.kind.rawValue,
          state.pin?.text, state.decisions, state.lastRun?.timeIntervalSince1970,
          state.pin?.viewers, state.failure == nil ? nil : state.tried,
        ])
    }
  }

  private static func state(_ row: Row) throws -> VideoState {
    let kind = try row.decode(String?.self, forColumn: "pinKind")
      .flatMap(VideoState.Pin.Kind.init)
    let text = try row.decode(String?.self, forColumn: "pinText")
    var state = VideoState(
      fingerprint: try row.decode(forColumn: "fingerprint"),
      failure: try row.decode(forColumn: "failure"),
      failureCount: try row.decode(forColumn: "failureCount"),
      pin: try kind.flatMap { kind in
        try text.map {
          VideoState.Pin(kind: kind, text: $0, viewers: try row.decode(forColumn: "pinViewers"))
        }
      },
      decisions: try row.decode(forColumn: "decisions"),
      lastRun: try row.dateIfPresent(forColumn: "lastRun"))
    state.tried = try row.decode(forColumn: "tried")
    return state
  }
}
