import Support

/// The framing of all moments in a further aspect ratio.
///
/// Times and figures are those of the document's moments; only the framing and the clips differ.
package struct FurtherAspectRatio: Hashable, Sendable {
  package var profile: String
  package var settings: String
  package var width: Int
  package var height: Int
  package var moments: [ReframedMoment]

  package init(
    profile: String, settings: String, width: Int, height: Int, moments: [ReframedMoment]
  ) {
    (self.profile, self.settings, self.width, self.height) = (profile, settings, width, height)
    self.moments = moments
  }
}

package struct ReframedMoment: Hashable, Sendable {
  package var moment: String
  package var id: String
  var since: String?
  var replaces: String?
  package var framing: Framing

  package init(of moment: String, shown: Moment) {
    self.moment = moment
    id = shown.id
    since = shown.why.since
    replaces = shown.why.replaces
    framing = shown.framing
  }
}

extension Moment {
  func shown(as shaped: ReframedMoment) -> Moment {
    var copy = self
    copy.id = shaped.id
    copy.why.since = shaped.since
    copy.why.replaces = shaped.replaces
    copy.framing = shaped.framing
    return copy
  }
}

extension DecisionDocument {
  /// The decisions in a further aspect ratio, without the highlight reel, which exists only once.
  package func shown(in shape: FurtherAspectRatio) -> DecisionDocument {
    let shaped = shape.moments.keyed(by: \.moment)
    var copy = self
    copy.settings = shape.settings
    copy.moments = moments.compactMap { moment in shaped[moment.id].map(moment.shown) }
    copy.shapes = []
    copy.reel = []
    return copy
  }

  /// The decisions in all aspect ratios, the main one first.
  package var inAllAspectRatios: [DecisionDocument] { [self] + shapes.map(shown) }

  /// The IDs of all clips: those of the main aspect ratio, then those of the further ones.
  package var clips: [String] { moments.map(\.id) + shapes.flatMap { $0.moments.map(\.id) } }
}

extension ReframedMoment: JSONDocumentObject {
  static let object = JSONObjectFormat<ReframedMoment>(
    blank: ReframedMoment(of: "", shown: Moment.object.blank),
    fields: [
      Field("moment", \.moment, .text, "ID of the document's moment."),
      Field("id", \.id, .text, "ID of the clip.", isRequired: false),
      .optional(
        "since", \.since, .text,
        "When the clip was made (ISO 8601), if an earlier framing is kept."),
      .optional("replaces", \.replaces, .text, "The clip that this one replaces, and why."),
      Field("framing", \.framing, Framing.object.form, "The framing in this aspect ratio."),
    ])
}

extension FurtherAspectRatio: JSONDocumentObject {
  static let object = JSONObjectFormat<FurtherAspectRatio>(
    blank: FurtherAspectRatio(profile: "", settings: "", width: 1, height: 1, moments: []),
    fields: [
      Field(
        "profile", \.profile, .text, "Name of the render profile and of the folder of its clips."),
      Field(
        "settings", \.settings, .text, "Hash of all settings that influence this aspect ratio.",
        isRequired: false),
      Field("width", \.width, .side, "Width of its clips in pixels."),
      Field("height", \.height, .side, "Height of its clips in pixels."),
      Field(
        "moments", \.moments, .list(of: ReframedMoment.object.form),
        "The framing of each moment; if a moment is left out, the audience determines it."),
    ])
}
