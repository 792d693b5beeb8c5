/// A kind of file that can be imported.
///
///     guard let format = ImportFormat.named("timeline") else { … }
///     let result = try format.stage("anna.jsonl.gz", ImportOptions(video: "bbb"))
package struct ImportFormat: Sendable {
  /// What a file of a format tells.
  package enum Content: String, Hashable, Sendable, CaseIterable {
    case gaze, emotion, blinks, detections, curve
  }

  /// The word used on the command line.
  package let name: String
  /// What it is, in a line.
  package let summary: String
  /// What it tells.
  package let carries: [Content]
  /// The options of the command line it listens to.
  package let options: [ImportOption]
  /// Whether a file is such a one, by how it begins; where nothing tells, none is.
  var fits: @Sendable (FileHead) -> Bool = { _ in false }
  let reader: @Sendable (FileContext) throws(ImportError) -> StagedResult

  /// The format of a name; `nil` when there is none.
  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// Reads a file, whole or not at all, in flat memory: what is more than a few million samples
  /// waits on disk.
  ///
  /// - Parameters:
  ///   - file: the path, as the user gave it; gzip is unpacked.
  ///   - options: what the user says about it.
  /// - Returns: its sessions, detections or curve.
  /// - Throws: `ImportError`.
  package func stage(_ file: String, _ options: ImportOptions) throws(ImportError) -> StagedResult {
    let context = FileContext(file: file, options: options)
    let result = try reader(context)
    guard case .sessions(var sessions) = result else { return result }
    try context.requireUsable(sessions, of: name)
    let samples = sessions.reduce(0) { $0 + $1.samples.count }
    for index in sessions.indices {
      sessions[index].samplesOfFile = samples
      try context.label(&sessions[index])
    }
    return .sessions(sessions)
  }

  /// Refuses what the user said that this format does not listen to.
  ///
  /// - Throws: `ImportOptionError` that names the options it knows.
  package func check(_ options: ImportOptions) throws(ImportOptionError) {
    let unknown = options.given.subtracting(self.options).map(\.rawValue).sorted()
    guard let first = unknown.first else { return }
    let known = self.options.map { "--\($0.rawValue)" }.joined(separator: " ")
    throw ImportOptionError("the format '\(name)' knows no --\(first); it knows \(known)")
  }
}

extension ImportFormat {
  /// All formats, in order of their names.
  package static let all = [
    arkit, bids, coco, curve, detections, firebase, mot, seetube, seeyoutube, sqlite, table,
    timeline, vision, xdf, yolo,
  ]
}
