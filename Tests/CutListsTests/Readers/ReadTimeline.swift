import EditDecisions
import Foundation

@testable import CutLists

/// A timeline as a reader understood it, to be compared with the decisions.
///
/// The readers share no code with the writers: each goes by its program's manual.
struct ReadTimeline {
  struct Cut {
    var frames: Range<Int>
    var at: Int
    /// Of each layer that is not blurred, lowest first, where the picture lies at frames of the
    /// cut.
    var layers: [[Int: FramePlacement]]
  }

  var cuts: [Cut]

  /// Where a layer lies at any frame: linear between keys.
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

/// What every reader is told beside the document: what the program would read off the media.
struct ReaderSetting {
  var picture: PixelSize
  var canvas: PixelSize
  /// The number of the source's first frame on its clock.
  var clock: Int

  var fit: Double {
    min(
      Double(canvas.width) / Double(picture.width), Double(canvas.height) / Double(picture.height))
  }

  /// A clip that nobody moved.
  var fitted: FramePlacement {
    FramePlacement(scale: fit, x: Double(canvas.width) / 2, y: Double(canvas.height) / 2)
  }
}

struct Unreadable: Error, CustomStringConvertible {
  var description: String
}
