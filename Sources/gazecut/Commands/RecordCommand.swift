import ArgumentParser
import Nightly

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Take what a plan's jobs rendered into the library.",
    discussion: """
      Clips, posters and reels move to their places, what is no longer decided is retired, the \
      decisions and the night are noted. What failed is named and stays due, as does what is not \
      rendered yet (exit 3): work again, and record again. A video that was changed since it was \
      planned, by another run, a person or an erasure, is left as it is.

      EXAMPLES
        gazecut record /shared/tonight
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The folder that `gazecut plan --to` wrote.", completion: .directory)
  var folder: String

  func run() async throws {
    let folder = folder
    try await NightRunner(global: global).run(prints: !global.quiet) {
      try await $0.record(folder, output: $1)
    }
  }
}
