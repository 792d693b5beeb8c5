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

  @Argument(
    help: "Which document.", completion: .list(DocumentSchema.allCases.map(\.rawValue)),
    transform: document)
  var name: DocumentSchema

  func run() async throws { print(name.text) }

  private static func document(_ name: String) throws -> DocumentSchema {
    guard let document = DocumentSchema(rawValue: name) else {
      let names = DocumentSchema.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("there is no schema '\(name)'; known are \(names)")
    }
    return document
  }
}
