package import EditDecisions
import Foundation
package import Library
import Support

package struct ArchivedClips {
  let video: String
  /// The clip folder, which contains the archive.
  let files: ClipFolder
  let clips: [Clip]

  /// An archived clip with its time range.
  package struct Entry {
    package var clip: Clip
    package var start: Double
    package var end: Double
    /// Whether a moment has the same range and crops, so that only the settings differ.
    package func isShown(by moment: Moment) -> Bool {
      abs(moment.start - start) < 0.02 && abs(moment.end - end) < 0.02
        && framing?.shots == moment.framing.shots && moment.id != clip.id
    }

    /// Its framing; `nil` if its metadata is missing, or for a further aspect ratio.
    package var framing: Framing?
  }

  package init(video: String, files: ClipFolder, clips: [Clip]) {
    (self.video, self.files, self.clips) = (video, files, clips)
  }

  /// All archived clips without reels, latest first.
  package var all: [Clip] {
    clips.filter { $0.state == .retired && !$0.isReel }
      .sorted { ($1.retiredAt ?? .distantPast, $1.id) < ($0.retiredAt ?? .distantPast, $0.id) }
  }

  /// The time range and framing of a clip; `nil` if its range is unknown.
  package func entry(_ clip: Clip) -> Entry? {
    let moment = files.archivedMetadata(of: clip).flatMap { try? ClipSidecar.moment(inShort: $0) }
    let start = clip.retirement?.start ?? moment?.start
    let end = clip.retirement?.end ?? moment?.end
    guard let start, let end else { return nil }
    // An override can only place crops of the first aspect ratio.
    let framing = clip.fileName.contains("/") ? nil : moment?.framing
    return Entry(clip: clip, start: start, end: end, framing: framing)
  }

  /// Finds an archived clip by ID.
  ///
  /// - Throws: `CommandFailure` 65 if it is not archived, 66 if it or its time range is unknown.
  package func find(_ text: String) throws -> Entry {
    let id = text.hasPrefix(video + "-") ? text : "\(video)-\(text)"
    if let clip = all.first(where: { $0.id == id || $0.id == text }) {
      if let entry = entry(clip) { return entry }
      throw CommandFailure(
        .notFound,
        "the seconds of '\(clip.id)' are no longer known; give them with "
          + "`gazecut wish \(video) always START-END`")
    }
    if clips.contains(where: { $0.state == .current && $0.id == id }) {
      throw CommandFailure(
        .badData, "'\(id)' is not archived: `gazecut status \(video)` shows where it is")
    }
    throw CommandFailure(
      .notFound,
      "no clip '\(text)' of '\(video)' is archived"
        + SpellingSuggestion.hint(
          for: id, among: all.map(\.id),
          otherwise: "; `gazecut status \(video) --retired` lists those that are"))
  }
}
