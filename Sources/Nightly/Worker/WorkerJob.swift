import Foundation
import Rendering

/// What a worker process is asked to do; sent to it as one line of JSON.
enum WorkerTask: Codable, Sendable {
  /// A video is decided, and what is missing of it rendered by processes of their own.
  case video(WorkerJob)
  /// One file is rendered; its paths are relative to a folder.
  case render(RenderJob, folder: String)
  /// Shorts of the same seconds are rendered out of one decoding.
  case renderTogether([RenderJob], folder: String)
  /// One source is read: a `MediaQuestion` a line follows.
  case read(ReadingTask)
  /// The cage in which files are rendered is tried.
  case trial(CageTrial)

  /// The video that it is about.
  var video: String {
    switch self {
    case .video(let job): job.video
    case .render(let job, _): job.video
    case .renderTogether(let jobs, _): jobs.first?.video ?? ""
    case .read(let task): task.path
    case .trial: "the cage"
    }
  }
}

/// What a process that reads one source may do.
struct ReadingTask: Codable, Sendable {
  /// The source.
  var path: String
  /// The folder that it may write to, if any.
  var folder: String?
  /// Seconds of a film of it that may be written there.
  var seconds = 0.0
  /// Whether that is encoded by a graphics card.
  var isHardware = false
}

/// What a worker process is asked to do with one video.
struct WorkerJob: Codable, Sendable {
  /// Where the decisions come from.
  enum Source: Codable, Sendable, Hashable {
    /// The audience.
    case audience
    /// A person's own windows, framed by the audience: seconds; whether what was decided before
    /// stays beside them.
    case windows([ClosedRange<Double>], adds: Bool)
    /// A document a person edited: its text, and its name for messages.
    case document(String, name: String)

    /// Whether a person decides.
    var isByPerson: Bool {
      if case .audience = self { false } else { true }
    }
  }

  /// The video's id.
  var video: String
  /// The path of gazecut.yaml.
  var configuration: String
  /// `--set` values.
  var flags: [String]
  /// Where the decisions come from.
  var source: Source
  /// A person's wishes, in their written form; `nil` for those that the library keeps.
  var wishes: [String]?
  /// Whether to stop before rendering and write nothing.
  var dryRun: Bool
  /// Whether to write proofs and nothing else.
  var isProof = false
  /// Whether to seal the jobs of what is missing, and write nothing.
  var seals = false
  /// Rendering processes it may have at once.
  var width = 1
  /// Bytes that these may take together.
  var memory = 0
  /// Where its source is, as whoever asks found it; `nil` has the worker look for it.
  var place: String?
}

/// What a worker process tells, one line of JSON each.
enum WorkerEvent: Codable, Sendable {
  /// How far a step is.
  case progress(step: String, done: Int, total: Int)
  /// It works, on something that has no measure.
  case alive
  /// It is decided what is cut out of the video, and how many files show it.
  case planned(moments: Int, files: Int)
  /// A file is done: its job's name, what it took, and its size.
  case rendered(job: String, seconds: Double, bytes: Int64)
  /// Something an operator should know.
  case notice(String)
  /// What is drawn of an audience in a half second is asked for, by its number; the next line that
  /// is sent is an `OverlayBin`.
  case wants(bin: Int)
  /// What was asked about a source.
  case answer(MediaAnswer)
  /// The work is done.
  case finished(WorkerResult)
  /// The work failed: the exit status, the message, and how far it reaches.
  case failed(status: Int32, message: String, scope: CommandFailure.Scope?)
}

/// What became of one video.
struct WorkerResult: Codable, Sendable {
  /// The decisions, as written.
  var decisions: String
  /// Why nothing was chosen, where that is so.
  var reason: String?
  /// What tells the source from another (`SourceVideo.fingerprint`), where one was decided on.
  var source: String?
  /// Ids of clips rendered now.
  var rendered: [String] = []
  /// Ids of clips that were there already.
  var kept: [String] = []
  /// Ids of clips retired now.
  var retired: [String] = []
  /// Whether the reel was rendered now.
  var reelRendered = false
  /// A line for each proof that was written now.
  var proofs: [String]?
  /// What could not be had, where a cage was tried.
  var refused: [CageTrial.Reach]?
  /// What was sealed, where that was asked for.
  var sealed: SealedVideo?
}

/// What is missing of a video, and what its source was when that was found.
struct SealedVideo: Codable, Sendable {
  /// As it was probed, with its captions.
  var source: SourceVideo
  /// A job a file; their paths are relative to the plan's folder.
  var jobs: [RenderJob]
}
