package import Deciding
import EditDecisions
package import Media
import Rendering
import Settings
package import Workspace

extension VideoDecisions {
  /// Renders a preview of each moment in each aspect ratio; other files are not changed.
  ///
  /// Previews of moments that are no longer chosen are deleted.
  ///
  /// - Returns: one line per preview with its file name and size.
  /// - Throws: `MediaError`, `CommandFailure`; finished previews stay.
  package func writePreviews(
    into files: ClipFolder, isCancelled: @escaping CancellationCheck,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> [String] {
    let shapes = ClipVariant.all(settings, document)
    try files.prepare(shapes.map(\.folder))
    let wanted = shapes.flatMap { shape in
      shape.document.moments.map { moment in
        (shape: shape, moment: moment, name: shape.stem(of: moment.id) + ClipFolder.previewEnding)
      }
    }
    files.removePreviews(except: Set(wanted.map(\.name)))
    let reader = SourceReader(
      source.info.path, writingTo: files.folder,
      seconds: document.moments.map { $0.end - $0.start }.max() ?? 0,
      isHardware: settings.render.isHardware, isCancelled: isCancelled)
    return try wanted.enumerated().map { index, one in
      progress(index, wanted.count)
      let preview = try reader.preview(
        PreviewJob(
          one.moment, of: source.info, settings: one.shape.settings.render,
          video: document.video.id, path: files.path(one.name)))
      return "\(one.name): \(preview.width)x\(preview.height)"
    }
  }
}
