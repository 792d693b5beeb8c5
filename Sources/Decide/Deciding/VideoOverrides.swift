package import EditDecisions
import Foundation
package import Overrides
import Support
package import Workspace

/// The overrides of a video, each with the way to take it back.
package struct VideoOverrides {
  var video: String
  var given: [Wish] = []
  /// The overrides in wishes/VIDEO.json, in the order of their numbers.
  var made: [Wish] = []
}

extension VideoOverrides {
  /// Reads the overrides of a video; without those of a file that cannot be read.
  package init(of video: String, in library: LibraryFolder) {
    self.init(
      video: video, given: library.yamlWishes(of: video),
      made: (try? library.wishFile(of: video).read().wishes) ?? [])
  }

  /// The way to take back the rejections of any of these seconds; empty if there are none.
  package func removals(rejectionsIn seconds: Range<Double>) -> [OverrideRemoval] {
    let rejections = (given + made).filter { wish in
      guard let span = wish.forbidden else { return false }
      return span.lowerBound < seconds.upperBound && span.upperBound > seconds.lowerBound
    }
    return rejections.map(removal)
  }

  /// The overrides that changed a moment, in words, each with the way to take it back.
  package func changes(of moment: Moment) -> [(words: String, removal: OverrideRemoval)] {
    let applied = Set((moment.why.wish ?? "").components(separatedBy: "; "))
    return (given + made).holding.filter { wish in
      if case .title(_, let near?) = wish { return moment.start <= near && near < moment.end }
      return applied.contains("\(wish)")
    }.map { (Self.words($0), removal(of: $0)) }
  }

  private static func words(_ wish: Wish) -> String {
    switch wish {
    case .never(let span): "rejected \(PlayTime.text(span))"
    case .always: "approved these seconds"
    case .move(_, let start, let end):
      [start.isLeft ? nil : "start", end.isLeft ? nil : "end"].compactMap(\.self)
        .joined(separator: " and ") + " moved"
    case .frame(_, let look): "framing: \(look)"
    case .title(let line, _): "title: \(line)"
    }
  }

  private func removal(of wish: Wish) -> OverrideRemoval {
    guard let index = made.firstIndex(of: wish) else { return .setting("\(wish)") }
    return .command("gazecut wish \(video) --undo \(index + 1)")
  }
}

package enum OverrideRemoval: Sendable, Hashable {
  case command(String)
  /// The override is in gazecut.yaml.
  case setting(String)
}

extension Moment {
  /// The framing that the user gave the whole clip; `nil` if the audience decided it.
  package var givenFraming: WishFraming? {
    let wishes = (why.wish ?? "").split(separator: "; ").compactMap { try? Wish(text: String($0)) }
    let framings = wishes.compactMap { wish -> WishFraming? in
      switch wish {
      case .frame(.moment(let time), let framing):
        return start <= time && time < end ? framing : nil
      case .frame(.span(let span), let framing):
        // Edges are rounded to frames.
        let isWhole = span.lowerBound < start + 0.05 && span.upperBound > end - 0.05
        return isWhole ? framing : nil
      default: return nil
      }
    }
    return framings.last
  }
}
