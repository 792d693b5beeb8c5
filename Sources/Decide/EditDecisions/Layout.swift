/// The layout of a shot: one crop, a split screen of two, or the frame over a blurred background.
package enum Layout: Hashable, Sendable {
  /// One crop with the aspect ratio of the output.
  case crop([CropKeyframe])
  /// A split screen of two crops, top then bottom, each in half of the output's height.
  case stack([CropKeyframe], [CropKeyframe])
  /// The whole frame, or a wide part of it, over a blurred background.
  case fit

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case crop, stack, fit

    /// Creates a layout from as many crops as it has.
    func layout(_ windows: [[CropKeyframe]]) -> Layout {
      switch self {
      case .crop: .crop(windows[0])
      case .stack: .stack(windows[0], windows[1])
      case .fit: .fit
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .crop: .crop
    case .stack: .stack
    case .fit: .fit
    }
  }

  /// The crops from top to bottom; empty for the layout `fit`.
  package var windows: [[CropKeyframe]] {
    switch self {
    case .crop(let keyframes): [keyframes]
    case .stack(let top, let bottom): [top, bottom]
    case .fit: []
    }
  }

  package var name: String { kind.rawValue }

  /// The same layout with other crops, as many as before.
  package func with(_ windows: [[CropKeyframe]]) -> Layout { kind.layout(windows) }
}

/// A crop at one time, in pixels of the video frame.
///
/// Crops are interpolated linearly between keyframes and constant outside them.
package struct CropKeyframe: Hashable, Sendable {
  package var t: Double
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(t: Double, x: Double, y: Double, width: Double, height: Double) {
    (self.t, self.x, self.y, self.width, self.height) = (t, x, y, width, height)
  }
}

extension [CropKeyframe] {
  /// The interpolated crop at a time; `nil` without keyframes.
  package func window(at time: Double) -> CropKeyframe? {
    let next = firstIndex { $0.t > time } ?? count
    guard let to = next < count ? self[next] : last else { return nil }
    let from = self[Swift.max(0, next - 1)]
    let share = to.t > from.t ? (time - from.t) / (to.t - from.t) : 0
    return CropKeyframe(
      t: time, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share,
      width: from.width + (to.width - from.width) * share,
      height: from.height + (to.height - from.height) * share)
  }

  /// The interpolated crop at a time; an empty area without keyframes.
  package func area(at time: Double) -> FrameArea {
    window(at: time).map(FrameArea.init) ?? FrameArea(x: 0, y: 0, width: 0, height: 0)
  }
}

extension CropKeyframe: JSONDocumentObject {
  static let object = JSONObjectFormat<CropKeyframe>(
    blank: CropKeyframe(t: 0, x: 0, y: 0, width: 0, height: 0),
    fields: [
      Field("t", \.t, .time, "Play time in seconds."),
      Field("x", \.x, .pixels, "Left edge in pixels."),
      Field("y", \.y, .pixels, "Top edge in pixels."),
      Field("width", \.width, .pixels, "Width in pixels."),
      Field("height", \.height, .pixels, "Height in pixels."),
    ])
}
