import EditDecisions
import Failures
import Framing
import Media
import Settings

extension DecisionMaker {
  /// Refuses wishes that this video cannot fulfil, whatever its audience does.
  ///
  /// - Throws: `CommandFailure` 65.
  func requireWishes() throws {
    if let problem = WishCheck.problems(wishes, duration: source.info.duration).first {
      throw CommandFailure(
        .badData,
        "\(problem) (`gazecut wish \(video) --list` numbers the wishes, `--undo N` takes one back)")
    }
    let (width, height) = (source.info.video.width, source.info.video.height)
    let room = settings.framing.room(inPictureOf: width, height)
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

  /// Titles of moments that a person wishes, with a play time of each.
  var lines: [(near: Double, line: String)] {
    wishes.compactMap { wish in
      guard case .title(let line, let near?) = wish else { return nil }
      return (near, line)
    }
  }

  /// A wish of framing, with the seconds of a moment in which it holds.
  struct WishedFraming {
    var wish: Wish
    /// What it asks of the framing, in seconds of the clip.
    var seconds: FramingWish
  }

  /// What a person wishes of how a moment is shown.
  ///
  /// - Parameters:
  ///   - start: the moment's first frame, seconds.
  ///   - end: its end, seconds.
  /// - Returns: in the order of the wishes; none that the moment does not show.
  func wishedFraming(from start: Double, to end: Double) -> [WishedFraming] {
    wishes.holding.compactMap { wish in
      guard case .frame(let place, let look) = wish else { return nil }
      let seconds: (start: Double, end: Double)
      switch place {
      case .moment(let time):
        guard start <= time, time < end else { return nil }
        seconds = (start, end)
      case .span(let span):
        let first = max(start, source.frameTime(nearest: span.lowerBound))
        seconds = (first, min(end, source.frameTime(nearest: span.upperBound)))
      }
      guard seconds.start < seconds.end else { return nil }
      return WishedFraming(
        wish: wish, seconds: FramingWish(start: seconds.start, end: seconds.end, look: look))
    }
  }
}
