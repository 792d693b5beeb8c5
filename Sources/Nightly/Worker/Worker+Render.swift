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
    if let made { tellDamage(of: made) }
    result.rendered = [job.id]
    return result
  }

  /// The same for shorts of the same seconds.
  static func render(
    _ jobs: [RenderJob], in folder: String, _ isCancelled: @escaping CancellationCheck
  ) throws -> WorkerResult {
    let made = try RenderJob.render(
      jobs, in: folder, progress: { report(RenderJob.Kind.short.rawValue, $0, $1) },
      isCancelled: isCancelled)
    var result = WorkerResult(decisions: "")
    for file in made { tellDamage(of: file) }
    result.rendered = jobs.map(\.id)
    return result
  }

  /// A clip of a damaged source is whole, but somebody should look at it.
  private static func tellDamage(of made: RenderedFile) {
    guard made.damaged > 0 else { return }
    let name = made.path.split(separator: "/").last ?? ""
    send(
      .notice(
        "\(name): the source is damaged there: \(made.damaged) of its pictures could not be read "
          + "in full; look at the clip"))
  }
}
