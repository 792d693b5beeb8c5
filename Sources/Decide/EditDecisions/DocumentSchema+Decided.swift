package import Support

extension DocumentSchema {
  package static let decisions = DocumentSchema(
    "decisions", "the edit decisions of a video (decisions.json, run --dry-run --format json)",
    DecisionDocument.object.schema)
  package static let clip = DocumentSchema(
    "clip", "the metadata next to a short (ID.json)", ShortSidecar.object.schema)
  package static let reel = DocumentSchema(
    "reel", "the metadata next to the highlight reel (highlights.json)", ReelSidecar.object.schema)
  package static let index = DocumentSchema(
    "index", "the index of a video's clips (index.json)", ClipIndex.object.schema)

  package static let decided = [decisions, clip, reel, index]

  /// The schema of a framing alone, as part of a job.
  package static var framing: JSONSchemaNode { Framing.object.schema }
}
