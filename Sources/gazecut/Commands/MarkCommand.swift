import ArgumentParser
import Failures
import Foundation
import Upkeep
import Workspace

struct MarkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Note that a clip was published, so that nobody posts it twice.",
    discussion: """
      gazecut uploads nothing; whoever does says so here. The video's page, `gazecut status VIDEO` \
      and index.json then tell when and where, also of a later clip that shows most of the same \
      seconds, and after this one is retired. A clip may be published in several places: \
      unpublished takes back all of them, or with --where that one. A further shape has an id of its \
      own. Nothing else follows from it: the clip lives and is retired as any other.

      EXAMPLES
        gazecut mark trip-7f3a2c0011 published --where https://example.org/watch/1
        gazecut mark trip-7f3a2c0011 published
        gazecut mark trip-7f3a2c0011 unpublished --where https://example.org/watch/1
        gazecut mark trip-7f3a2c0011 unpublished
      """)

  /// What a clip is marked as.
  enum Mark: String, ExpressibleByArgument, CaseIterable { case published, unpublished }

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The clip's id, as `gazecut status VIDEO` lists it.")
  var id: String

  @Argument(help: "published, or unpublished to take it back.")
  var mark: Mark

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Where it is to be found, or no longer is, a line.", valueName: "url"))
  var place: String?

  func validate() throws {
    guard let place else { return }
    guard !place.isEmpty, place.count <= 2000,
      place.rangeOfCharacter(from: .controlCharacters) == nil
    else { throw ValidationError("--where takes one line of at most 2000 characters.") }
  }

  func run() async throws {
    let marks = try ClipMark(library: global.library()) { StandardStreams.log($0 + "\n") }
    let text = try marks.mark(id, isPublished: mark == .published, place: place)
    if !global.quiet { print(text) }
  }
}
