/// The seconds that wishes exclude from clips, or require as clips.
struct WishedRanges {
  typealias WishedRange = (span: ClosedRange<Double>, wish: Wish)

  /// Ranges that no clip may show (`never`).
  let forbidden: [WishedRange]
  /// Ranges that each become a clip (`always`).
  let own: [WishedRange]

  init(_ wishes: [Wish]) {
    forbidden = wishes.compactMap { wish in wish.forbidden.map { ($0, wish) } }
    own = wishes.compactMap { wish in wish.demanded.map { ($0, wish) } }
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
