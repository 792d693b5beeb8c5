package import Audience
internal import EditDecisions

/// What wishes say of which seconds may be shown.
struct WishedSeconds: Hashable, Sendable {
  /// Seconds that the audience has no say in, with the wish that takes them.
  struct Taken: Hashable, Sendable {
    var span: ClosedRange<Double>
    var wish: Wish
  }

  /// Seconds that no clip shows.
  let forbidden: [Taken]
  /// Seconds that are a clip of their own.
  let own: [Taken]

  /// In order of the wishes.
  init(_ wishes: [Wish]) {
    forbidden = wishes.compactMap { wish in
      if case .never(let span) = wish { Taken(span: span, wish: wish) } else { nil }
    }
    own = wishes.compactMap { wish in
      if case .always(let span) = wish { Taken(span: span, wish: wish) } else { nil }
    }
  }

  /// All of it.
  var taken: [Taken] { forbidden + own }

  /// Whether a person's own clip shows at least half of some seconds.
  func isShownByOwn(_ seconds: Range<Double>) -> Bool {
    own.contains { own in
      let shown =
        min(own.span.upperBound, seconds.upperBound) - max(own.span.lowerBound, seconds.lowerBound)
      return shown > 0 && shown * 2 >= seconds.upperBound - seconds.lowerBound
    }
  }
}

extension SelectionSettings {
  /// A person's seconds need no evidence: in a library that holds one side only, that side counts.
  package func fitting(_ summary: TimelineSummary) -> SelectionSettings {
    var fitting = self
    guard evidence != .curve else { return fitting }
    let enough = max(1, minimumViewers)
    let hasFaces = summary.bins.contains { $0.withFace >= enough }
    let hasGaze = summary.bins.contains { $0.withGaze >= enough }
    if hasFaces != hasGaze { fitting.evidence = hasFaces ? .emotion : .gaze }
    return fitting
  }
}
