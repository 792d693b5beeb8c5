import ArgumentParser
import EditDecisions
import Nightly

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a document that gazecut writes.",
    discussion: """
      Editors that know JSON Schema check a document while it is written, and complete its keys.

      DOCUMENTS
      \(all.map { "  \($0.name)\t\($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        gazecut schema decisions > decisions.schema.json
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: "Which document.", completion: .list(all.map(\.name)), transform: document)
  var name: SchemaText

  func run() async throws { print(name.text) }

  /// A schema to print.
  struct SchemaText: Sendable {
    let name: String
    let summary: String
    let text: String
  }

  private static var all: [SchemaText] {
    DocumentSchema.allCases.map {
      SchemaText(name: $0.rawValue, summary: $0.summary, text: $0.text)
    } + [
      SchemaText(
        name: ExplanationSchema.name, summary: ExplanationSchema.summary,
        text: ExplanationSchema.text)
    ]
      + PlanSchema.allCases.map {
        SchemaText(name: $0.rawValue, summary: $0.summary, text: $0.text)
      }
  }

  private static func document(_ name: String) throws -> SchemaText {
    guard let document = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no schema '\(name)'; known are \(names)")
    }
    return document
  }
}
