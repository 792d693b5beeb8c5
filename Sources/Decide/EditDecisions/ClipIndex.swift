package import Foundation

/// An index of the clips in a folder, by rank and by play time.
///
/// It lets scripts find clips whose IDs change. It is stored as JSON with the schema
/// `gazecut.index/1` and contains no figures about the audience.
package struct ClipIndex: Hashable, Sendable {
  static let schema = "gazecut.index/1"

  var video: String
  package var isPinned: Bool
  package var reel: String?
  package var clips: [Entry]

  package init(video: String, isPinned: Bool, reel: String?, clips: [Entry]) {
    (self.video, self.isPinned, self.reel, self.clips) = (video, isPinned, reel, clips)
  }

  package struct Entry: Hashable, Sendable {
    package var rank: Int
    package var id: String
    package var start: Double
    var end: Double
    package var file: String
    package var poster, captions, record: String?
    package var latest: String?
    package var since: String?
    package var chosenBy: String?
    package var wish: String?
    package var replaces: String?
    package var published: [Publication]?

    /// Creates an entry for a moment, without the files next to its clip.
    package init(_ moment: Moment, since: String?) {
      (rank, id, start, end) = (moment.rank, moment.id, moment.start, moment.end)
      file = moment.id + ".mp4"
      self.since = moment.why.since ?? since
      (chosenBy, wish) = (moment.why.chosenBy, moment.why.wish)
      replaces = moment.why.replacedClipID
    }
  }

  package var json: String { Self.object.form.text(self) }

  /// Throws `DecisionErrors` with the wrong fields, or line and column of a syntax error.
  package init(json: Data) throws { self = try Self.read(json: json) }

  /// Whether a file is an index that some version of gazecut wrote.
  package static func isOne(_ text: Data) -> Bool {
    text.starts(with: Data(#"{"schema": "gazecut.index/"#.utf8))
  }
}

extension ClipIndex.Entry {
  /// A publication of a clip, as recorded by `gazecut mark`.
  package struct Publication: Hashable, Sendable {
    package var clip: String
    package var at: String
    package var place: String?

    package init(clip: String, at: String, place: String?) {
      (self.clip, self.at, self.place) = (clip, at, place)
    }
  }
}

extension MomentReasons {
  package var replacedClipID: String? { replaces.map { String($0.prefix { $0 != ":" }) } }

  /// The reason in `replaces`, with figures.
  package var replacementReason: String? {
    replaces?.split(separator: ": ", maxSplits: 1).dropFirst().first.map(String.init)
  }
}

extension ClipIndex: JSONDocumentObject {
  static let object = JSONObjectFormat<ClipIndex>(
    blank: ClipIndex(video: "", isPinned: false, reel: nil, clips: []),
    fields: [
      .schema(schema),
      Field("video", \.video, .text, "The video's id."),
      Field(
        "isPinned", \.isPinned, .truth,
        "Whether a person locked the decisions, until gazecut regenerate --unpin."),
      .optional("reel", \.reel, .text, "File name of the highlight reel, in this folder."),
      Field("clips", \.clips, .list(of: Entry.object.form), "The clips, best first."),
    ])
}

extension ClipIndex.Entry: JSONDocumentObject {
  static let object = JSONObjectFormat<ClipIndex.Entry>(
    blank: ClipIndex.Entry(Moment.object.blank, since: nil),
    fields: [
      Field("rank", \.rank, .count, "Rank of the clip; 1 is the best."),
      Field("id", \.id, .text, "ID of the clip."),
      Field("start", \.start, .time, "Play time of the first frame, in seconds."),
      Field("end", \.end, .time, "End time, exclusive, in seconds of play time."),
      Field("file", \.file, .text, "File name of the clip, in this folder."),
      .optional("poster", \.poster, .text, "File name of its poster image."),
      .optional("captions", \.captions, .text, "File name of its captions."),
      .optional(
        "record", \.record, .text, "File name of its metadata: figures, reasons and framing."),
      .optional(
        "latest", \.latest, .text, "Link to the clip by its rank, for example latest/1.mp4."),
      .optional("since", \.since, .text, "When the clip was made (ISO 8601)."),
      .optional(
        "chosenBy", \.chosenBy, .text,
        "person or wish, if a person or a wish chose the clip and not the audience alone."),
      .optional("wish", \.wish, .text, "The wishes that affected the clip."),
      .optional("replaces", \.replaces, .text, "ID of the clip that this clip replaced."),
      .optional(
        "published", \.published,
        .list(of: Publication.object.form, count: 1...maximumPublications),
        "Publications of the clip, as recorded by `gazecut mark`."),
    ])

  private static let maximumPublications = 10_000
}

extension ClipIndex.Entry.Publication: JSONDocumentObject {
  static let object = JSONObjectFormat<ClipIndex.Entry.Publication>(
    blank: ClipIndex.Entry.Publication(clip: "", at: "", place: nil),
    fields: [
      Field(
        "clip", \.clip, .text,
        "ID of the published clip: this one, or another that showed most of the same seconds."),
      Field("at", \.at, .text, "When the publication was recorded (ISO 8601)."),
      .optional("where", \.place, .text, "Where the clip was published, for example a URL."),
    ])
}
