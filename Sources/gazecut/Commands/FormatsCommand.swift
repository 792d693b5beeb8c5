import ArgumentParser
import Nightly

struct FormatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List what can be imported, a line each: name, purpose, [what it carries], options.",
    discussion: """
      gazecut import FORMAT --help explains a format, gazecut import table --preset NAME --help \
      a preset. A preset is a data file: show one, save it, change it, and give it to \
      gazecut import table --preset-file FILE.

      EXAMPLES
        gazecut formats
        gazecut import arkit --help
        gazecut formats show tobii > ours.json
      """,
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List formats and presets.", shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    func run() async throws { FormatList.lines.forEach { print($0) } }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print a preset of table, to copy and change.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The preset's name.")
    var preset: String

    func run() async throws { print(try FormatList.text(ofPreset: preset)) }
  }
}
