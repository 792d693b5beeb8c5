import Deciding
package import EditDecisions
import Foundation
import Media
package import Rendering
import Selection
package import Settings
import Support
package import Workspace

/// Makes the still images under heat maps: the whole frame, small.
///
/// Rendering a clip makes its still image from the same decoding. If the image is missing, for
/// example because the report was deleted, the page makes it.
package struct StillImageMaker {
  let folder: ReportFolder
  let source: SourceVideo
  let settings: RenderSettings
  let reader: SourceReader

  init(
    folder: ReportFolder, source: SourceVideo, settings: RenderSettings,
    isCancelled: @escaping CancellationCheck
  ) {
    self.folder = folder
    self.source = source
    self.settings = settings
    reader = SourceReader(
      source.info.path, writingTo: folder.file(ReportFolder.stills), isCancelled: isCancelled)
  }

  /// The still image to render with a clip.
  ///
  /// It is `nil` if the page has no heat map, or if the report cannot be written.
  package static func stillImageJob(
    of moment: Moment, in library: LibraryFolder, _ settings: Settings
  ) -> RenderJob.Still? {
    let folder = ReportFolder(of: library, settings)
    guard moment.why.viewers >= settings.selection.minimumViewers, (try? folder.makeStills()) != nil
    else { return nil }
    let time = time(of: moment)
    return .init(time: time, path: folder.file(ReportFolder.still(of: moment.id, at: time)))
  }

  /// The play time of a moment's still image: the middle of its shot.
  static func time(of moment: Moment) -> Double {
    let shot = shot(of: moment)
    return Rounding.span((shot.lowerBound + shot.upperBound) / 2)
  }

  /// The path of a clip's still image, relative to the page; creates the image if it is missing.
  ///
  /// It is `nil` if the source gives no image; the page is written without it.
  func file(of moment: Moment) -> String? {
    guard !moment.id.isEmpty else { return nil }
    let time = Self.time(of: moment)
    let name = ReportFolder.still(of: moment.id, at: time)
    let path = folder.file(name)
    if FileManager.default.fileExists(atPath: path) { return name }
    var settings = settings
    (settings.width, settings.height) = RenderJob.Still.size(of: source.info.video)
    // Use a moment of one frame: in a longer one, the sharpest frame near the time would be used.
    var one = moment
    one.start = source.frameTime(nearest: time)
    one.end = one.start + 1 / source.description.frameRate.value
    (one.coreStart, one.coreEnd) = (one.start, one.end)
    one.framing = Framing(
      gazeKept: nil, shots: [ClipShot(start: one.start, end: one.end, cut: .source, layout: .fit)])
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

  /// The range of a moment's core in the shot that shows most of it.
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
