/// Finds wishes that cannot be fulfilled together, or lie outside their video.
package enum WishCheck {
  /// What is wrong with wishes; each problem names both that it is about.
  ///
  /// - Parameters:
  ///   - wishes: all of a video.
  ///   - duration: its length in seconds; `nil` while that is not known.
  /// - Returns: the problems, in the order of the later wish of each; empty when all can be.
  package static func problems(_ wishes: [Wish], duration: Double? = nil) -> [WishProblem] {
    wishes.enumerated().flatMap { index, wish in
      (duration.flatMap { outside(wish, $0) }.map { [$0] } ?? [])
        + Array(wishes[..<index]).holding.compactMap { contradiction($0, wish) }
    }
  }

  /// Why two wishes cannot both be; `nil` where they can.
  private static func contradiction(_ one: Wish, _ other: Wish) -> WishProblem? {
    guard one != other else { return WishProblem("'\(one)' is wished twice") }
    switch (one, other) {
    case (.never(let a), .always(let b)), (.always(let b), .never(let a)):
      return shared(a, b).map {
        WishProblem("'\(one)' and '\(other)' contradict each other: both hold \(PlayTime.text($0))")
      }
    case (.always(let a), .always(let b)):
      return shared(a, b).map {
        WishProblem(
          "'\(one)' and '\(other)' overlap: the reel would show \(PlayTime.text($0)) twice")
      }
    case (.frame(.span(let a), _), .frame(.span(let b), _)):
      return shared(a, b).map { _ in
        WishProblem("'\(one)' and '\(other)' contradict each other")
      }
    default: return nil
    }
  }

  /// What two stretches have in common; `nil` where they only touch.
  private static func shared(
    _ a: ClosedRange<Double>, _ b: ClosedRange<Double>
  ) -> ClosedRange<Double>? {
    let start = max(a.lowerBound, b.lowerBound)
    let end = min(a.upperBound, b.upperBound)
    return end > start ? start...end : nil
  }

  /// Seconds by which a wish may reach over the end: a person writes the length that a player
  /// shows.
  private static let tolerance = 0.5

  private static func outside(_ wish: Wish, _ duration: Double) -> WishProblem? {
    let (first, last) =
      switch wish {
      case .never(let span), .always(let span), .frame(.span(let span), _):
        (span.lowerBound, span.upperBound)
      case .move(let near, let start, let end):
        (near, [start, end].compactMap(\.time).reduce(near, max))
      case .frame(.moment(let near), _): (near, near)
      case .title(_, let near): (near ?? 0, near ?? 0)
      }
    guard first >= duration || last > duration + tolerance else { return nil }
    return WishProblem(
      "'\(wish)' is outside the video, which lasts \(DecisionTable.clock(duration))")
  }
}
