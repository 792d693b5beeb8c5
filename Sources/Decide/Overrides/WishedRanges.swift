import EditDecisions

/// The seconds that wishes exclude from clips, or require as clips.
struct WishedRanges: Hashable, Sendable {
  /// A range in seconds, and the wish that decides it.
  struct WishedRange: Hashable, Sendable {
    var span: ClosedRange<Double>
    var wish: Wish
  }

  /// Ranges that no clip may show (`never`).
  let forbidden: [WishedRange]
  /// Ranges that each become a clip (`always`).
  let own: [WishedRange]

  init(_ wishes: [Wish]) {
    forbidden = wishes.compactMap { wish in
      if case .never(let span) = wish { WishedRange(span: span, wish: wish) } else { nil }
    }
    own = wishes.compactMap { wish in
      if case .always(let span) = wish { WishedRange(span: span, wish: wish) } else { nil }
    }
  }

  var taken: [WishedRange] { forbidden + own }

  /// Whether one of the user's clips shows at least half of a range.
  func isMostlyInUserClip(_ seconds: Range<Double>) -> Bool {
    own.contains { own in
      let shown =
        min(own.span.upperBound, seconds.upperBound) - max(own.span.lowerBound, seconds.lowerBound)
      return shown > 0 && shown * 2 >= seconds.upperBound - seconds.lowerBound
    }
  }
}
