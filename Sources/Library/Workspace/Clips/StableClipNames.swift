package import EditDecisions
import Foundation
package import Library
import Media
import Support

/// Stable names for the clips of a folder: `index.json`, and links by rank in `latest/`.
///
/// The ID of a clip changes with its content, but web pages need a stable name for "the best clip".
/// Both are rewritten from the library's records. A file of the user with such a name stays.
package struct StableClipNames {
  package static let index = "index.json"
  package static let latest = "latest"

  let video: String
  let files: ClipFolder

  package init(video: String, files: ClipFolder) {
    self.video = video
    self.files = files
  }

  /// Writes the index and links for decisions.
  ///
  /// Call it before clips are archived, so that links never point to missing files. `notice`
  /// receives messages about files of the user and about links that cannot be created.
  func write(
    _ document: DecisionDocument, clips: [String: Clip], postings: [PublicationNote],
    isPinned: Bool, notice: (String) -> Void
  ) throws {
    var entries = document.moments.sorted { $0.rank < $1.rank }.map { moment in
      entry(moment, clips[moment.id], postings)
    }
    let made = try LatestLinks(names: self).write(
      entries, saysIfNone: hasPreviousLinks, notice: notice)
    for index in entries.indices {
      let link = "\(entries[index].rank).mp4"
      if made.contains(link) { entries[index].latest = Self.latest + "/" + link }
    }
    let reel = files.exists(ClipFolder.reelName) && !document.reel.isEmpty
    try write(
      ClipIndex(
        video: video, isPinned: isPinned, reel: reel ? ClipFolder.reelName : nil, clips: entries),
      notice)
  }

  package func remove() {
    if canOverwriteIndex { files.remove(Self.index) }
    LatestLinks(names: self).remove()
  }

  package var isThere: Bool { files.exists(Self.index) }

  /// Whether the index is gazecut's own, or does not exist.
  package var canOverwriteIndex: Bool { found.map(ClipIndex.isOne) ?? !isThere }

  private var found: Data? { (try? RegularFile.bytes(of: files.path(Self.index))).map { Data($0) } }

  /// Whether the last index had links, or none to have; otherwise the notice is not repeated.
  private var hasPreviousLinks: Bool {
    guard let found, let index = try? ClipIndex(json: found) else { return true }
    return index.clips.isEmpty || index.clips.contains { $0.latest != nil }
  }

  private func entry(
    _ moment: Moment, _ clip: Clip?, _ postings: [PublicationNote]
  ) -> ClipIndex.Entry {
    func there(_ ending: String) -> String? {
      files.exists(moment.id + ending) ? moment.id + ending : nil
    }
    var entry = ClipIndex.Entry(moment, since: clip?.createdAt.formatted(.iso8601))
    (entry.poster, entry.captions, entry.record) = (there(".jpg"), there(".srt"), there(".json"))
    entry.published = postings.published(moment)
    return entry
  }

  private func write(_ index: ClipIndex, _ notice: (String) -> Void) throws {
    let path = files.path(Self.index)
    guard canOverwriteIndex else {
      return notice("\(path) was not made by gazecut and is not changed")
    }
    let text = Data((index.json + "\n").utf8)
    if found != text { try AtomicFile.write(Array(text), to: path) }
  }
}

extension [PublicationNote] {
  /// The publications of a moment: of its own clip, or of one with most of its time range.
  package func of(_ moment: Moment) -> [PublicationNote] {
    filter { $0.clip == moment.id || $0.includes(most: moment.start, moment.end) }
  }

  package func published(_ moment: Moment) -> [ClipIndex.Entry.Publication]? {
    let published = of(moment).map {
      ClipIndex.Entry.Publication(
        clip: $0.clip, at: $0.at.formatted(.iso8601), place: $0.place.isEmpty ? nil : $0.place)
    }
    return published.isEmpty ? nil : published
  }
}
