/// The documents whose form can be printed as JSON Schema.
package enum DocumentSchema: String, CaseIterable, Sendable {
  case decisions, clip, reel, index, wishes

  /// What it describes, in a line.
  package var summary: String {
    switch self {
    case .decisions: "the edit decisions of a video (decisions.json, run --dry-run --format json)"
    case .clip: "the record beside a short (ID.json)"
    case .reel: "the record beside the reel (highlights.json)"
    case .index: "the clips of a video by names that stay (index.json)"
    case .wishes: "a person's wishes of a video (wishes/VIDEO.json)"
    }
  }

  /// The schema of a framing by itself, as it stands in a job.
  package static var framing: String { Framing.object.schema.printed() }

  /// The schema (draft 2020-12), on lines for a person to read; no line end.
  ///
  /// It follows from the fields that write and read the document.
  package var text: String {
    let body =
      switch self {
      case .decisions: DecisionDocument.object.schema
      case .clip: ShortRecord.object.schema
      case .reel: ReelRecord.object.schema
      case .index: ClipIndex.object.schema
      case .wishes: WishDocument.object.schema
      }
    let head = SchemaNode.object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("gazecut: \(summary)")),
    ])
    return head.joined(with: body).printed()
  }
}
