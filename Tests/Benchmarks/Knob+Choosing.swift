import Audience
import Selection

extension Knob {
  /// A default of folding that neither a source's kind nor a device asks for in the usual audiences.
  private static func fold(
    _ name: String, _ unit: String, _ low: Double, _ high: Double,
    _ path: any WritableKeyPath<FoldSettings, Double> & Sendable
  ) -> Knob {
    Knob(
      name, unit, low, high, .choosing, { $0.fold[keyPath: path] },
      { $0.fold[keyPath: path] = $1 })
  }

  /// What counts as watching, and as a look.
  static let cleaning: [Knob] = [
    fold("gapSeconds", "s", 1, 4, \.gapSeconds),
    fold("gapIntervals", "intervals", 2, 6, \.gapIntervals),
    fold("longestBlink", "s", 0.5, 2, \.longestBlink),
    fold("margin", "share", 0, 0.1, \.margin),
    fold("lowConfidenceWeight", "weight", 0.25, 1, \.lowConfidenceWeight),
    fold("unknownMovementWeight", "weight", 0.25, 1, \.unknownMovementWeight),
    fold("saccadeWeight", "weight", 0.1, 0.5, \.saccadeWeight),
    fold("pictureDegrees", "degrees", 20, 40, \.pictureDegrees),
    fold("leastPresence", "share", 0.15, 0.5, \.leastPresence),
    fold("leastShift", "share", 0.05, 0.2, \.leastShift),
    Knob(
      "frozenFaceSamples", "samples", 20, 80, .choosing, { Double($0.fold.frozenFaceSamples) },
      { $0.fold.frozenFaceSamples = Int($1) }),
    Knob(
      "shifts", "count", 12, 48, .choosing, { Double($0.shifts) }, { $0.shifts = Int($1) }),
    Knob(
      "agreementViewers", "viewers", 12, 320, .choosing, { Double($0.fold.agreementViewers) },
      { $0.fold.agreementViewers = Int($1) }),
  ]

  /// A constant of choosing that has no setting.
  private static func selection(
    _ name: String, _ unit: String, _ low: Double, _ high: Double,
    _ path: any WritableKeyPath<SelectionConstants, Double> & Sendable
  ) -> Knob {
    Knob(
      name, unit, low, high, .choosing, { $0.selection.constants[keyPath: path] },
      { $0.selection.constants[keyPath: path] = $1 })
  }

  /// The baseline, and what is usual.
  static let weighing: [Knob] = [
    selection("mostUsualReaction", "strength", 0.05, 0.2, \.mostUsualReaction),
    selection("mostUsualGathering", "agreement", 0.025, 0.1, \.mostUsualGathering),
    selection("usualGathering", "quantile", 0.25, 0.5, \.usualGathering),
    selection("reactionDeviation", "strength", 0.05, 0.12, \.reactionDeviation),
    selection("gatheringDeviation", "agreement", 0.02, 0.045, \.gatheringDeviation),
    selection("nearSeconds", "s", 2, 8, \.nearSeconds),
    selection("leastNeighbor", "share", 0.25, 0.75, \.leastNeighbor),
    selection("scoreScale", "share", 0.25, 0.5, \.scoreScale),
    selection("ordinaryReaction", "share", 0.03, 0.08, \.ordinaryReaction),
    selection("habitualReaction", "share", 0.15, 0.4, \.habitualReaction),
    selection("habitFactor", "ratio", 1, 2, \.habitFactor),
    selection("middleReach", "heights", 0.1, 0.2, \.middleReach),
    Knob(
      "middleHabit.least", "share", 0.3, 0.5, .choosing,
      { $0.selection.constants.middleHabit.lowerBound },
      { $0.selection.constants.middleHabit = $1...0.6 }),
    Knob(
      "middleHabit.most", "share", 0.5, 0.8, .choosing,
      { $0.selection.constants.middleHabit.upperBound },
      { $0.selection.constants.middleHabit = 0.4...$1 }),
    selection("middleOffset", "heights", 0.03, 0.07, \.middleOffset),
    selection("middleAgreement", "agreement", 0.04, 0.1, \.middleAgreement),
  ]

  /// How many moments, how long, of whom.
  static let lengths: [Knob] = [
    Knob(
      "count", "moments", 3, 10, .choosing, { Double($0.selection.count) },
      { $0.selection.count = Int($1) }),
    Knob(
      "minimumLength", "s", 8, 25, .choosing, { $0.selection.minimumLength },
      { $0.selection.minimumLength = $1 }),
    Knob(
      "maximumLength", "s", 30, 90, .choosing, { $0.selection.maximumLength },
      { $0.selection.maximumLength = $1 }),
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
