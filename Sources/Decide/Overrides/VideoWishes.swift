package import EditDecisions
package import Framing
import Support

/// The wishes for one video, on its frames and in its picture.
package struct VideoWishes {
  private let wishes: [Wish]
  private let video: String
  private let picture: (width: Int, height: Int)
  private let duration: Double
  /// Returns the time of the frame nearest to a play time, in seconds.
  private let frameTime: (Double) -> Double

  package init(
    _ wishes: [Wish], video: String, picture: (width: Int, height: Int), duration: Double,
    frameTime: @escaping (Double) -> Double
  ) {
    (self.wishes, self.video, self.picture) = (wishes, video, picture)
    (self.duration, self.frameTime) = (duration, frameTime)
  }

  /// Throws `CommandFailure` 65 for a wish that this video can never fulfil.
  package func requirePossible(_ settings: FramingSettings) throws {
    let problems = WishCheck.problems(wishes, duration: duration).map { "\($0)" }
    if let problem = problems.first ?? flash.map({ "'\($0)' is shorter than a frame" }) {
      throw CommandFailure(
        .badData,
        "\(problem) (`gazecut wish \(video) --list` prints the numbers for `--undo N`; the others "
          + "are in gazecut.yaml)")
    }
    let (width, height) = picture
    let room = settings.room(inPictureOf: width, height)
    for case (let wish, .frame(_, .window(let x, let y))) in zip(wishes, wishes) {
      for (name, edge, most) in [("x", x, room.x), ("y", y, room.y)] {
        guard let edge, edge > most + 0.05 else { continue }
        throw CommandFailure(
          .badData,
          "'\(wish)' is outside the picture of \(width)x\(height): a window's \(name) is from 0 to "
            + Rounding.text(most, decimals: 1))
      }
    }
  }

  /// A wish for a clip that would have no frame; `nil` if there is none.
  private var flash: Wish? {
    wishes.first { wish in
      wish.demanded.map { frameTime($0.upperBound) <= frameTime($0.lowerBound) } ?? false
    }
  }

  /// Ranges that no clip may show, in seconds (`never`).
  package var forbidden: [Range<Double>] {
    wishes.compactMap(\.forbidden).map { $0.lowerBound..<$0.upperBound }
  }

  /// Titles of single moments, with a play time of each.
  package var titles: [(near: Double, line: String)] {
    wishes.compactMap { wish in
      guard case .title(let line, let near?) = wish else { return nil }
      return (near, line)
    }
  }

  /// The framing wishes for a clip, in order, each with the seconds of the clip that it concerns.
  package func framing(from start: Double, to end: Double) -> [(wish: Wish, seconds: FramingWish)] {
    wishes.holding.compactMap { wish in
      guard case .frame(let place, let look) = wish else { return nil }
      let seconds: (start: Double, end: Double)
      switch place {
      case .moment(let time):
        guard start <= time, time < end else { return nil }
        seconds = (start, end)
      case .span(let span):
        seconds = (max(start, frameTime(span.lowerBound)), min(end, frameTime(span.upperBound)))
      }
      guard seconds.start < seconds.end else { return nil }
      return (wish, FramingWish(start: seconds.start, end: seconds.end, look: look))
    }
  }
}
