package import Foundation

/// What is written beside a clip and beside the reel.
package enum ClipRecord {
  /// A short's record: its moment with the figures, the seconds and the framing; with a line end.
  package static func short(_ moment: Moment, of document: DecisionDocument) -> String {
    let record = ShortRecord(
      video: document.video.id, source: document.video.source, settings: document.settings,
      moment: moment)
    return ShortRecord.object.form.text(record) + "\n"
  }

  /// The moment in a short's record.
  ///
  /// - Throws: `DecisionProblems` naming the first few fields, or the line and column where the
  ///   text is no JSON.
  package static func moment(inShort json: Data) throws -> Moment {
    try ShortRecord.read(json: json).moment
  }

  /// The reel's record: the map from reel time to source time; with a line end.
  ///
  /// - Parameters:
  ///   - id: the reel's.
  ///   - document: what it was decided by.
  ///   - map: the document's entries, with the seconds of the frames that the reel shows.
  /// - Returns: JSON.
  package static func reel(id: String, _ document: DecisionDocument, map: [ReelEntry]) -> String {
    let record = ReelRecord(
      id: id, video: document.video.id, source: document.video.source,
      duration: map.reduce(0) { $0 + $1.end - $1.start }, map: map)
    return ReelRecord.object.form.text(record) + "\n"
  }
}

struct ShortRecord: Described {
  var video: String
  var source: String
  var settings: String
  var moment: Moment

  static let object = ObjectForm<ShortRecord>(
    blank: ShortRecord(video: "", source: "", settings: "", moment: Moment.object.blank),
    fields: [
      .schema("gazecut.clip/1"),
      Field("video", \.video, .text, "The video's id."),
      Field("source", \.source, .text, "Where it is: in the library, else absolute."),
      Field("settings", \.settings, .text, "A digest of the settings that matter."),
      Field("moment", \.moment, Moment.object.form, "What the clip shows."),
    ])
}

struct ReelRecord: Described {
  var id: String
  var video: String
  var source: String
  var duration: Double
  var map: [ReelEntry]

  static let object = ObjectForm<ReelRecord>(
    blank: ReelRecord(id: "", video: "", source: "", duration: 0, map: []),
    fields: [
      .schema("gazecut.reel/1"),
      Field("id", \.id, .text, "The reel's id."),
      Field("video", \.video, .text, "The video's id."),
      Field("source", \.source, .text, "Where it is: in the library, else absolute."),
      Field("duration", \.duration, .time, "Seconds."),
      Field(
        "map", \.map, .list(of: ReelEntry.object.form),
        "Which seconds of the reel show which of the source."),
    ])
}
