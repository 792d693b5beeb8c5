package import Support

extension DocumentSchema {
  /// The schema of the edit decisions of a video.
  package static let decisions = DocumentSchema(
    "decisions", "the edit decisions of a video (decisions.json, run --dry-run --format json)",
    DecisionDocument.object.schema)
  /// The schema of the metadata next to a short.
  package static let clip = DocumentSchema(
    "clip", "the metadata next to a short (ID.json)", ShortSidecar.object.schema)
  /// The schema of the metadata next to the highlight reel.
  package static let reel = DocumentSchema(
    "reel", "the metadata next to the highlight reel (highlights.json)", ReelSidecar.object.schema)
  /// The schema of the index of clips.
  package static let index = DocumentSchema(
    "index", "the index of a video's clips (index.json)", ClipIndex.object.schema)

  /// The schemas of decisions and of the files next to clips.
  package static let decided = [decisions, clip, reel, index]

  /// The schema of a framing by itself, as it stands in a job.
  package static var framing: SchemaNode { Framing.object.schema }
}
