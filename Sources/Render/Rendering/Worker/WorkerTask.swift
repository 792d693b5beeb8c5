import Foundation
package import Support

/// The task of a worker, which defines its sandbox; the first line of input, as JSON.
enum WorkerTask: Codable, Sendable {
  /// Read one source; one `MediaRequest` per line follows.
  case read(SourceReadingTask)
  /// Render files that share one decoding; paths are relative to `folder`.
  case render([RenderJob], folder: String)
  /// Test the sandbox of rendering workers.
  case trial(SandboxProbe)
}

/// The permissions of a process that reads one source.
struct SourceReadingTask: Codable, Sendable {
  var path: String
  /// A folder that it may write to, if any.
  var folder: String?
  /// Maximum duration of a video that it may write there, in seconds.
  var seconds = 0.0
  /// Whether a graphics card encodes that video.
  var isHardware = false
}

/// An event from a worker, sent as one line of JSON.
package enum WorkerEvent: Codable, Sendable {
  case progress(done: Int, total: Int)
  /// The worker is busy with a step that has no measurable progress.
  case alive
  case notice(String)
  /// A request for an `OverlayBin` of 0.5 s, which is answered on one line.
  case wants(bin: Int)
  /// The result as JSON.
  case answer(String)
  /// The failure: exit status, message and scope.
  case failed(status: Int32, message: String, scope: CommandFailure.Scope?)
}
