import Media
import Rendering

extension Worker {
  /// Renders one file and touches nothing else: no library, no configuration.
  static func render(
    _ job: RenderJob, in folder: String, _ isCancelled: @escaping CancellationCheck
  ) throws -> WorkerResult {
    let made = try job.render(
      in: folder, progress: { report(job.kind.rawValue, $0, $1) }, isCancelled: isCancelled)
    var result = WorkerResult(decisions: "")
    if let made, made.damaged > 0 {
      // A clip of a damaged source is whole, but somebody should look at it.
      let name = made.path.split(separator: "/").last ?? ""
      send(
        .notice(
          "\(name): the source is damaged there: \(made.damaged) of its pictures could not be read "
            + "in full; look at the clip"))
    }
    result.rendered = [job.id]
    return result
  }
}
