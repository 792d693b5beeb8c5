package import Foundation

package enum ClipSidecar {
  /// The metadata of a short as JSON with a line feed: its moment with figures, times and framing.
  package static func short(_ moment: Moment, of document: DecisionDocument) -> String {
    let record = ShortSidecar(
      video: document.video.id, source: document.video.source, settings: document.settings,
      moment: moment)
    return ShortSidecar.object.form.text(record) + "\n"
  }

  package static func moment(inShort json: Data) throws -> Moment {
    try ShortSidecar.read(json: json).moment
  }

  /// The metadata of the highlight reel as JSON with a line feed.
  ///
  /// It maps reel time to source time. `map` contains the entries of the document with the times of
  /// the frames that the reel shows.
  package static func reel(id: String, _ document: DecisionDocument, map: [ReelEntry]) -> String {
    let record = ReelSidecar(
      id: id, video: document.video.id, source: document.video.source,
      duration: map.reduce(0) { $0 + $1.end - $1.start }, map: map)
    return ReelSidecar.object.form.text(record) + "\n"
  }
}

struct ShortSidecar: JSONDocumentObject {
  var video: String
  var source: String
  var settings: String
  var moment: Moment

  static let object = JSONObjectFormat<ShortSidecar>(
    blank: ShortSidecar(video: "", source: "", settings: "", moment: Moment.object.blank),
    fields: [
      .schema("gazecut.clip/1"),
      Field("video", \.video, .text, "The video's id."),
      Field("source", \.source, .text, "Where it is: in the library, else absolute."),
      Field("settings", \.settings, .text, "A digest of the settings that matter."),
      Field("moment", \.moment, Moment.object.form, "What the clip shows."),
    ])
}

struct ReelSidecar: JSONDocumentObject {
  var id: String
  var video: String
  var source: String
  var duration: Double
  var map: [ReelEntry]

  static let object = JSONObjectFormat<ReelSidecar>(
    blank: ReelSidecar(id: "", video: "", source: "", duration: 0, map: []),
    fields: [
      .schema("gazecut.reel/1"),
      Field("id", \.id, .text, "ID of the reel."),
      Field("video", \.video, .text, "ID of the video."),
      Field(
        "source", \.source, .text,
        "Path of the source: relative to the library if it is inside, else absolute."),
      Field("duration", \.duration, .time, "Duration in seconds."),
      Field(
        "map", \.map, .list(of: ReelEntry.object.form),
        "The segments of the reel, with their times in the source and in the reel."),
    ])
}
