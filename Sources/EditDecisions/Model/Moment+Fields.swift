extension Moment: Described {
  static let object = ObjectForm<Moment>(
    blank: Moment(
      id: "", rank: 0, start: 0, end: 0, coreStart: 0, coreEnd: 0, score: nil,
      why: Why(viewers: 0), framing: Framing(gazeKept: nil, shots: [])),
    fields: [
      Field("id", \.id, .text, "The clip's id.", isRequired: false),
      Field("rank", \.rank, .count, "1 is the best.", isRequired: false),
      Field("start", \.start, .time, "Play time of its first frame, seconds."),
      Field("end", \.end, .time, "Play time of the first frame left out, seconds."),
      Field(
        "coreStart", \.coreStart, .time, "Where the evidence begins, seconds.",
        isRequired: false),
      Field(
        "coreEnd", \.coreEnd, .time, "Where the evidence ends, seconds.", isRequired: false),
      .optional(
        "score", \.score, .share, "Its score; left out where its figures were erased."),
      Field("why", \.why, Why.object.form, "The figures behind it.", isRequired: false),
      Field("framing", \.framing, Framing.object.form, "How it is shown upright."),
    ],
    complete: { moment, keys in
      if !keys.contains("coreStart") { moment.coreStart = moment.start }
      if !keys.contains("coreEnd") { moment.coreEnd = moment.end }
    })
}

extension Why: Described {
  static let object = ObjectForm<Why>(
    blank: Why(viewers: 0),
    fields: [
      .optional("emotion", \.emotion, .text, "The strongest emotion."),
      .optional(
        "reactingShare", \.reactingShare, .share,
        "Mean share of the viewers who react at a time."),
      .optional(
        "reactingViewers", \.reactingViewers, .meanViewers, "How many react at a time, their mean."),
      .optional(
        "sustainedSeconds", \.sustainedSeconds, .span, "How long the reaction was sustained."),
      .optional(
        "held", \.held, .share,
        "Share of a new viewer's looks that a window of a short's shape holds, placed by the "
          + "others' looks."),
      .optional(
        "sure", \.sure, .share, "Share of fresh audiences of the same kind that find it again."),
      .optional("resamples", \.resamples, .count, "How many resampled audiences were asked."),
      Field(
        "viewers", \.viewers, .count,
        "Viewers with usable data at once, in half of the core; left out where they are too few to "
          + "be told.",
        isRequired: false, omitted: 0),
      .optional(
        "curve", \.curve, CurveFigures.object.form,
        "What a platform counted of everybody, where that had its say; without viewers the moment "
          + "rests on it alone."),
      .optional("sceneStealer", \.sceneStealer, .text, "What held most of the gathered gaze."),
      .optional(
        "framedBy", \.framedBy, .text,
        "What stood in for looks where too few looked to be framed by, and for how long."),
      .optional(
        "chosenBy", \.chosenBy, .text,
        "person, when a person chose the seconds; wish, where a wish had its say."),
      .optional("wish", \.wish, .text, "The wishes that did, as `gazecut wish` takes them."),
      .optional(
        "since", \.since, .text,
        "When its clip was made, where an earlier decision stands as it was."),
      .optional("replaces", \.replaces, .text, "Which earlier clip it replaces, and why."),
      .optional("startReason", \.startReason, .text, "Why it begins where it does."),
      .optional("endReason", \.endReason, .text, "Why it ends where it does."),
      .optional(
        "shortened", \.shortened, .text,
        "Why it is shorter than the least length: which shots beside it stay out, and why."),
      .retired("reactingShareLow", "A bound of reactingShare, as if its window were not chosen."),
      .retired("gatheredShare", "Share of the gaze in the densest cluster; held replaces it."),
      .retired("gatheredByChance", "The same by chance."),
      .retired("startSpread", "How far the start lay apart in resampled audiences, seconds."),
      .retired("endSpread", "The same of the end."),
    ])
}

extension CurveFigures: Described {
  static let object = ObjectForm<CurveFigures>(
    blank: CurveFigures(source: "", rise: 0, step: 0),
    fields: [
      Field("source", \.source, .text, "Who counted, and what."),
      Field(
        "rise", \.rise, .share,
        "Share of what it reads over the core that is more than the higher of its sides has."),
      Field(
        "step", \.step, .span,
        "From one of its points to the next: no edge of a peak is known nearer."),
      .optional(
        "people", \.people, .count,
        "How many views or people were counted; left out where the source does not tell, and "
          + "selection.minimumViewers was not asked of it then."),
    ])
}

extension Framing: Described {
  static let object = ObjectForm<Framing>(
    blank: Framing(gazeKept: nil, shots: []),
    fields: [
      .optional(
        "gazeKept", \.gazeKept, .share, "Share of a new viewer's looks inside the windows."),
      .optional(
        "gazeKeptSpread", \.gazeKeptSpread, .share,
        "How far each half of the viewers, framed by the other, lies from gazeKept."),
      .optional(
        "active", \.active, PictureArea.object.form, "The picture without its black bars."),
      Field(
        "title", \.title, .word, "Where a title stands; top when left out.", isRequired: false,
        omitted: .top),
      Field(
        "shots", \.shots,
        .list(of: FramedShot.object.form, count: 1...DecisionLimits.shots),
        "They tile the moment: each begins where the one before ends."),
    ])
}

extension FramedShot: Described {
  static let object = ObjectForm<FramedShot>(
    blank: FramedShot(start: 0, end: 0, cut: .source, layout: .fit),
    fields: [
      Field("start", \.start, .time, "Play time of its first frame, seconds."),
      Field("end", \.end, .time, "Play time of the first frame left out, seconds."),
      Field(
        "cut", \.cut, .word, "What begins it: a cut of the source, or one made by framing.",
        isRequired: false),
      .layout,
      Field(
        "captions", \.captions, .word, "Where captions stand; bottom when left out.",
        isRequired: false, omitted: .bottom),
    ],
    rules: Field<FramedShot>.layoutRules)
}

extension PictureArea: Described {
  static let object = ObjectForm<PictureArea>(
    blank: PictureArea(x: 0, y: 0, width: 0, height: 0),
    fields: [
      Field("x", \.x, .pixels, "Left edge, pixels."),
      Field("y", \.y, .pixels, "Top edge, pixels."),
      Field("width", \.width, .pixels, "Pixels."),
      Field("height", \.height, .pixels, "Pixels."),
    ])
}

extension Keyframe: Described {
  static let object = ObjectForm<Keyframe>(
    blank: Keyframe(t: 0, x: 0, y: 0, width: 0, height: 0),
    fields: [
      Field("t", \.t, .time, "Play time, seconds."),
      Field("x", \.x, .pixels, "Left edge, pixels."),
      Field("y", \.y, .pixels, "Top edge, pixels."),
      Field("width", \.width, .pixels, "Pixels."),
      Field("height", \.height, .pixels, "Pixels."),
    ])
}
