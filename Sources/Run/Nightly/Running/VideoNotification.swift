import EditDecisions
import Foundation
import Ingest
import Logging
import Publishing
import Settings
import Support
import Workspace

/// What `run.notify` reads of a video that a night is done with.
struct VideoNotification: Encodable {
  /// `video.done` or `video.failed`, as in the log.
  var event: String
  var video: String
  /// The folder of its clips, absolute; `index.json` in it names them.
  var folder: String
  /// Ids of clips that were rendered, were there already, and were retired.
  var rendered: [String]
  var kept: [String]
  var retired: [String]
  var message: String?
  /// How the command would have ended by this failure alone.
  var status: Int32?

  /// `nil` for a video of which there is nothing to tell, such as one that a person pinned.
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

  /// Tells `run.notify` of a video; that it fails is told, and spoils no night.
  ///
  /// - Throws: `CancellationError` where the night was stopped meanwhile.
  static func send(_ outcome: VideoResultSummary, by night: NightContext) async throws {
    let settings = try night.settings(of: outcome.video)
    let folder = night.library.clipFiles(of: outcome.video, settings).folder
    guard let name = settings.run.notify.first,
      let notice = VideoNotification(outcome, folder: folder)
    else { return }
    let program = HookProgram(
      words: settings.run.notify, limit: settings.run.notifyLimit, folder: night.library.path)
    guard let failure = try await program.run(input: try JSONLine.encode(notice)) else {
      return
    }
    night.job.logger.warning("\(outcome.video): run.notify: \(name) \(failure)")
  }
}
