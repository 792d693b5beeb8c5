import Ingest
import Logging
import Publishing
import Settings
import Support
import Workspace

/// The input of the `run.notify` program for a video that the run finished.
struct VideoNotification: Encodable {
  /// `video.done` or `video.failed`, as in the log.
  var event: String
  var video: String
  /// The absolute path of its clip folder, whose `index.json` lists the clips.
  var folder: String
  /// Ids of clips that were rendered, existed already, or were archived.
  var rendered: [String]
  var kept: [String]
  var retired: [String]
  var message: String?
  /// The exit status of the command if this were the only video.
  var status: Int32?

  /// `nil` if there is nothing to report, for example for a locked video.
  init?(_ outcome: VideoResultSummary, folder: String) {
    (video, self.folder) = (outcome.video, folder)
    switch outcome.ending {
    case .made(let result):
      event = "video.done"
      (rendered, kept, retired) = (result.rendered, result.kept, result.retired)
    case .failed(let failure):
      event = "video.failed"
      (rendered, kept, retired) = ([], [], [])
      (message, status) = (failure.message, failure.status.rawValue)
    case .noted, .left: return nil
    }
  }

  /// Runs `run.notify` for a video.
  ///
  /// A failure of the program is logged and does not fail the run.
  ///
  /// - Throws: `CancellationError` if the run was stopped meanwhile.
  static func send(_ outcome: VideoResultSummary, by night: NightContext) async throws {
    let settings = try night.settings(of: outcome.video)
    let folder = night.library.clipFiles(of: outcome.video, settings).folder
    guard let name = settings.run.notify.first,
      let notice = VideoNotification(outcome, folder: folder)
    else { return }
    let failure = try await HookProgram.run(
      settings.run.notify, limit: settings.run.notifyLimit, in: night.library.path,
      input: try SingleLineJSON.encode(notice))
    guard let failure else { return }
    night.job.logger.warning("\(outcome.video): run.notify: \(name) \(failure)")
  }
}
