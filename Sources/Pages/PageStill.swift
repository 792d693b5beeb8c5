package import Deciding
package import EditDecisions
import Foundation
package import Media
package import Rendering
import Settings
package import Workers
import Workspace

/// The stills that heat maps lie over: the whole picture, small, at the middle of a moment's core.
package struct PageStill {
  let folder: PageFolder
  /// Its source, as it was probed.
  package let source: SourceVideo
  /// What it goes by.
  package let settings: RenderSettings
  /// Opens the source, and writes into the folder of stills.
  package let reader: SourceReader

  /// Stills of a source.
  ///
  /// - Parameters:
  ///   - folder: where the pages are.
  ///   - source: the source.
  ///   - settings: how clips are made.
  ///   - isCancelled: asked while they are made.
  package init(
    folder: PageFolder, source: SourceVideo, settings: RenderSettings,
    isCancelled: @escaping CancellationCheck
  ) {
    self.folder = folder
    self.source = source
    self.settings = settings
    reader = SourceReader(
      ReadingTask(path: source.info.path, folder: folder.file(PageFolder.stills)),
      isCancelled: isCancelled)
  }

  /// Pixels up; width follows from the picture.
  private static let height = 360

  /// Where a clip's still is, relative to the page; made where it is not there yet.
  ///
  /// - Returns: `nil` where the source gives none, which spoils no page.
  package func file(of moment: Moment) -> String? {
    guard !moment.id.isEmpty else { return nil }
    let name = "\(PageFolder.stills)/\(moment.id).jpg"
    let path = folder.file(name)
    if FileManager.default.fileExists(atPath: path) { return name }
    var settings = settings
    settings.height = Self.height
    settings.width = max(2, Int((Double(Self.height) * source.aspect / 2).rounded()) * 2)
    var whole = moment
    whole.framing = Framing(
      gazeKept: nil,
      shots: [FramedShot(start: moment.start, end: moment.end, cut: .source, layout: .fit)])
    let job = RenderJob(
      whole, of: source.description.id, source: source.sealed, settings: settings, captions: [],
      output: nil, poster: path)
    do {
      try OutputFolder.make(folder.file(PageFolder.stills))
      try reader.render(job)
      return name
    } catch {
      return nil
    }
  }

  /// The middle of the core.
  package static func time(of moment: Moment) -> Double { (moment.coreStart + moment.coreEnd) / 2 }
}
