package import CutLists
import EditDecisions
import Foundation

/// What a run is asked to do.
package struct NightRequest: Sendable {
  /// One video, or `nil` for every video that is due.
  package var videos: [String]?
  /// Where it is a night: the videos that it looks at; none for all.
  package var only: [String]
  /// `--set` values.
  package var flags: [String]
  /// Where the decisions come from.
  package var source: DecisionSource
  /// Whether the audience decides again for a video that a person had pinned.
  package var unpin: Bool
  /// Whether to print and write nothing.
  package var dryRun: Bool
  /// Whether to write proofs in place of clips.
  package var isProof: Bool
  /// Whether decisions are printed as JSON; else as a table.
  package var isJSON: Bool
  /// The form of an editor's program in which decisions are printed; `nil` for ours.
  package var export: ExportFormat?

  /// Makes a request.
  package init(
    videos: [String]?, only: [String] = [], flags: [String], source: DecisionSource, unpin: Bool,
    dryRun: Bool,
    isProof: Bool = false, isJSON: Bool, export: ExportFormat? = nil
  ) {
    self.videos = videos
    self.only = only
    self.flags = flags
    self.source = source
    self.unpin = unpin
    self.dryRun = dryRun
    self.isProof = isProof
    self.isJSON = isJSON
    self.export = export
  }

  /// Whether a night or a plan works on a video: where it is due, or rests and is named.
  func looksAt(_ standing: DueCheck.Standing) -> Bool {
    standing.isDue || standing.isResting && !only.isEmpty
  }
}

/// Where the decisions come from.
package enum DecisionSource: Sendable {
  /// The audience.
  case audience
  /// A person's own windows in seconds, framed by the audience; whether what was decided before
  /// stays beside them.
  case windows([ClosedRange<Double>], adds: Bool)
  /// A document a person edited: its text, and its path for messages.
  case document(String, path: String)

  /// Reads an edited document.
  ///
  /// - Throws: `CommandFailure` 66 or 77.
  package static func document(path: String) throws -> DecisionSource {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(.notFound, "--decisions: there is no file '\(path)'")
    }
    // A pipe is a file too; what is larger than a document may be is not read to its end.
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(.noPermission, "--decisions: cannot read '\(path)'")
    }
    let data: Data
    do {
      data = try file.readUpToDocument()
    } catch {
      throw CommandFailure(.badData, "--decisions: '\(path)' cannot be read; is it a folder?")
    }
    guard data.count <= DecisionLimits.bytes else {
      throw CommandFailure(
        .badData,
        "\(path): has more than \(DecisionLimits.bytes) bytes, the most that a document may have")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CommandFailure(.badData, "\(path): is not UTF-8; save it as UTF-8")
    }
    return .document(text, path: path)
  }

  /// Whether the audience decides.
  var isAudience: Bool {
    if case .audience = self { true } else { false }
  }

  var job: WorkerJob.Source {
    switch self {
    case .audience: .audience
    case .windows(let windows, let adds): .windows(windows, adds: adds)
    case .document(let text, let path): .document(text, name: path)
    }
  }
}

extension FileHandle {
  /// What the file holds, or one byte more than a document may have.
  fileprivate func readUpToDocument() throws -> Data {
    var data = Data()
    while data.count <= DecisionLimits.bytes,
      let part = try read(upToCount: DecisionLimits.bytes + 1 - data.count), !part.isEmpty
    {
      data += part
    }
    return data
  }
}
