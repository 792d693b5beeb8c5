import ArgumentParser
import Foundation
import Nightly

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Why this was, or was not, chosen: the figures behind it.",
    discussion: """
      EXAMPLES
        gazecut explain trip              every moment and the nearest refusals
        gazecut explain trip --at 1:27    that second: who watched, reacted, gathered
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The video's id.")
  var video: String

  @Option(help: ArgumentHelp("A play time, as 1:27 or 87.5.", valueName: "time"))
  var at: String?

  func validate() throws {
    if let at, PlayTime.seconds(at) == nil {
      throw ValidationError("'\(at)' is no play time; write it as 1:27 or 87.5.")
    }
  }

  func run() async throws {
    let explanation = try Explanation(library: try global.library(), video: video)
    let text = try explanation.text(at: at.flatMap(PlayTime.seconds))
    print(text, terminator: "")
  }
}
