/// A file format that can be imported.
///
///     guard let format = ImportFormat.named("timeline") else { … }
///     let result = try format.stage("anna.jsonl.gz", ImportOptions(video: "bbb"))
package struct ImportFormat: Sendable {
  /// The kinds of data that a file of a format can contain.
  package enum Content: String, Hashable, Sendable, CaseIterable {
    case gaze, emotion, blinks, detections, curve
  }

  /// The name on the command line.
  package let name: String
  /// A description in one line.
  package let summary: String
  /// The kinds of data that the format can contain.
  package let carries: [Content]
  /// The command-line options that the format accepts.
  package let options: [ImportOption]
  /// Whether a file has this format, judged by its beginning.
  ///
  /// `false` for formats that cannot be detected.
  var fits: @Sendable (FileSignature) -> Bool = { _ in false }
  let reader: @Sendable (ImportContext) throws(ImportError) -> StagedResult

  /// Returns the format with a name.
  ///
  /// `nil` if there is none.
  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// Reads a file completely, or throws.
  ///
  /// Memory is bounded: more than a few million samples are kept in a temporary file.
  ///
  /// - Parameters:
  ///   - file: the path as the user typed it. Gzip is unpacked.
  ///   - options: the import options.
  /// - Returns: the sessions, detections or curve of the file.
  /// - Throws: `ImportError`.
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

  /// Throws if the user gave an option that this format does not accept.
  ///
  /// - Throws: `ImportOptionError` that lists the accepted options.
  package func check(_ options: ImportOptions) throws(ImportOptionError) {
    let unknown = options.given.subtracting(self.options).map(\.rawValue).sorted()
    guard let first = unknown.first else { return }
    let known = self.options.map { "--\($0.rawValue)" }.joined(separator: " ")
    throw ImportOptionError(
      "the format '\(name)' has no option --\(first); its options are \(known)")
  }
}

extension ImportFormat {
  /// All formats, sorted by name.
  package static let all = [
    arkit, bids, coco, curve, detections, firebase, mot, seetube, seeyoutube, sqlite, table,
    timeline, vision, xdf, yolo,
  ]
}
