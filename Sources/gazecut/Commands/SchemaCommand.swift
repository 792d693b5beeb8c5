import ArgumentParser
import EditDecisions

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a document that gazecut writes.",
    discussion: """
      Editors that know JSON Schema check a document while it is written, and complete its keys.

      DOCUMENTS
      \(DocumentSchema.allCases.map { "  \($0.rawValue)\t\($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        gazecut schema decisions > decisions.schema.json
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "Which document.")
  var name: DocumentSchema

  func run() async throws { print(name.text) }
}

extension DocumentSchema: ExpressibleByArgument {}
