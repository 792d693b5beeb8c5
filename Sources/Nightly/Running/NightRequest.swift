public import CutLists
import Foundation

/// What a run is asked to do.
public struct NightRequest: Sendable {
  /// One video, or `nil` for every video that is due.
  public var videos: [String]?
  /// `--set` values.
  public var flags: [String]
  /// Where the decisions come from.
  public var source: DecisionSource
  /// Whether the audience decides again for a video that a person had pinned.
  public var unpin: Bool
  /// Whether to print and write nothing.
  public var dryRun: Bool
  /// Whether to write proofs in place of clips.
  public var isProof: Bool
  /// Whether decisions are printed as JSON; else as a table.
  public var isJSON: Bool
  /// The form of an editor's program in which decisions are printed; `nil` for ours.
  public var export: ExportFormat?

  /// Makes a request.
  public init(
    videos: [String]?, flags: [String], source: DecisionSource, unpin: Bool, dryRun: Bool,
    isProof: Bool = false, isJSON: Bool, export: ExportFormat? = nil
  ) {
    self.videos = videos
    self.flags = flags
    self.source = source
    self.unpin = unpin
    self.dryRun = dryRun
    self.isProof = isProof
    self.isJSON = isJSON
    self.export = export
  }
}

/// Where the decisions come from.
public enum DecisionSource: Sendable {
  /// The audience.
  case audience
  /// A person's own windows in seconds, framed by the audience.
  case windows([ClosedRange<Double>])
  /// A document a person edited: its text, and its path for messages.
  case document(String, path: String)

  /// Reads an edited document.
  ///
  /// - Throws: `CommandFailure` 66 or 77.
  public static func document(path: String) throws -> DecisionSource {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(.notFound, "--decisions: there is no file '\(path)'")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noPermission, "--decisions: cannot read '\(path)'")
    }
    return .document(String(decoding: data, as: UTF8.self), path: path)
  }

  var job: WorkerJob.Source {
    switch self {
    case .audience: .audience
    case .windows(let windows): .windows(windows)
    case .document(let text, let path): .document(text, name: path)
    }
  }
}
