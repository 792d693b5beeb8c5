import EditDecisions
import Foundation
import Library
import Settings
package import Support
import Workspace

/// The output of `gazecut status VIDEO --format json`: current and archived clips, without viewers.
package struct ClipsDocument: Encodable {
  static let schema = "gazecut.clips/1"

  struct Current: Encodable {
    var rank: Int
    var id: String
    /// The profile of a further aspect ratio; absent for the first one.
    var shape: String?
    var start: Double
    var end: Double
    /// When the moment was first chosen, as ISO 8601.
    var since: String?
    /// `person` or `wish`; absent if the audience alone chose it.
    var chosenBy: String?
    var wish: String?
    /// Publications of its seconds; absent if there are none.
    var published: [Publication]?
    /// Absolute path.
    var path: String
  }

  struct Publication: Encodable {
    var clip: String
    var at: String
    var `where`: String?
  }

  struct Retired: Encodable {
    var id: String
    /// Absent if it is no longer known.
    var start: Double?
    var end: Double?
    var since: String
    var retiredAt: String?
    var reason: String?
    var replacedBy: String?
    /// Absolute path; absent if the file was deleted.
    var path: String?
  }

  var schema = Self.schema
  var video: String
  var isPinned: Bool
  /// Current clips, best first.
  var clips: [Current]
  /// Archived clips, latest first.
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

  init(
    video: String, files: ClipFolder, state: VideoState, clips: [Clip], postings: [PublicationNote]
  ) throws {
    self.video = video
    isPinned = state.pin != nil
    let made = clips.filter { $0.state == .current }.keyed(by: \.id)
    let document = try state.document
    let shapes = document.map { [nil] + $0.shapes.map(\.profile) } ?? []
    self.clips = zip(shapes, document?.inAllAspectRatios ?? []).flatMap { shape, document in
      document.moments.sorted { $0.rank < $1.rank }.compactMap { moment in
        made[moment.id].map { clip in
          Current(
            rank: moment.rank, id: moment.id, shape: shape, start: moment.start, end: moment.end,
            since: moment.why.since ?? clip.createdAt.formatted(.iso8601),
            chosenBy: moment.why.chosenBy, wish: moment.why.wish,
            published: postings.published(moment)?.map {
              Publication(clip: $0.clip, at: $0.at, where: $0.place)
            }, path: files.path(clip.fileName))
        }
      }
    }
    let gone = ArchivedClips(video: video, files: files, clips: clips)
    retired = gone.all.map { clip in
      let entry = gone.entry(clip)
      return Retired(
        id: clip.id, start: entry?.start, end: entry?.end,
        since: clip.createdAt.formatted(.iso8601), retiredAt: clip.retiredAt?.formatted(.iso8601),
        reason: clip.retirement?.reason, replacedBy: clip.retirement?.replacedBy,
        path: files.retired.exists(clip.fileName) ? files.retired.path(clip.fileName) : nil)
    }
  }
}

extension StatusReport {
  private func clipsDocument(of video: String) throws -> ClipsDocument {
    try library.requireKnown(video, in: database)
    return try ClipsDocument(
      video: video, files: try library.clipFiles(of: video),
      state: try database.videos.state(of: video), clips: try database.clips.all(of: video),
      postings: try database.clips.postings(of: video))
  }

  /// The current and archived clips of a video as one line of JSON, schema `gazecut.clips/1`.
  ///
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  package func clipsJSON(of video: String) throws -> String {
    try SingleLineJSON.encode(clipsDocument(of: video)) + "\n"
  }

  /// The current or archived clips of a video as a table, or a sentence if there are none.
  ///
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  package func clips(of video: String, retired: Bool) throws -> String {
    let document = try clipsDocument(of: video)
    let lines =
      try retired
      ? retiredLines(document)
      : currentLines(document) + failureLines(of: video) + otherSettingsNote(video)
    return lines.map { TerminalText.escaped($0) + "\n" }.joined()
  }

  private func failureLines(of video: String) throws -> [String] {
    let state = try database.videos.state(of: video)
    return state.failure.map { ["failed \(state.failureCount)x: \($0)"] } ?? []
  }

  /// A line if the clips were made with other settings than those in gazecut.yaml; otherwise empty.
  private func otherSettingsNote(_ video: String) throws -> [String] {
    let settings = try library.settings.settings(for: video)
    let words = try database.videos.state(of: video).otherSettings(than: settings, of: video)
    return words.map { [$0] } ?? []
  }

  private func currentLines(_ document: ClipsDocument) -> [String] {
    guard !document.clips.isEmpty else { return ["\(document.video): no clips"] }
    let pinned = document.isPinned ? "locked" : nil
    let rows = document.clips.map { clip -> [String] in
      let chosen =
        clip.wish.map { "wished: \($0)" } ?? (clip.chosenBy == nil ? nil : "chosen by a person")
      let by = [pinned, chosen].compactMap(\.self).joined(separator: ", ")
      let published = clip.published?.map { $0.at.prefix(10) + ($0.where.map { " \($0)" } ?? "") }
      return [
        "\(clip.rank)", PlayTime.shown(clip.start, clip.end), clip.id,
        clip.since.map { LocalTime.text(iso: $0) } ?? "-", by.isEmpty ? "the audience" : by,
        library.shown(clip.path), published?.joined(separator: ", ") ?? "-",
      ]
    }
    let heads = ["#", "seconds", "id", "since", "by", "file", "published"]
    // Leave out the column `published` if no clip was published.
    let isAny = document.clips.contains { $0.published != nil }
    return TextColumns.lines(
      ([heads] + rows).map { isAny ? $0 : Array($0.dropLast()) }, rightAligned: [0])
  }

  private func retiredLines(_ document: ClipsDocument) -> [String] {
    guard !document.retired.isEmpty else { return ["\(document.video): no clip is archived"] }
    return document.retired.flatMap { clip -> [String] in
      let span = clip.start.flatMap { start in clip.end.map { PlayTime.shown(start, $0) } }
      var why = clip.reason ?? "the reason was erased, or never stored"
      if let next = clip.replacedBy { why += "; now \(next)" }
      let head = [
        clip.id, span ?? "-", "archived \(clip.retiredAt.map { LocalTime.text(iso: $0) } ?? "-")",
      ]
      let place = clip.path.map(library.shown) ?? "deleted"
      return [head.joined(separator: "  "), "    \(why)", "    \(place)"]
    } + ["`gazecut restore \(document.video) ID` restores one"]
  }
}
