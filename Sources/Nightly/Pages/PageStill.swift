import EditDecisions
import Foundation
import Media
import Rendering
import Settings

/// The stills that heat maps lie over: the whole picture, small, at the middle of a moment's core.
struct PageStill {
  let folder: PageFolder
  let source: SourceVideo
  let settings: RenderSettings

  /// Pixels up; width follows from the picture.
  private static let height = 360

  /// Where a clip's still is, relative to the page; made where it is not there yet.
  ///
  /// - Returns: `nil` where the source gives none, which spoils no page.
  func file(of moment: Moment, isCancelled: @escaping CancellationCheck) -> String? {
    guard !moment.id.isEmpty else { return nil }
    let name = "\(PageFolder.stills)/\(moment.id).jpg"
    let path = folder.file(name)
    if FileManager.default.fileExists(atPath: path) { return name }
    var settings = settings
    settings.height = Self.height
    settings.width = max(2, Int((Double(Self.height) * source.aspect / 2).rounded()) * 2)
    let time = Self.time(of: moment)
    let whole = Framing(
      gazeKept: nil,
      shots: [FramedShot(start: moment.start, end: moment.end, cut: .source, layout: .fit)])
    do {
      try OutputFolder.make(folder.file(PageFolder.stills))
      try ClipRenderer(source: source.info, settings: settings).renderPoster(
        at: time, from: moment.start, to: moment.end, framing: whole, to: path,
        isCancelled: isCancelled)
      return name
    } catch {
      return nil
    }
  }

  /// The middle of the core.
  static func time(of moment: Moment) -> Double { (moment.coreStart + moment.coreEnd) / 2 }
}
