import ArgumentParser
import Foundation
import Nightly

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a library folder with a commented gazecut.yaml.",
    discussion: """
      Nothing that exists is overwritten. Put videos into the folder's videos/; a video's id is \
      its file name without the extension.

      EXAMPLES
        gazecut init                the current folder
        gazecut init ~/library
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(
    help: ArgumentHelp("The folder; made if it is not there.", valueName: "dir"),
    completion: .directory)
  var directory = "."

  func run() async throws {
    let lines = try LibraryFolder.create(at: directory)
    if !global.quiet { lines.forEach { print($0) } }
  }
}
