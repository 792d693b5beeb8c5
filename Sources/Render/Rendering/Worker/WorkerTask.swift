import Foundation
package import Support

/// What a worker process may do, by which it is caged; the first line that is sent to it, as JSON.
enum WorkerTask: Codable, Sendable {
  /// One source is read: a `MediaRequest` a line follows.
  case read(ReadingTask)
  /// Files are rendered out of one decoding, their paths relative to a folder.
  case render([RenderJob], folder: String)
  /// The cage in which files are rendered is tried.
  case trial(SandboxProbe)
}

/// What a process that reads one source may do.
struct ReadingTask: Codable, Sendable {
  var path: String
  /// The folder that it may write to, if any.
  var folder: String?
  /// Seconds of a film of it that may be written there.
  var seconds = 0.0
  /// Whether that is encoded by a graphics card.
  var isHardware = false
}

/// What a worker process tells, one line of JSON each.
package enum WorkerEvent: Codable, Sendable {
  /// How far it is.
  case progress(done: Int, total: Int)
  /// It works, on something that has no measure.
  case alive
  /// Something an operator should know.
  case notice(String)
  /// What is drawn of an audience in a half second is asked for, by its number; the next line that
  /// is sent is an `OverlayBin`.
  case wants(bin: Int)
  /// What was asked for, as JSON.
  case answer(String)
  /// It failed: the exit status, the message, and how far it reaches.
  case failed(status: Int32, message: String, scope: CommandFailure.Scope?)
}
