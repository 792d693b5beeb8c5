import EditDecisions
import Rendering

/// What is written beside a clip and beside the reel.
enum ClipRecord {
  /// A short's record: its moment with the figures, the seconds and the framing.
  static func short(_ moment: Moment, of document: DecisionDocument) -> String {
    JSONText.of { record in
      record.add("schema", "gazecut.clip/1")
      record.add("video", document.video.id)
      record.add("source", document.video.source)
      record.add("settings", document.settings)
      record.add("moment", object: moment.write)
    } + "\n"
  }

  /// The reel's record: the map from reel time to source time, by the frames that it shows.
  ///
  /// - Parameters:
  ///   - id: the reel's.
  ///   - document: what it was decided by.
  ///   - stretches: where the frames of each of the document's entries lie.
  /// - Returns: JSON.
  static func reel(
    id: String, _ document: DecisionDocument, _ stretches: [ReelStretch]
  ) -> String {
    let seconds = stretches.reduce(0) { $0 + $1.end - $1.start }
    let map = zip(document.reel, stretches).map { entry, stretch in
      ReelEntry(
        moment: entry.moment, start: stretch.start, end: stretch.end, at: stretch.at)
    }
    return JSONText.of { record in
      record.add("schema", "gazecut.reel/1")
      record.add("id", id)
      record.add("video", document.video.id)
      record.add("source", document.video.source)
      record.add("duration", seconds, decimals: 3)
      record.add("map", list: map) { $0.write(to: &$1) }
    } + "\n"
  }
}
