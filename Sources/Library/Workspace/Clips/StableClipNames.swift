import CProcess
package import EditDecisions
import Foundation
package import Library
import Media
import Support

/// The names that stay of the clips in a folder: `index.json`, and links by rank in `latest/`.
///
/// A clip's id is its content; who embeds or uploads clips wants "the best one", whatever its id is
/// tonight. Both are gazecut's own and made whole from what was recorded; a person's file of one of
/// their names is left alone.
package struct StableClipNames {
  /// The index's name, in the folder.
  package static let index = "index.json"
  /// The folder of links.
  package static let latest = "latest"

  let video: String
  /// The folder of clips, with their records.
  let files: ClipFolder

  package init(video: String, files: ClipFolder) {
    self.video = video
    self.files = files
  }

  /// Names the clips of some decisions.
  ///
  /// To be done before what is no longer decided is moved away: at no time a link leads nowhere.
  ///
  /// - Parameters:
  ///   - document: what was decided; its clips lie in the folder.
  ///   - clips: what the library knows of them, by id.
  ///   - postings: what of the video was posted.
  ///   - isPinned: whether a person's decisions stand.
  ///   - notice: told of what is a person's, or cannot be there.
  /// - Throws: `CommandFailure`, `MediaError`.
  func write(
    _ document: DecisionDocument, clips: [String: Clip], postings: [Posting], isPinned: Bool,
    notice: (String) -> Void
  ) throws {
    var entries = document.moments.sorted { $0.rank < $1.rank }.map { moment in
      entry(moment, clips[moment.id], postings)
    }
    let made = try LatestLinks(names: self).write(entries, saysIfNone: hadLinks, notice: notice)
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

  /// Takes the names away, as of a video that leaves the library.
  package func remove() {
    if isIndexOurs { files.remove(Self.index) }
    LatestLinks(names: self).remove()
  }

  /// Whether the index is there.
  package var isThere: Bool { files.exists(Self.index) }

  /// Whether a file of the index's name is gazecut's, or none is there.
  package var isIndexOurs: Bool { found.map(ClipIndex.isOne) ?? !isThere }

  private var found: Data? { (try? RegularFile.bytes(of: files.path(Self.index))).map { Data($0) } }

  /// Whether the last index had links, or there was none: where links cannot be, it is said once.
  private var hadLinks: Bool {
    guard let found, let index = try? ClipIndex(json: found) else { return true }
    return index.clips.isEmpty || index.clips.contains { $0.latest != nil }
  }

  private func entry(
    _ moment: Moment, _ clip: Clip?, _ postings: [Posting]
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
    guard isIndexOurs else {
      return notice("\(path) is not gazecut's and is left as it is")
    }
    let text = Data((index.json + "\n").utf8)
    if found != text { try AtomicFile.write(Array(text), to: path) }
  }
}

extension [Posting] {
  /// Those that showed a moment: its own clip, or another with most of its seconds.
  package func of(_ moment: Moment) -> [Posting] {
    filter { $0.clip == moment.id || $0.showed(most: moment.start, moment.end) }
  }

  /// The same as an index tells it; `nil` for none.
  package func published(_ moment: Moment) -> [ClipIndex.Entry.Published]? {
    let published = of(moment).map {
      ClipIndex.Entry.Published(
        clip: $0.clip, at: $0.at.formatted(.iso8601), place: $0.place.isEmpty ? nil : $0.place)
    }
    return published.isEmpty ? nil : published
  }
}
