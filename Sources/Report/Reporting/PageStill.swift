import Deciding
package import EditDecisions
import Foundation
import Media
package import Rendering
import Selection
package import Settings
import Support
package import Workspace

/// The stills that heat maps lie over: the whole picture, small.
///
/// Whoever renders a clip makes its still out of the same decoding; a page makes those that are not
/// there, as of a report that was deleted.
package struct PageStill {
  let folder: PageFolder
  /// Its source, as it was probed.
  let source: SourceVideo
  let settings: RenderSettings
  /// Opens the source, and writes into the folder of stills.
  let reader: SourceReader

  init(
    folder: PageFolder, source: SourceVideo, settings: RenderSettings,
    isCancelled: @escaping CancellationCheck
  ) {
    self.folder = folder
    self.source = source
    self.settings = settings
    reader = SourceReader(
      source.info.path, writingTo: folder.file(PageFolder.stills), isCancelled: isCancelled)
  }

  /// The still to be made along with a clip; `nil` where its page has no heat map, or the report
  /// cannot be written.
  package static func asked(
    of moment: Moment, in library: LibraryFolder, _ settings: Settings
  ) -> RenderJob.Still? {
    let folder = PageFolder(of: library, settings)
    guard moment.why.viewers >= settings.selection.minimumViewers,
      (try? folder.makeStills()) != nil
    else { return nil }
    let time = time(of: moment)
    return .init(time: time, path: folder.file(PageFolder.still(of: moment.id, at: time)))
  }

  /// The play time of a moment's still: the middle of its shot.
  static func time(of moment: Moment) -> Double {
    let shot = shot(of: moment)
    return Rounding.span((shot.lowerBound + shot.upperBound) / 2)
  }

  /// Where a clip's still is, relative to the page; made where it is not there yet.
  ///
  /// - Parameter moment: the clip's.
  /// - Returns: `nil` where the source gives none, which spoils no page.
  func file(of moment: Moment) -> String? {
    guard !moment.id.isEmpty else { return nil }
    let time = Self.time(of: moment)
    let name = PageFolder.still(of: moment.id, at: time)
    let path = folder.file(name)
    if FileManager.default.fileExists(atPath: path) { return name }
    var settings = settings
    (settings.width, settings.height) = RenderJob.Still.size(of: source.info.video)
    // A moment of one frame: of a longer one the sharpest picture near the time would be taken.
    var one = moment
    one.start = source.frameTime(nearest: time)
    one.end = one.start + 1 / source.description.frameRate.value
    (one.coreStart, one.coreEnd) = (one.start, one.end)
    one.framing = Framing(
      gazeKept: nil,
      shots: [ClipShot(start: one.start, end: one.end, cut: .source, layout: .fit)])
    let job = RenderJob(
      one, of: source.description.id, source: source.sealed, settings: settings, captions: [],
      output: nil, poster: path)
    do {
      try folder.makeStills()
      try reader.render(job)
      return name
    } catch {
      return nil
    }
  }

  /// The seconds of a moment's evidence in the shot that shows most of it.
  static func shot(of moment: Moment) -> ClosedRange<Double> {
    var bounds = moment.framing.shots.dropFirst().filter { $0.cut == .source }.map(\.start)
    bounds = [moment.start] + bounds + [moment.end]
    let parts = zip(bounds, bounds.dropFirst()).map { from, to in
      let start = min(moment.coreEnd, max(from, moment.coreStart))
      return start...max(start, min(to, moment.coreEnd))
    }
    return parts.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
      ?? moment.coreStart...max(moment.coreStart, moment.coreEnd)
  }
}
