internal import EditDecisions

/// The seconds that wishes exclude from clips, or demand as clips.
struct WishedRanges: Hashable, Sendable {
  /// A range whose use a wish decides, regardless of the audience.
  struct Taken: Hashable, Sendable {
    var span: ClosedRange<Double>
    var wish: Wish
  }

  /// Seconds that no clip may show (`never`).
  let forbidden: [Taken]
  /// Seconds that become clips of their own (`always`).
  let own: [Taken]

  /// Collects the ranges in the order of the wishes.
  init(_ wishes: [Wish]) {
    forbidden = wishes.compactMap { wish in
      if case .never(let span) = wish { Taken(span: span, wish: wish) } else { nil }
    }
    own = wishes.compactMap { wish in
      if case .always(let span) = wish { Taken(span: span, wish: wish) } else { nil }
    }
  }

  /// Both kinds of ranges.
  var taken: [Taken] { forbidden + own }

  /// Whether one of the user's clips shows at least half of a range.
  func isMostlyInUserClip(_ seconds: Range<Double>) -> Bool {
    own.contains { own in
      let shown =
        min(own.span.upperBound, seconds.upperBound) - max(own.span.lowerBound, seconds.lowerBound)
      return shown > 0 && shown * 2 >= seconds.upperBound - seconds.lowerBound
    }
  }
}
