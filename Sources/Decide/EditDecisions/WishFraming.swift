import Support

package enum WishFraming: Hashable, Sendable {
  /// One crop that follows the audience's gaze.
  case crop
  /// Two crops, one above the other, on the two gaze clusters.
  case stack
  /// A crop that is wider than a vertical one, over a blurred background.
  case wide
  /// The whole frame over a blurred background.
  case fit
  /// The largest possible crop with its left or top edge at these pixels.
  ///
  /// If a coordinate is `nil`, the audience decides it.
  case window(x: Double?, y: Double?)
  /// The largest possible crop, constant within each shot, placed for the best gaze coverage.
  case hold

  /// Whether the wish specifies the position of the crop.
  package var isWindow: Bool { if case .window = self { true } else { false } }
}

extension WishFraming: CustomStringConvertible {
  /// The written form, for example `layout fit`, `x 410` or `hold`.
  package var description: String {
    switch self {
    case .crop: "layout crop"
    case .stack: "layout stack"
    case .wide: "layout wide"
    case .fit: "layout fit"
    case .hold: "hold"
    case .window(let x, let y):
      [("x", x), ("y", y)].compactMap { name, edge in
        edge.map { "\(name) \(JSONText.number($0))" }
      }.joined(separator: " ")
    }
  }
}
