package import Foundation

/// The clips of a folder by names that stay: by their rank, and by the seconds that they show.
///
/// Its written form is the JSON of schema `gazecut.index/1`. It holds no figure of an audience.
package struct ClipIndex: Hashable, Sendable {
  static let schema = "gazecut.index/1"

  var video: String
  /// Whether a person's decisions stand until `regenerate --unpin`.
  package var isPinned: Bool
  /// The reel's file beside the clips; `nil` without one.
  package var reel: String?
  /// The clips, best first.
  package var clips: [Entry]

  package init(video: String, isPinned: Bool, reel: String?, clips: [Entry]) {
    (self.video, self.isPinned, self.reel, self.clips) = (video, isPinned, reel, clips)
  }

  package struct Entry: Hashable, Sendable {
    /// 1 is the best.
    package var rank: Int
    package var id: String
    /// Play time of its first frame, seconds.
    package var start: Double
    /// Play time of the first frame left out, seconds.
    var end: Double
    /// Its file, in the index's own folder.
    package var file: String
    /// What lies beside it; `nil` for what is not there.
    package var poster, captions, record: String?
    /// The link by its rank, as `latest/1.mp4`; `nil` where there is none.
    package var latest: String?
    /// When it was made; an ISO 8601 time.
    package var since: String?
    /// `person` or `wish`, where the audience alone did not choose.
    package var chosenBy: String?
    /// The wishes that had their say.
    package var wish: String?
    /// The id of the clip that it replaced.
    package var replaces: String?
    /// Where its seconds were posted already; `nil` for nowhere.
    package var published: [Published]?

    /// Makes an entry for a moment; what lies beside its clip is added then.
    package init(_ moment: Moment, since: String?) {
      (rank, id, start, end) = (moment.rank, moment.id, moment.start, moment.end)
      file = moment.id + ".mp4"
      self.since = moment.why.since ?? since
      (chosenBy, wish) = (moment.why.chosenBy, moment.why.wish)
      replaces = moment.why.replacedClip
    }
  }

  /// The index as one line of JSON, without a line end.
  package var json: String { Self.object.form.text(self) }

  /// Reads an index.
  ///
  /// - Throws: `DecisionProblems` naming the first few fields, or the line and column where the
  ///   text is no JSON.
  package init(json: Data) throws { self = try Self.read(json: json) }

  /// Whether a file's content is an index that a gazecut wrote, this one or another.
  package static func isOne(_ text: Data) -> Bool {
    text.starts(with: Data(#"{"schema": "gazecut.index/"#.utf8))
  }
}

extension ClipIndex.Entry {
  /// That a clip of these seconds was posted, as `gazecut mark` was told.
  package struct Published: Hashable, Sendable {
    /// The id of the clip: this one, or another that showed most of these seconds.
    package var clip: String
    /// When it was said; an ISO 8601 time.
    package var at: String
    /// Where it is to be found; `nil` where that was not said.
    package var place: String?

    package init(clip: String, at: String, place: String?) {
      (self.clip, self.at, self.place) = (clip, at, place)
    }
  }
}

extension Why {
  /// The id of the earlier clip that `replaces` names.
  package var replacedClip: String? {
    replaces.map { String($0.prefix { $0 != ":" }) }
  }

  /// Why it was replaced, in figures.
  package var replacedReason: String? {
    replaces?.split(separator: ": ", maxSplits: 1).dropFirst().first.map(String.init)
  }
}

extension ClipIndex: Described {
  static let object = ObjectForm<ClipIndex>(
    blank: ClipIndex(video: "", isPinned: false, reel: nil, clips: []),
    fields: [
      .schema(schema),
      Field("video", \.video, .text, "The video's id."),
      Field("isPinned", \.isPinned, .truth, "Whether a person's decisions stand until --unpin."),
      .optional("reel", \.reel, .text, "The reel's file, in this folder."),
      Field("clips", \.clips, .list(of: Entry.object.form), "The clips, best first."),
    ])
}

extension ClipIndex.Entry: Described {
  static let object = ObjectForm<ClipIndex.Entry>(
    blank: ClipIndex.Entry(Moment.object.blank, since: nil),
    fields: [
      Field("rank", \.rank, .count, "1 is the best."),
      Field("id", \.id, .text, "The clip's id."),
      Field("start", \.start, .time, "Play time of its first frame, seconds."),
      Field("end", \.end, .time, "Play time of the first frame left out, seconds."),
      Field("file", \.file, .text, "Its file, in this folder."),
      .optional("poster", \.poster, .text, "Its poster."),
      .optional("captions", \.captions, .text, "Its captions."),
      .optional("record", \.record, .text, "Its record: figures, reasons and framing."),
      .optional("latest", \.latest, .text, "The link to it by its rank, as latest/1.mp4."),
      .optional("since", \.since, .text, "When it was made."),
      .optional(
        "chosenBy", \.chosenBy, .text, "person or wish, where not the audience alone chose."),
      .optional("wish", \.wish, .text, "The wishes that had their say."),
      .optional("replaces", \.replaces, .text, "The id of the clip that it replaced."),
      .optional(
        "published", \.published, .list(of: Published.object.form, count: 1...mostPublished),
        "Where its seconds were posted already, as `gazecut mark` was told."),
    ])

  /// More than anybody posts one clip.
  private static let mostPublished = 10_000
}

extension ClipIndex.Entry.Published: Described {
  static let object = ObjectForm<ClipIndex.Entry.Published>(
    blank: ClipIndex.Entry.Published(clip: "", at: "", place: nil),
    fields: [
      Field(
        "clip", \.clip, .text,
        "The id of the clip that was posted: this one, or one with most of its seconds."),
      Field("at", \.at, .text, "When it was said."),
      .optional("where", \.place, .text, "Where it is to be found."),
    ])
}
