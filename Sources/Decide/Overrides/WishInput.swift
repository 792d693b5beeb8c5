package import EditDecisions
import Support

/// A wish as the user typed it: with its seconds, or with the number or clip ID of a moment.
package struct WishInput: Sendable {
  private let kind: String
  private let target: String
  private let rest: String

  /// Checks the words of a command: throws `WishProblem` if they are not a wish for any video.
  ///
  /// `target` is a play time, a time range, or the number or ID of a moment; for the title of all
  /// clips, the title itself. `rest` is for example `start -2`, or the title of one clip.
  package init(_ kind: String, _ target: String, rest: String) throws(WishProblem) {
    (self.kind, self.target, self.rest) = (kind, target, rest)
    // The number of arguments decides whether a word is a time or part of the title, not its form.
    if kind == "title", rank == nil,
      case .title(_, let near) = try Wish(text: text(at: target)), (near == nil) != rest.isEmpty
    {
      throw WishProblem(
        rest.isEmpty
          ? "title: the title of all clips cannot begin with a play time"
          : "title: '\(target)' is not a play time or the number of a moment; write for example "
            + "1:27 or 2 before the title, or put the whole title in quotes")
    }
    guard isMoment else {
      _ = try Wish(text: text(at: target))
      return
    }
    // The play time of a moment is not known yet, so check with an arbitrary time.
    let any = isSpan ? "0:01-0:02" : "0:01"
    do {
      _ = try Wish(text: text(at: any))
    } catch {
      throw WishProblem("\(error)".replacing(any, with: target))
    }
  }

  private func text(at place: String) -> String {
    [kind, place, rest].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The number of a moment; `nil` for play times and IDs.
  private var rank: Int? { kind != "title" || !rest.isEmpty ? Int(target) : nil }

  /// Whether the target is a clip ID or the end of one, as printed by `gazecut status VIDEO`.
  private var isID: Bool {
    kind != "title" && target.wholeMatch(of: /(?:[A-Za-z0-9_.-]+-)?[0-9a-f]{10}/) != nil
      && PlayTime.window(target) == nil && PlayTime.seconds(target) == nil
  }

  private var isMoment: Bool { rank != nil || isID }

  /// Whether the wish is about a time range instead of a time in a moment.
  private var isSpan: Bool { kind == "never" || kind == "always" }

  /// The wish if its seconds were typed; `nil` for a moment, because its seconds are in a document.
  package var typed: Wish? { isMoment ? nil : try? Wish(text: text(at: target)) }

  /// Creates the wish.
  ///
  /// The number or ID of a moment is replaced by the middle of its core, which new viewers hardly
  /// change.
  package func wish(in document: DecisionDocument) throws(WishProblem) -> Wish {
    var place = target
    if isMoment {
      let found = document.moments.first {
        $0.rank == rank || isID && ($0.id == target || $0.id.hasSuffix("-" + target))
      }
      guard let moment = found else {
        throw WishProblem("there is no moment \(target): \(Self.listOfMoments(document))")
      }
      let low = max(moment.start, moment.coreStart)
      let middle = (low + max(low, min(moment.end, moment.coreEnd))) / 2
      place =
        isSpan ? PlayTime.text(moment.start, moment.end) : PlayTime.text(Rounding.span(middle))
    }
    let wish = try Wish(text: text(at: place))
    if let problem = Self.reasonForNoEffect(of: wish, in: document) {
      throw WishProblem(problem)
    }
    return wish
  }

  /// The reason why a wish would have no effect; `nil` if it has one.
  ///
  /// Either no moment is at its play time, or the user chose that moment's times.
  package static func reasonForNoEffect(of wish: Wish, in document: DecisionDocument) -> String? {
    let near: Double? =
      switch wish {
      case .move(let near, _, _): near
      case .title(_, let near): near
      default: nil
      }
    guard let near else { return nil }
    guard let moment = document.moments.first(where: { $0.start <= near && near < $0.end }) else {
      return "no moment contains \(PlayTime.text(near)): \(listOfMoments(document))"
    }
    guard case .move(_, let start, let end) = wish else { return nil }
    guard moment.why.isChosenByPerson else {
      let edges = (start.place(from: moment.start), end.place(from: moment.end))
      return reasonForImpossibleTimes(edges.0, edges.1, moment, document)
    }
    let origin = moment.why.wish.map { "'\($0)': undo this wish" } ?? "regenerate: unpin the video"
    return "the times of moment \(moment.rank) were chosen with \(origin) to change them"
  }

  /// The reason why a moment cannot start and end there; `nil` if it can.
  private static func reasonForImpossibleTimes(
    _ start: Double, _ end: Double, _ moment: Moment, _ document: DecisionDocument
  ) -> String? {
    let span = "moment \(moment.rank) is \(PlayTime.shown(moment.start, moment.end))"
    let duration = document.video.duration
    if start < 0 {
      return "\(span), so its start can move to the beginning of the video at most, "
        + "\(Rounding.text(moment.start, decimals: 1)) s earlier"
    }
    if end > duration + WishCheck.tolerance {
      return "\(span), so its end can move to the end of the video at most, "
        + "\(Rounding.text(max(0, duration - moment.end), decimals: 1)) s later"
    }
    guard end > start else { return "\(span), and would end before it starts" }
    return nil
  }

  private static func listOfMoments(_ document: DecisionDocument) -> String {
    let spans = document.moments.sorted { $0.rank < $1.rank }.map {
      "\($0.rank) at \(PlayTime.text($0.start, $0.end))"
    }
    return spans.isEmpty ? "there are no moments" : "there are " + spans.joined(separator: ", ")
  }
}
