import ArgumentParser
import Foundation
import Support
import Upkeep
import Workspace

struct MarkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark", abstract: "Note that a clip was published.",
    discussion: """
      gazecut uploads nothing. After you publish a clip, note it here, so that nobody publishes it twice. \
      `gazecut status VIDEO`, the report and index.json then show date and place. They also show it for a \
      later clip with mostly the same seconds. A clip can be published in several places. Marking a clip \
      changes nothing else: it is replaced and archived like any other clip.

      EXAMPLES
        # published here
        gazecut mark trip-7f3a2c0011 published --where https://example.org/watch/1

        # published somewhere
        gazecut mark trip-7f3a2c0011 published

        # removed from one place, or from all
        gazecut mark trip-7f3a2c0011 unpublished --where https://example.org/watch/1
        gazecut mark trip-7f3a2c0011 unpublished
      """)

  enum PublicationMark: String, ExpressibleByArgument, CaseIterable { case published, unpublished }

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The clip ID, see `gazecut status VIDEO`.") var id: String
  @Argument(help: "published, or unpublished to undo it.") var mark: PublicationMark

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Where the clip was published, for example its URL.", valueName: "url"))
  var place: String?

  func validate() throws {
    guard let place else { return }
    guard !place.isEmpty, place.count <= 2000,
      place.rangeOfCharacter(from: .controlCharacters) == nil
    else { throw ValidationError("--where takes one line of at most 2000 characters.") }
  }

  func run() async throws {
    let marks = try PublicationRecorder(library: global.library()) {
      StandardStreams.log($0 + "\n")
    }
    let text = try marks.mark(id, isPublished: mark == .published, place: place)
    if !global.quiet { print(text) }
  }
}
