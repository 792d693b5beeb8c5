import EditDecisions
import Foundation

@testable import CutLists

/// A timeline that was read from an export, to be compared with the decisions.
///
/// The readers follow the manual of each program and share no code with the writers.
struct ReadTimeline {
  struct Cut {
    var frames: Range<Int>
    var at: Int
    /// Keyframes of each layer that is not blurred, lowest layer first, by frame of the cut.
    var layers: [[Int: FramePlacement]]
  }

  var cuts: [Cut]

  /// Placement of a layer in any frame, interpolated linearly between keyframes.
  static func place(_ keys: [Int: FramePlacement], at frame: Int) -> FramePlacement? {
    let frames = keys.keys.sorted()
    guard let last = frames.last(where: { $0 <= frame }) ?? frames.first else { return nil }
    guard last < frame, let next = frames.first(where: { $0 > frame }), let from = keys[last],
      let to = keys[next]
    else { return keys[last] }
    let share = Double(frame - last) / Double(next - last)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return FramePlacement(
      scale: mix(from.scale, to.scale), x: mix(from.x, to.x), y: mix(from.y, to.y))
  }
}

/// Values that the program would take from its project and from the media file.
struct ReaderSetting {
  var picture: PixelSize
  var canvas: PixelSize
  /// Frame number of the source's first timecode.
  var clock: Int

  var fit: Double {
    min(
      Double(canvas.width) / Double(picture.width), Double(canvas.height) / Double(picture.height))
  }

  /// Placement of a clip without motion.
  var fitted: FramePlacement {
    FramePlacement(scale: fit, x: Double(canvas.width) / 2, y: Double(canvas.height) / 2)
  }
}

struct Unreadable: Error, CustomStringConvertible {
  var description: String
}
