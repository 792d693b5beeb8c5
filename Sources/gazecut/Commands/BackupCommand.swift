import ArgumentParser
import Nightly

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database into a file, also while a night runs.",
    discussion: """
      The copy is whole and needs nothing beside it but gazecut.key, which is not in it: who has \
      both can tell whether a name is among the viewers. Nothing is overwritten.

      EXAMPLES
        gazecut backup /backup/gazecut-$(date +%F).sqlite
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The file to write; nothing may be there.", completion: .file())
  var file: String

  func run() async throws {
    let text = try LibraryBackup(library: global.library()).write(to: file)
    if !global.quiet { print(text) }
  }
}
