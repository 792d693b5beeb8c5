/// What fills the output: windows one above the other, each as high as the next, or the picture
/// over its own blur.
package enum Layout: Hashable, Sendable {
  /// One window of the output's shape.
  case crop([Keyframe])
  /// Two windows, top then bottom, each of the shape of half the output's height.
  case stack([Keyframe], [Keyframe])
  /// The whole picture, or a part of it that is wider than a window, over its own blur.
  case fit

  /// The layouts by their words in files and settings.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case crop, stack, fit

    var summary: String {
      switch self {
      case .crop: "one window of the output's shape"
      case .stack: "two windows, top then bottom, each half the output's height"
      case .fit: "the whole picture, or a wide part of it, over its own blur"
      }
    }

    var windowCount: Int {
      switch self {
      case .crop: 1
      case .stack: 2
      case .fit: 0
      }
    }

    /// The layout of as many windows as it has.
    func layout(_ windows: [[Keyframe]]) -> Layout {
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

  /// The windows from top to bottom; none where the whole picture is shown.
  package var windows: [[Keyframe]] {
    switch self {
    case .crop(let keyframes): [keyframes]
    case .stack(let top, let bottom): [top, bottom]
    case .fit: []
    }
  }

  /// The word used in files and settings.
  package var name: String { kind.rawValue }

  /// The same layout with other windows, as many as it has.
  package func with(_ windows: [[Keyframe]]) -> Layout { kind.layout(windows) }
}

/// Where a window is at one time, in picture pixels; linear between keyframes, held outside them.
package struct Keyframe: Hashable, Sendable {
  /// Play time, seconds.
  package var t: Double
  /// Left edge, pixels.
  package var x: Double
  /// Top edge, pixels.
  package var y: Double
  /// Width, pixels.
  package var width: Double
  /// Height, pixels.
  package var height: Double

  package init(t: Double, x: Double, y: Double, width: Double, height: Double) {
    self.t = t
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension [Keyframe] {
  /// The window at a time, which is its own: linear between keyframes, held outside them; `nil`
  /// without keyframes.
  package func window(at time: Double) -> Keyframe? {
    let next = firstIndex { $0.t > time } ?? count
    guard let to = next < count ? self[next] : last else { return nil }
    let from = self[Swift.max(0, next - 1)]
    let share = to.t > from.t ? (time - from.t) / (to.t - from.t) : 0
    return Keyframe(
      t: time, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share,
      width: from.width + (to.width - from.width) * share,
      height: from.height + (to.height - from.height) * share)
  }
}
