/// A file format that can be imported.
///
///     guard let format = ImportFormat.named("timeline") else { … }
///     let result = try format.stage("anna.jsonl.gz", ImportOptions(video: "bbb"))
package struct ImportFormat: Sendable {
  package enum Content: String, Hashable, Sendable, CaseIterable {
    case gaze, emotion, blinks, detections, curve
  }

  package let name: String
  package let summary: String
  /// The kinds of data that the format can contain.
  package let carries: [Content]
  /// The command-line options that the format accepts.
  package let options: [ImportOption]
  /// Whether the beginning of a file has this format; `false` for formats that cannot be detected.
  var fits: @Sendable (FileSignature) -> Bool = { _ in false }
  let reader: @Sendable (ImportContext) throws(ImportError) -> StagedResult

  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// Reads a complete file; memory use is limited by a temporary file for samples.
  ///
  /// Compressed files (gzip) are decompressed. `file` is the path as the user typed it.
  package func stage(_ file: String, _ options: ImportOptions) throws(ImportError) -> StagedResult {
    let context = ImportContext(file: file, options: options)
    let result = try reader(context)
    guard case .sessions(var sessions) = result else { return result }
    try context.requireUsableSamples(sessions, of: name)
    let samples = sessions.reduce(0) { $0 + $1.samples.count }
    for index in sessions.indices {
      sessions[index].samplesOfFile = samples
      try context.label(&sessions[index])
    }
    return .sessions(sessions)
  }

  /// Throws `ImportOptionError` if the user gave an option that this format does not accept.
  package func check(_ options: ImportOptions) throws(ImportOptionError) {
    let unknown = options.given.subtracting(self.options).map(\.rawValue).sorted()
    guard let first = unknown.first else { return }
    let known = self.options.map { "--\($0.rawValue)" }.joined(separator: " ")
    throw ImportOptionError(
      "the format '\(name)' has no option --\(first); its options are \(known)")
  }

  /// All formats, sorted by name.
  package static let all = [
    arkit, bids, coco, curve, detections, firebase, mot, seetube, seeyoutube, sqlite, table,
    timeline, vision, xdf, yolo,
  ]
}
