/// The moments of a document as they are shown in one more shape than the first.
///
/// Seconds and figures are those of the document's moments: what differs is how they are framed,
/// and the clips that are made of them.
package struct FurtherShape: Hashable, Sendable {
  /// The profile's name; its clips lie in a folder of that name.
  package var profile: String
  /// `sha256:` and the digest of the settings that matter to this shape.
  package var settings: String
  /// Width of its clips in pixels.
  package var width: Int
  /// Height of its clips in pixels.
  package var height: Int
  /// How each moment is shown in it, in the order of the document's moments.
  package var moments: [ShapedMoment]

  package init(
    profile: String, settings: String, width: Int, height: Int, moments: [ShapedMoment]
  ) {
    self.profile = profile
    self.settings = settings
    self.width = width
    self.height = height
    self.moments = moments
  }
}

/// How one moment is shown in a further shape.
package struct ShapedMoment: Hashable, Sendable {
  /// The id of the document's moment.
  package var moment: String
  /// The id of the clip in this shape.
  package var id: String
  /// When its clip was made, where an earlier framing stands; an ISO 8601 time.
  var since: String?
  /// Which earlier clip it replaces, and why, in figures.
  var replaces: String?
  package var framing: Framing

  /// Takes what is a shape's own from a document's moment as this shape shows it.
  package init(of moment: String, shown: Moment) {
    self.moment = moment
    id = shown.id
    since = shown.why.since
    replaces = shown.why.replaces
    framing = shown.framing
  }
}

extension Moment {
  /// The same seconds and figures in a further shape.
  func shown(as shaped: ShapedMoment) -> Moment {
    var copy = self
    copy.id = shaped.id
    copy.why.since = shaped.since
    copy.why.replaces = shaped.replaces
    copy.framing = shaped.framing
    return copy
  }
}

extension DecisionDocument {
  /// The decisions as one of its further shapes shows them, without a reel: that is made once.
  package func shown(in shape: FurtherShape) -> DecisionDocument {
    let shaped = shape.moments.keyed(by: \.moment)
    var copy = self
    copy.settings = shape.settings
    copy.moments = moments.compactMap { moment in shaped[moment.id].map(moment.shown) }
    copy.shapes = []
    copy.reel = []
    return copy
  }

  /// The decisions in the first shape, and in each further one.
  package var inAllShapes: [DecisionDocument] { [self] + shapes.map(shown) }

  /// The ids of all clips: of the first shape, then of each further one.
  package var clips: [String] {
    moments.map(\.id) + shapes.flatMap { $0.moments.map(\.id) }
  }
}

extension ShapedMoment: Described {
  static let object = ObjectForm<ShapedMoment>(
    blank: ShapedMoment(of: "", shown: Moment.object.blank),
    fields: [
      Field("moment", \.moment, .text, "The id of the document's moment."),
      Field("id", \.id, .text, "The clip's id.", isRequired: false),
      .optional(
        "since", \.since, .text, "When its clip was made, where an earlier framing stands."),
      .optional("replaces", \.replaces, .text, "Which earlier clip it replaces, and why."),
      Field("framing", \.framing, Framing.object.form, "How it is shown in this shape."),
    ])
}

extension FurtherShape: Described {
  static let object = ObjectForm<FurtherShape>(
    blank: FurtherShape(profile: "", settings: "", width: 1, height: 1, moments: []),
    fields: [
      Field("profile", \.profile, .text, "The profile; its clips lie in a folder of that name."),
      Field(
        "settings", \.settings, .text, "A digest of the settings that matter to it.",
        isRequired: false),
      Field("width", \.width, .side, "Pixels of its clips."),
      Field("height", \.height, .side, "Pixels of its clips."),
      Field(
        "moments", \.moments, .list(of: ShapedMoment.object.form),
        "How each moment is shown in it; one that is left out is framed by the audience."),
    ])
}
