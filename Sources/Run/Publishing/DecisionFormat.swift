import CutLists
import EditDecisions
package import Workspace

/// The output formats of decisions: a table, JSON, and the timeline formats of editing programs.
package enum DecisionFormat: String, CaseIterable, Sendable {
  case table, json, otio, mlt, fcpxml, xmeml, edl, vtt

  /// Formats the JSON of a decision document, and adds a line end.
  ///
  /// `notice` is called with the video and each thing that the format cannot represent.
  ///
  /// - Throws: `DecisionErrors`; for timeline formats the errors of `ExportJob.export`.
  package func text(
    of decisions: String, in library: LibraryFolder, flags: [String],
    notice: (_ video: String, _ words: String) -> Void
  ) throws -> String {
    if self == .json { return decisions + "\n" }
    let document = try DecisionDocument(text: decisions)
    guard let format = ExportFormat(rawValue: rawValue) else {
      return DecisionTable(document).text + "\n"
    }
    let export = try ExportJob.export(document, in: library, flags: flags)
    for text in export.formatWarnings(format) { notice(document.video.id, text) }
    return export.stream(format)
  }
}
