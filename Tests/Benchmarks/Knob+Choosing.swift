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
      "emotions.surprise", "weight", 0.5, 1, .choosing,
      { $0.selection.emotions[.surprise] ?? 0 }, { $0.selection.emotions[.surprise] = $1 }),
  ]
}
