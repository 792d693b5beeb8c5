import EditDecisions
import Support

/// Checks that wishes do not contradict each other and are inside their video.
package enum WishCheck {
  /// The contradictions between wishes, and wishes outside the video, in the order of the later
  /// wish.
  ///
  /// `duration` is in seconds; `nil` if it is unknown.
  package static func problems(_ wishes: [Wish], duration: Double? = nil) -> [WishProblem] {
    wishes.enumerated().flatMap { index, wish in
      (duration.flatMap { problemOutsideVideo(wish, $0) }.map { [$0] } ?? [])
        + Array(wishes[..<index]).holding.compactMap { contradiction($0, wish) }
    }
  }

  private static func contradiction(_ one: Wish, _ other: Wish) -> WishProblem? {
    guard one != other else { return WishProblem("'\(one)' occurs twice") }
    switch (one, other) {
    case (.never(let a), .always(let b)), (.always(let b), .never(let a)):
      return overlap(a, b).map {
        WishProblem(
          "'\(one)' and '\(other)' contradict each other: both contain \(PlayTime.text($0))")
      }
    case (.always(let a), .always(let b)):
      return overlap(a, b).map {
        WishProblem(
          "'\(one)' and '\(other)' overlap: the reel would show \(PlayTime.text($0)) twice")
      }
    case (.frame(.span(let a), _), .frame(.span(let b), _)):
      return overlap(a, b).map { _ in
        WishProblem("'\(one)' and '\(other)' contradict each other: they overlap")
      }
    default: return nil
    }
  }

  private static func overlap(
    _ a: ClosedRange<Double>, _ b: ClosedRange<Double>
  ) -> ClosedRange<Double>? {
    let start = max(a.lowerBound, b.lowerBound)
    let end = min(a.upperBound, b.upperBound)
    return end > start ? start...end : nil
  }

  /// Seconds by which a wish may extend past the end, because media players round the duration.
  static let tolerance = 0.5

  private static func problemOutsideVideo(_ wish: Wish, _ duration: Double) -> WishProblem? {
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
    return WishProblem("'\(wish)' is outside the video, which lasts \(PlayTime.clock(duration))")
  }
}
