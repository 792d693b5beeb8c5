/// A wish as it is typed: its seconds, or the number of a moment.
package struct WishDraft: Sendable {
  private let kind: String
  private let target: String
  private let rest: String

  /// Takes the words of a command.
  ///
  /// - Parameters:
  ///   - kind: never, always, move, frame or title.
  ///   - target: a play time, a stretch of it, or the number of a moment as a table shows it; the
  ///     line of a title of all clips.
  ///   - rest: what follows in the written form, as `start -2`, or the line of one clip.
  /// - Throws: `WishProblem` for what can be no wish, whatever the video.
  package init(_ kind: String, _ target: String, rest: String) throws(WishProblem) {
    (self.kind, self.target, self.rest) = (kind, target, rest)
    // What stands before a line, and the line itself, are told apart by the words of the command.
    if kind == "title", rank == nil,
      case .title(_, let near) = try Wish(text: text(at: target)), (near == nil) != rest.isEmpty
    {
      throw WishProblem(
        rest.isEmpty
          ? "title: a line of all clips does not begin with a play time"
          : "title: '\(target)' is no play time and no moment's number; write 1:27 or 2 before "
            + "the line, or all of it in quotes")
    }
    guard rank != nil else {
      _ = try Wish(text: text(at: target))
      return
    }
    // A moment's number has no seconds yet: any will do, and the words name the number.
    let any = "0:01"
    do {
      _ = try Wish(text: text(at: any))
    } catch {
      throw WishProblem("\(error)".replacing(any, with: target))
    }
  }

  private func text(at place: String) -> String {
    [kind, place, rest].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The number of a moment; `nil` for play times.
  private var rank: Int? {
    kind == "move" || kind == "frame" || (kind == "title" && !rest.isEmpty) ? Int(target) : nil
  }

  /// A moment is known by the middle of its evidence, which more evidence hardly moves.
  package func wish(in document: DecisionDocument) throws(WishProblem) -> Wish {
    var place = target
    if let rank {
      guard let moment = document.moments.first(where: { $0.rank == rank }) else {
        throw WishProblem("there is no moment \(rank): \(Self.known(document))")
      }
      let low = max(moment.start, moment.coreStart)
      let middle = (low + max(low, min(moment.end, moment.coreEnd))) / 2
      place = PlayTime.text(Rounding.span(middle))
    }
    let wish = try Wish(text: text(at: place))
    if let problem = Self.misfit(of: wish, in: document) {
      throw WishProblem(problem)
    }
    return wish
  }

  /// Why a wish would change nothing; `nil` where it may.
  ///
  /// Its moment is not there, or is a person's own, whose ends stay.
  package static func misfit(of wish: Wish, in document: DecisionDocument) -> String? {
    let near: Double? =
      switch wish {
      case .move(let near, _, _): near
      case .title(_, let near): near
      default: nil
      }
    guard let near else { return nil }
    guard let moment = document.moments.first(where: { $0.start <= near && near < $0.end }) else {
      return "no moment holds \(PlayTime.text(near)): \(known(document))"
    }
    guard case .move = wish, moment.why.isByPerson else { return nil }
    return "moment \(moment.rank) is a person's own seconds, whose ends stay; take "
      + "'\(moment.why.wish ?? "")' back, and wish others"
  }

  private static func known(_ document: DecisionDocument) -> String {
    let spans = document.moments.sorted { $0.rank < $1.rank }.map {
      "\($0.rank) at \(PlayTime.text($0.start, $0.end))"
    }
    return spans.isEmpty ? "there is none" : "there are " + spans.joined(separator: ", ")
  }
}
