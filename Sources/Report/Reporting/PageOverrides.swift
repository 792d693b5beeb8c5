import EditDecisions
import Library
import Overrides
import Support
import Workspace

/// The overrides of a video on its page, each with the way to take it back.
struct PageOverrides {
  var video: String
  /// The overrides in gazecut.yaml.
  var given: [Wish]
  /// The overrides in wishes/VIDEO.json, in the order of their numbers.
  var made: [Wish]

  init(video: String, given: [Wish] = [], made: [Wish] = []) {
    (self.video, self.given, self.made) = (video, given, made)
  }

  /// Reads the overrides of a video; without those of a file that cannot be read.
  init(of video: String, in library: LibraryFolder) {
    self.init(
      video: video, given: library.yamlWishes(of: video),
      made: (try? library.wishFile(of: video).read().wishes) ?? [])
  }

  /// The way to take back the rejections of any of these seconds; empty if there are none.
  func undoing(rejectionsIn seconds: Range<Double>) -> [OverrideRemoval] {
    let rejections = (given + made).filter { wish in
      guard case .never(let span) = wish else { return false }
      return span.lowerBound < seconds.upperBound && span.upperBound > seconds.lowerBound
    }
    return rejections.map(removal)
  }

  private func removal(of wish: Wish) -> OverrideRemoval {
    guard let index = made.firstIndex(of: wish) else { return .setting("\(wish)") }
    return .command("gazecut wish \(video) --undo \(index + 1)")
  }
}

/// The way to take an override back.
enum OverrideRemoval: Sendable, Hashable {
  case command(String)
  /// The override is in gazecut.yaml.
  case setting(String)
}
