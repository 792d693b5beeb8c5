extension FoldSettings {
  /// The settings by name, as they are kept beside what was folded with them.
  package var numbers: [(name: String, value: Double)] {
    Self.fields.map { ($0.name, $0.get(self)) }
  }

  /// Settings of kept numbers: those that are not among them have their defaults, and names that
  /// this build does not know are passed over.
  package init(numbers: [(name: String, value: Double)]) {
    let kept = Dictionary(numbers.map { ($0.name, $0.value) }) { first, _ in first }
    for field in Self.fields {
      if let value = kept[field.name] { field.set(&self, value) }
    }
  }

  private struct Field {
    var name: String
    var get: (FoldSettings) -> Double
    var set: (inout FoldSettings, Double) -> Void
  }

  private static func real(_ name: String, _ path: WritableKeyPath<FoldSettings, Double>) -> Field {
    Field(name: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }

  private static func whole(_ name: String, _ path: WritableKeyPath<FoldSettings, Int>) -> Field {
    Field(
      name: name, get: { Double($0[keyPath: path]) },
      set: { $0[keyPath: path] = Int(exactly: $1.rounded()) ?? $0[keyPath: path] })
  }

  private static var fields: [Field] {
    [
      real("gapSeconds", \.gapSeconds), real("gapIntervals", \.gapIntervals),
      real("longestBlink", \.longestBlink), real("margin", \.margin),
      real("lowConfidenceWeight", \.lowConfidenceWeight),
      real("unknownMovementWeight", \.unknownMovementWeight),
      real("saccadeWeight", \.saccadeWeight), real("pictureDegrees", \.pictureDegrees),
      real("faceLag", \.faceLag), real("eyeLag", \.eyeLag), real("restSeconds", \.restSeconds),
      real("restQuantile", \.restQuantile), real("leastDeviation", \.leastDeviation),
      real("clip", \.clip), real("on", \.on), real("heldEvidence", \.heldEvidence),
      real("outvoted", \.outvoted),
      real("bridged", \.bridged), real("smoothing", \.smoothing),
      real("leastPresence", \.leastPresence), whole("frozenFaceSamples", \.frozenFaceSamples),
      real("kernel", \.kernel), real("habit", \.habit), real("gazeNoise", \.gazeNoise),
      whole("shifts", \.shifts), real("leastShift", \.leastShift),
      whole("agreementViewers", \.agreementViewers), real("largestOffset", \.largestOffset),
      real("offsetEvidence", \.offsetEvidence),
      real("leastAgreementWeight", \.leastAgreementWeight),
    ]
  }
}
