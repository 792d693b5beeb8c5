/// A kind of file that can be imported.
///
///     guard let format = ImportFormat.named("timeline") else { … }
///     let result = try format.read("anna.jsonl.gz", ImportOptions(video: "bbb"))
public struct ImportFormat: Sendable {
  /// What a file of a format tells.
  public enum Content: String, Hashable, Sendable, CaseIterable {
    case gaze, emotion, detections
  }

  /// The word used on the command line.
  public let name: String
  /// What it is, in a line.
  public let summary: String
  /// What it tells.
  public let carries: [Content]
  /// The options of the command line it listens to, without their dashes.
  public let options: [String]
  let reader: @Sendable (String, ImportOptions) throws(ImportError) -> ImportResult

  /// All formats, in order of their names.
  public static let all = [detections, seetube, timeline]

  /// The format of a name; `nil` when there is none.
  public static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// Reads a file, whole or not at all.
  ///
  /// - Parameters:
  ///   - file: the path, as the user gave it; gzip is unpacked.
  ///   - options: what the user says about it.
  /// - Returns: its sessions or detections.
  /// - Throws: `ImportError`.
  public func read(_ file: String, _ options: ImportOptions) throws(ImportError) -> ImportResult {
    try reader(file, options)
  }
}
