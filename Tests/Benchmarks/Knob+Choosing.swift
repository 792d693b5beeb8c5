import Audience
import Selection

extension Knob {
  /// What counts as watching, and as a look.
  static let cleaning: [Knob] = [
    Knob("gapSeconds", "s", 1, 4, .choosing, \.fold.gapSeconds),
    Knob("gapIntervals", "intervals", 2, 6, .choosing, \.fold.gapIntervals),
    Knob("longestBlink", "s", 0.5, 2, .choosing, \.fold.longestBlink),
    Knob("margin", "share", 0, 0.1, .choosing, \.fold.margin),
    Knob("lowConfidenceWeight", "weight", 0.25, 1, .choosing, \.fold.lowConfidenceWeight),
    Knob("unknownMovementWeight", "weight", 0.25, 1, .choosing, \.fold.unknownMovementWeight),
    Knob("saccadeWeight", "weight", 0.1, 0.5, .choosing, \.fold.saccadeWeight),
    Knob("pictureDegrees", "degrees", 20, 40, .choosing, \.fold.pictureDegrees),
    Knob("leastPresence", "share", 0.15, 0.5, .choosing, \.fold.leastPresence),
    Knob("leastShift", "share", 0.05, 0.2, .choosing, \.fold.leastShift),
    Knob(
      "frozenFaceSamples", "samples", 20, 80, .choosing, { Double($0.fold.frozenFaceSamples) },
      { $0.fold.frozenFaceSamples = Int($1) }),
    Knob(
      "shifts", "count", 12, 48, .choosing, { Double($0.shifts) }, { $0.shifts = Int($1) }),
    Knob(
      "agreementViewers", "viewers", 12, 320, .choosing, { Double($0.fold.agreementViewers) },
      { $0.fold.agreementViewers = Int($1) }),
  ]

  /// The baseline, and what is usual.
  static let weighing: [Knob] = [
    Knob(
      "mostUsualReaction", "strength", 0.05, 0.2, .choosing, \.selection.constants.mostUsualReaction
    ),
    Knob(
      "mostUsualGathering", "agreement", 0.025, 0.1, .choosing,
      \.selection.constants.mostUsualGathering),
    Knob("usualGathering", "quantile", 0.25, 0.5, .choosing, \.selection.constants.usualGathering),
    Knob(
      "reactionDeviation", "strength", 0.05, 0.12, .choosing,
      \.selection.constants.reactionDeviation),
    Knob(
      "gatheringDeviation", "agreement", 0.02, 0.045, .choosing,
      \.selection.constants.gatheringDeviation),
    Knob("nearSeconds", "s", 2, 8, .choosing, \.selection.constants.nearSeconds),
    Knob("leastNeighbor", "share", 0.25, 0.75, .choosing, \.selection.constants.leastNeighbor),
    Knob("scoreScale", "share", 0.25, 0.5, .choosing, \.selection.constants.scoreScale),
    Knob(
      "ordinaryReaction", "share", 0.03, 0.08, .choosing, \.selection.constants.ordinaryReaction),
    Knob("habitualReaction", "share", 0.15, 0.4, .choosing, \.selection.constants.habitualReaction),
    Knob("habitFactor", "ratio", 1, 2, .choosing, \.selection.constants.habitFactor),
    Knob("middleReach", "heights", 0.1, 0.2, .choosing, \.selection.constants.middleReach),
    Knob(
      "middleHabit.least", "share", 0.3, 0.5, .choosing,
      { $0.selection.constants.middleHabit.lowerBound },
      { $0.selection.constants.middleHabit = $1...0.6 }),
    Knob(
      "middleHabit.most", "share", 0.5, 0.8, .choosing,
      { $0.selection.constants.middleHabit.upperBound },
      { $0.selection.constants.middleHabit = 0.4...$1 }),
    Knob("middleOffset", "heights", 0.03, 0.07, .choosing, \.selection.constants.middleOffset),
    Knob(
      "middleAgreement", "agreement", 0.04, 0.1, .choosing, \.selection.constants.middleAgreement),
  ]

  /// How many moments, how long, of whom.
  static let lengths: [Knob] = [
    Knob(
      "count", "moments", 3, 10, .choosing, { Double($0.selection.count) },
      { $0.selection.count = Int($1) }),
    Knob(
      "minimumLength", "s", 8, 25, .choosing, \.selection.minimumLength),
    Knob(
      "maximumLength", "s", 30, 90, .choosing, \.selection.maximumLength),
    Knob(
      "minimumViewers", "viewers", 3, 7, .choosing, { Double($0.selection.minimumViewers) },
      { $0.selection.minimumViewers = Int($1) }),
    Knob(
      "emotions.happy", "weight", 0.5, 0.8, .choosing,
      { $0.selection.emotions[.happy] ?? 0 }, { $0.selection.emotions[.happy] = $1 }),
    Knob(
      "emotions.surprise", "weight", 0.5, 1, .choosing,
      { $0.selection.emotions[.surprise] ?? 0 }, { $0.selection.emotions[.surprise] = $1 }),
  ]
}
