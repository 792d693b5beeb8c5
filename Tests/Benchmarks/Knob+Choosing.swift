import Audience
import Selection

extension Knob {
  /// What counts as watching, and as a look.
  static let cleaning: [Knob] = [
    Knob("gapSeconds", "s", 1, 4, .choosing, \.fold.gapSeconds),
    Knob("uncertainWeight", "weight", 0.25, 1, .both, \.fold.uncertainWeight),
    Knob("faceLag", "s", 0.5, 1.5, .choosing, \.fold.faceLag),
    Knob("gazeNoise", "heights", 0.06, 0.16, .both, \.fold.gazeNoise),
  ]

  /// What an audience is learned by.
  static let learning: [Knob] = [
    Knob("heldSeconds", "s", 1.5, 3.5, .choosing, \.fold.model.heldSeconds),
    Knob("restSeconds", "s", 0, 60, .choosing, \.fold.model.restSeconds),
    Knob("leastDeviation", "score", 0.02, 0.08, .choosing, \.fold.model.leastDeviation),
    Knob("priorSeconds", "s", 50, 300, .choosing, \.fold.model.priorSeconds),
    Knob("amusedShare", "share", 0.1, 0.4, .choosing, \.fold.model.amusedShare),
    Knob("changeSeconds", "s", 1.5, 6, .choosing, \.fold.model.changeSeconds),
    Knob("reactingAmused", "share", 0.3, 0.7, .choosing, \.fold.model.reactingAmused),
    Knob("reactingElse", "share", 0.02, 0.1, .choosing, \.fold.model.reactingElse),
    Knob("reactingLevel", "level", 0.3, 0.7, .choosing, \.fold.model.reactingLevel),
    Knob("reactingSlope", "nats", 1, 4, .choosing, \.fold.model.reactingSlope),
    Knob(
      "rounds", "count", 2, 8, .choosing, { Double($0.fold.model.rounds) },
      { $0.fold.model.rounds = Int($1) }),
    Knob("windowShare", "share", 0.24, 0.42, .choosing, \.fold.model.windowShare),
    Knob(
      "places", "count", 21, 81, .choosing, { Double($0.fold.model.places) },
      { $0.fold.model.places = Int($1) }),
  ]

  /// What a moment must have.
  static let choosing: [Knob] = [
    Knob("leastReaction", "share", 0.1, 0.2, .choosing, \.selection.leastReaction),
    Knob("leastReactingViewers", "viewers", 1.6, 3.2, .choosing, \.selection.leastReactingViewers),
    Knob("leastHeld", "share", 0.6, 0.72, .choosing, \.selection.leastHeld),
    Knob("falseMoments", "share", 0.01, 1, .choosing, \.selection.falseMoments),
    // Audiences that are planted have no curve: it moves nothing.
    Knob("curveWeight", "share", 0, 0.5, .choosing, \.selection.curveWeight),
    Knob("leastSure", "share", 0.3, 0.6, .choosing, \.selection.leastSure),
    Knob("stretchCost", "nats", 1.5, 6, .choosing, \.selection.stretchCost),
    Knob("coreShare", "share", 0.5, 0.8, .choosing, \.selection.coreShare),
    Knob("leastCore", "s", 4, 7, .choosing, \.selection.leastCore),
  ]

  /// How many moments, how long, of whom.
  static let lengths: [Knob] = [
    Knob(
      "count", "moments", 3, 10, .choosing, { Double($0.selection.count) },
      { $0.selection.count = Int($1) }),
    Knob("minimumLength", "s", 8, 25, .choosing, \.selection.minimumLength),
    Knob("maximumLength", "s", 30, 90, .choosing, \.selection.maximumLength),
    Knob(
      "minimumViewers", "viewers", 3, 7, .choosing, { Double($0.selection.minimumViewers) },
      { $0.selection.minimumViewers = Int($1) }),
    Knob(
      "emotions.happy", "weight", 0.5, 0.8, .choosing,
      { Double($0.fold.model.emotions[.happy]) }, { $0.fold.model.emotions[.happy] = Float($1) }),
    Knob(
      "emotions.surprise", "weight", 0.5, 0.8, .choosing,
      { Double($0.fold.model.emotions[.surprise]) },
      { $0.fold.model.emotions[.surprise] = Float($1) }),
  ]
}
