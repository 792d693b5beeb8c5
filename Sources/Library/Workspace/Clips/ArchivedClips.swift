package import EditDecisions
import Foundation
package import Library
import Support

/// The clips of a folder that were retired.
package struct ArchivedClips {
  let video: String
  /// The folder, with what was retired in it.
  let files: ClipFolder
  /// All that the library knows of the video.
  let clips: [Clip]

  /// One that was retired, as far as it is told.
  package struct Entry {
    package var clip: Clip
    /// Its first second in the video.
    package var start: Double
    /// Its last.
    package var end: Double
    /// Whether a moment has its seconds and its windows, so that only settings tell the clips
    /// apart.
    package func isShown(by moment: Moment) -> Bool {
      abs(moment.start - start) < 0.02 && abs(moment.end - end) < 0.02
        && framing?.shots == moment.framing.shots && moment.id != clip.id
    }

    /// How it was shown; `nil` where its record is gone, and for a further shape's.
    package var framing: Framing?
  }

  /// Of a video, with its folder and all that the library knows of its clips.
  package init(video: String, files: ClipFolder, clips: [Clip]) {
    (self.video, self.files, self.clips) = (video, files, clips)
  }

  /// All of them, the last first; the reel is none.
  package var all: [Clip] {
    clips.filter { $0.state == .retired && !$0.isReel }
      .sorted { ($1.retiredAt ?? .distantPast, $1.id) < ($0.retiredAt ?? .distantPast, $0.id) }
  }

  /// What a clip showed; `nil` where it is not told any more.
  package func entry(_ clip: Clip) -> Entry? {
    let moment = files.archivedMetadata(of: clip).flatMap {
      try? ClipSidecar.moment(inShort: $0)
    }
    let start = clip.retirement?.start ?? moment?.start
    let end = clip.retirement?.end ?? moment?.end
    guard let start, let end else { return nil }
    // A window of another shape than the first is none that a wish could place.
    let framing = clip.fileName.contains("/") ? nil : moment?.framing
    return Entry(clip: clip, start: start, end: end, framing: framing)
  }

  /// The retired clip of an id.
  ///
  /// - Throws: `CommandFailure` 65 for a clip that is not retired, 66 for one that never was there,
  ///   naming the nearest, and for one whose seconds are not known.
  package func find(_ text: String) throws -> Entry {
    let id = text.hasPrefix(video + "-") ? text : "\(video)-\(text)"
    if let clip = all.first(where: { $0.id == id || $0.id == text }) {
      if let entry = entry(clip) { return entry }
      throw CommandFailure(
        .notFound,
        "it is not known any more which seconds '\(clip.id)' showed; "
          + "`gazecut wish \(video) always START-END` says them")
    }
    if clips.contains(where: { $0.state == .current && $0.id == id }) {
      throw CommandFailure(
        .badData, "'\(id)' is not retired: `gazecut status \(video)` shows where it is")
    }
    throw CommandFailure(
      .notFound,
      "no clip '\(text)' of '\(video)' was retired"
        + SpellingSuggestion.hint(
          for: id, among: all.map(\.id),
          otherwise: "; `gazecut status \(video) --retired` lists those that were"))
  }
}
