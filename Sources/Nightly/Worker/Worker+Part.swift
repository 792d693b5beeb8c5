import EditDecisions
import Foundation
import Media
import Rendering
import Settings

extension Worker {
  /// Renders one file of a video's outputs and touches nothing else.
  static func render(
    _ part: RenderPart, _ job: WorkerJob, _ source: SourceVideo, _ settings: Settings,
    _ isCancelled: @escaping CancellationCheck
  ) throws {
    guard case .document(let text, _) = job.source else {
      throw CommandFailure(.bug, "a part was to be rendered of no document")
    }
    let document = try DecisionDocument(json: Data(text.utf8))
    switch part.kind {
    case .clip(let index):
      let moment = document.moments[index]
      let poster = part.poster.map {
        PosterRequest(near: (moment.coreStart + moment.coreEnd) / 2, path: $0)
      }
      let made = try ClipRenderer(source: source.info, settings: settings.render, video: job.video)
        .render(
          from: moment.start, to: moment.end, framing: moment.framing, captions: part.captions,
          poster: poster, to: part.path, progress: { report("clip", $0, $1) },
          isCancelled: isCancelled)
      noteDamage(made, part)
    case .reel:
      let (made, _) = try ReelRenderer(
        source: source.info, settings: settings.render, video: job.video
      )
      .render(
        document.reel.map { $0.start..<$0.end }, to: part.path,
        progress: { report("reel", $0, $1) }, isCancelled: isCancelled)
      noteDamage(made, part)
    }
  }

  /// A clip of a damaged source is whole, but somebody should look at it.
  private static func noteDamage(_ made: RenderedFile, _ part: RenderPart) {
    guard made.damaged > 0 else { return }
    let name = part.path.split(separator: "/").last ?? ""
    send(
      .notice(
        "\(name): the source is damaged there: \(made.damaged) of its pictures could not be read "
          + "in full; look at the clip"))
  }
}
