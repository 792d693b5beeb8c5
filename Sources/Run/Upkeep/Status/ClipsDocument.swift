package import EditDecisions
import Foundation
import Library
import Settings
import Workspace

/// What `gazecut status VIDEO --format json` prints: a video's clips and what was retired; it names
/// no viewer.
package struct ClipsDocument: Encodable {
  /// What the document says it is.
  static let schema = "gazecut.clips/1"

  struct Current: Encodable {
    var rank: Int
    var id: String
    /// The profile of a further shape; absent for the first.
    var shape: String?
    var start: Double
    var end: Double
    /// When it was made; an ISO 8601 time.
    var since: String?
    /// `person` or `wish`, where the audience alone did not choose.
    var chosenBy: String?
    var wish: String?
    /// Where its seconds were posted already; absent for nowhere.
    var published: [Published]?
    /// Absolute.
    var path: String
  }

  /// That a clip was posted, as in `index.json`.
  struct Published: Encodable {
    var clip: String
    var at: String
    var `where`: String?
  }

  struct Retired: Encodable {
    var id: String
    /// Absent where nobody knows any more.
    var start: Double?
    var end: Double?
    var since: String
    var retiredAt: String?
    var reason: String?
    var replacedBy: String?
    /// Absolute; absent where somebody took the file away.
    var path: String?
  }

  var schema = Self.schema
  var video: String
  var isPinned: Bool
  /// The best first.
  var clips: [Current]
  /// The last first.
  var retired: [Retired]
}

extension ClipsDocument {
  package static var members: [SchemaMember] {
    let current: [SchemaMember] = [
      .count("rank"), .text("id"), .text("shape").optional, .seconds("start"), .seconds("end"),
      .text("since").optional, .text("chosenBy").optional, .text("wish").optional,
      .list("published", of: [.text("clip"), .text("at"), .text("where").optional]).optional,
      .text("path"),
    ]
    let retired: [SchemaMember] = [
      .text("id"), .seconds("start").optional, .seconds("end").optional, .text("since"),
      .text("retiredAt").optional, .text("reason").optional, .text("replacedBy").optional,
      .text("path").optional,
    ]
    return [
      .constant("schema", schema), .text("video"), .truth("isPinned"),
      .list("clips", of: current), .list("retired", of: retired),
    ]
  }

  /// Lists the clips of a folder, by what was decided, is known of them and was posted.
  init(
    video: String, files: ClipFiles, state: VideoState, clips: [Clip], postings: [Posting]
  ) throws {
    self.video = video
    isPinned = state.pin != nil
    let made = clips.filter { $0.state == .current }.keyed(by: \.id)
    let document = try state.document
    let shapes = document.map { [nil] + $0.shapes.map(\.profile) } ?? []
    self.clips = zip(shapes, document?.inAllShapes ?? []).flatMap { shape, document in
      document.moments.sorted { $0.rank < $1.rank }.compactMap { moment in
        made[moment.id].map { clip in
          Current(
            rank: moment.rank, id: moment.id, shape: shape, start: moment.start, end: moment.end,
            since: moment.why.since ?? clip.createdAt.formatted(.iso8601),
            chosenBy: moment.why.chosenBy, wish: moment.why.wish,
            published: postings.published(moment)?.map {
              Published(clip: $0.clip, at: $0.at, where: $0.place)
            }, path: files.path(clip.fileName))
        }
      }
    }
    let gone = RetiredClips(video: video, files: files, clips: clips)
    retired = gone.all.map { clip in
      let entry = gone.entry(clip)
      return Retired(
        id: clip.id, start: entry?.start, end: entry?.end,
        since: clip.createdAt.formatted(.iso8601),
        retiredAt: clip.retiredAt?.formatted(.iso8601), reason: clip.retirement?.reason,
        replacedBy: clip.retirement?.replacedBy,
        path: files.retired.exists(clip.fileName) ? files.retired.path(clip.fileName) : nil)
    }
  }
}

extension StatusReport {
  private func clipsDocument(of video: String) throws -> ClipsDocument {
    try library.requireKnown(video, in: database)
    return try ClipsDocument(
      video: video, files: try library.clipFiles(of: video),
      state: try database.state(of: video), clips: try database.clips(of: video),
      postings: try database.postings(of: video))
  }

  /// The clips of one video, and those that were retired, for a program.
  ///
  /// - Parameter video: its id.
  /// - Returns: one line of JSON with its end, schema `gazecut.clips/1`.
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  package func clipsJSON(of video: String) throws -> String {
    try JSONLine.encode(clipsDocument(of: video)) + "\n"
  }

  /// The clips of one video, a line each, ending in a line end.
  ///
  /// - Parameters:
  ///   - video: its id.
  ///   - retired: whether those are listed that were retired.
  /// - Returns: a table, or a sentence where there is none.
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  package func clips(of video: String, retired: Bool) throws -> String {
    let document = try clipsDocument(of: video)
    let lines = try retired ? retiredLines(document) : currentLines(document) + madeOtherwise(video)
    return lines.map { TerminalText.escaped($0) + "\n" }.joined()
  }

  /// That its clips were cut with other settings than gazecut.yaml's; empty where they were not.
  private func madeOtherwise(_ video: String) throws -> [String] {
    let settings = try library.settings.settings(for: video)
    let words = try database.state(of: video).otherSettings(than: settings, of: video)
    return words.map { [$0] } ?? []
  }

  private func currentLines(_ document: ClipsDocument) -> [String] {
    guard !document.clips.isEmpty else { return ["\(document.video): no clips"] }
    let pinned = document.isPinned ? "pinned" : nil
    let rows = document.clips.map { clip -> [String] in
      let chosen =
        clip.wish.map { "wished: \($0)" } ?? (clip.chosenBy == nil ? nil : "chosen by a person")
      let by = [pinned, chosen].compactMap(\.self).joined(separator: ", ")
      let published = clip.published?.map {
        $0.at.prefix(10) + ($0.where.map { " \($0)" } ?? "")
      }
      return [
        "\(clip.rank)", PlayTime.text(clip.start, clip.end), clip.id, clip.since ?? "-",
        by.isEmpty ? "the audience" : by, library.shown(clip.path),
        published?.joined(separator: ", ") ?? "-",
      ]
    }
    let heads = ["#", "seconds", "id", "since", "by", "file", "published"]
    // Where nothing is, nobody need read that of each.
    let isAny = document.clips.contains { $0.published != nil }
    return TextColumns.lines(
      ([heads] + rows).map { isAny ? $0 : Array($0.dropLast()) }, rightAligned: [0])
  }

  private func retiredLines(_ document: ClipsDocument) -> [String] {
    guard !document.retired.isEmpty else { return ["\(document.video): no clip is retired"] }
    return document.retired.flatMap { clip -> [String] in
      let span = clip.start.flatMap { start in clip.end.map { PlayTime.text(start, $0) } }
      var why = clip.reason ?? "the figures behind it were erased, or never kept"
      if let next = clip.replacedBy { why += "; now \(next)" }
      let head = [clip.id, span ?? "-", "retired \(clip.retiredAt ?? "-")"]
      let place = clip.path.map(library.shown) ?? "gone"
      return [head.joined(separator: "  "), "    \(why)", "    \(place)"]
    } + ["`gazecut restore \(document.video) ID` wishes one back"]
  }
}
