import ArgumentParser
import Reporting

struct CiteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cite", abstract: "Print facts for the methods section of a paper.",
    discussion: """
      The JSON contains versions, the numbers of viewers, sessions and samples per format, ignored data and \
      the reasons, warnings of imports, all settings that change what is cut, and a definition of each \
      setting and each column of `explain --series`. It names no viewer.

      EXAMPLES
        # everything
        gazecut cite trip > methods.json

        # the audience
        gazecut cite trip | jq .audience

        # definitions of all figures
        gazecut cite trip | jq -r '.definitions[] | "\\(.name): \\(.meaning)"'
      """)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The video ID.") var video: String

  func run() async throws {
    let report = try StatusReport(library: global.library())
    print(try report.methods(of: video, defines: true), terminator: "")
  }
}
