/// What a frame would hold: for each look, whether the narrow window that holds most of the others'
/// looks holds it, too.
///
/// The others' looks are those of the half second and both beside it. The mean is what a new viewer
/// would see in the picture, and does not depend on how many viewers there are. The window is one
/// standard, whatever shapes are rendered: `windowShare` of the picture's longer side by the whole
/// of the other. Of places that hold as many the one nearest the middle is taken.
struct HeldLooks: Sendable {
  /// The first and the last place at which the window holds a look; none where the first is higher.
  typealias Reach = SIMD2<Int8>

  static let nowhere = Reach(1, 0)
  private let isAcross: Bool
  private let window: Float
  private let places: Int
  /// The places, the nearest to the middle first.
  private let order: [Int]

  /// - Parameters:
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: the window.
  init(aspect: Double, _ settings: ModelSettings) {
    isAcross = aspect >= 1
    window = Float(settings.windowShare)
    places = max(2, min(120, settings.places))
    let middle = places - 1
    order = (0..<places).sorted { (abs(2 * $0 - middle), $0) < (abs(2 * $1 - middle), $1) }
  }

  /// Where the window holds the looks of a viewer.
  func reaches(_ rows: [AudienceRow?]) -> [Reach] {
    let step = (1 - window) / Float(places - 1)
    return rows.map { row in
      guard let look = row?.look(isAcross: isAcross) else { return Self.nowhere }
      // The window at a place begins `step` further right than at the one before.
      // Rounding must not put the picture's right end behind the last place.
      let first = min(Float(places - 1), max(0, ((look - window) / step).rounded(.up)))
      let last = min(Float(places - 1), (look / step).rounded(.down))
      return first <= last ? Reach(Int8(first), Int8(last)) : Self.nowhere
    }
  }

  /// How many looks the window holds at each place, with the half seconds beside.
  ///
  /// - Parameters:
  ///   - viewers: the reaches of each viewer.
  ///   - counts: how often each viewer counts.
  ///   - bins: which half seconds.
  /// - Returns: for each of them a count a place.
  func density(_ viewers: [[Reach]], _ counts: [Int32], in bins: Range<Int>) -> [[Int32]] {
    let all = viewers.first?.count ?? 0
    let single = (bins.lowerBound - 1...bins.upperBound).map { bin in
      var steps = [Int32](repeating: 0, count: places + 1)
      guard bin >= 0, bin < all else { return steps }
      for (viewer, reaches) in viewers.enumerated() {
        let reach = reaches[bin]
        guard reach.x <= reach.y else { continue }
        steps[Int(reach.x)] += counts[viewer]
        steps[Int(reach.y) + 1] -= counts[viewer]
      }
      for place in 1...places { steps[place] += steps[place - 1] }
      return steps
    }
    return bins.indices.map { index in
      let place = index - bins.lowerBound
      return (0..<places).map {
        single[place][$0] + single[place + 1][$0] + single[place + 2][$0]
      }
    }
  }

  /// The place that holds most of the others' looks.
  ///
  /// - Parameters:
  ///   - density: how many looks each place holds.
  ///   - own: the viewer's own reaches that are counted in it.
  ///   - count: how often the viewer counts.
  /// - Returns: the place.
  func place(
    _ density: [Int32], without own: (Reach, Reach, Reach) = (nowhere, nowhere, nowhere),
    counting count: Int32 = 0
  ) -> Int {
    var (best, most) = (order[0], Int32.min)
    for place in order {
      var others = density[place]
      // Only places that hold more than the best so far can win, whoever is taken away.
      guard others > most else { continue }
      let at = Int8(place)
      for reach in [own.0, own.1, own.2] where reach.x <= at && at <= reach.y { others -= count }
      if others > most { (best, most) = (place, others) }
    }
    return best
  }

  /// Whether the window at a place holds a look; `nil` without a look.
  static func holds(_ place: Int, _ reach: Reach) -> Bool? {
    guard reach.x <= reach.y else { return nil }
    return Int(reach.x) <= place && place <= Int(reach.y)
  }

  /// Which looks of a viewer of the audience the others' windows hold.
  ///
  /// - Parameters:
  ///   - reaches: the viewer's.
  ///   - density: that of all half seconds, the viewer counted in.
  ///   - count: how often the viewer counts.
  /// - Returns: a mark a half second.
  func held(_ reaches: [Reach], _ density: [[Int32]], counting count: Int32) -> [LookMark] {
    reaches.indices.map { bin in
      guard reaches[bin].x <= reaches[bin].y else { return .none }
      let before = bin > 0 ? reaches[bin - 1] : Self.nowhere
      let after = bin + 1 < reaches.count ? reaches[bin + 1] : Self.nowhere
      let place = place(density[bin], without: (before, reaches[bin], after), counting: count)
      return LookMark(Self.holds(place, reaches[bin]))
    }
  }
}

/// What is known of a look.
enum LookMark: UInt8, Sendable {
  case none, lost, held

  init(_ isHeld: Bool?) {
    self = isHeld.map { $0 ? .held : .lost } ?? .none
  }
}
