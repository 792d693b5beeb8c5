import EditDecisions
import Foundation
import Library
import Overrides
import Support
import Workspace

extension WishEditor {
  /// Wishes a retired clip back: just its seconds, shown as it showed them where a wish can say so.
  ///
  /// - Parameters:
  ///   - id: the clip's; its video's name may be left out.
  ///   - dryRun: whether nothing is written.
  /// - Returns: what that changes.
  /// - Throws: `CommandFailure` 66 for a clip that was never retired, or is not told any more, 65
  ///   for one that is there, and for seconds that other wishes hold.
  func restore(_ id: String, _ dryRun: Bool) async throws -> String {
    let book = try file.read()
    let made = book.wishes
    let retired = try ArchivedClips(
      video: video, files: library.clipFiles(of: video), clips: database.clips(of: video)
    ).find(id)
    let span = retired.start...max(retired.start, retired.end)
    let always = Wish.always(span)
    if let problem = WishCheck.problems(given + made + [always]).first {
      throw CommandFailure(.badData, "\(problem)" + advice(against: always, made))
    }
    let before = try await decisions(made)
    if let same = before.moments.first(where: { retired.isShown(by: $0) }) {
      throw CommandFailure(
        .badData,
        "'\(retired.clip.id)' showed what '\(same.id)' shows now, with other settings or another "
          + "title; those bring it back, and no wish for its seconds")
    }
    let isShownOtherwise = before.moments.contains { $0.start...$0.end == span }
    if isShownOtherwise, let wish = (given + made).first(showing: span) {
      throw CommandFailure(
        .badData,
        "the seconds of '\(retired.clip.id)' are there, shown as '\(wish)' says"
          + advice(takingBack: wish, made))
    }
    var wishes = [always]
    for wish in retired.framing?.wishes(inPictureOf: before.video.width, before.video.height) ?? []
    {
      // Where a person has said since how seconds are shown, that stands.
      let all = given + made + wishes + [wish]
      if WishCheck.problems(all).isEmpty { wishes.append(wish) }
    }
    return try await add(wishes, to: book, before, dryRun)
  }

  /// How the wish that is in the way is taken back; empty where none is.
  func advice(against wish: Wish, _ made: [Wish]) -> String {
    guard WishCheck.problems([wish]).isEmpty else { return "" }
    let others = made + given
    let earlier = others.first { !WishCheck.problems([$0, wish]).isEmpty }
    return earlier.map { advice(takingBack: $0, made) } ?? ""
  }

  private func advice(takingBack wish: Wish, _ made: [Wish]) -> String {
    guard let index = made.firstIndex(of: wish) else {
      return "; take it out of gazecut.yaml first"
    }
    return "; `gazecut wish \(video) --undo \(index + 1)` takes the earlier one back"
  }
}

extension [Wish] {
  /// The first that says how some seconds are shown; `nil` where none does.
  fileprivate func first(showing span: ClosedRange<Double>) -> Wish? {
    first { wish in
      switch wish {
      case .frame(.span(let wished), _): wished.overlaps(span)
      case .frame(.moment(let near), _): span.contains(near)
      case .never, .always, .move, .title: false
      }
    }
  }
}
