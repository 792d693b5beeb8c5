import Foundation
import Hashing
import Library
import Rendering

/// What a plan says of itself.
struct PlanHeader: Codable, Sendable {
  /// `gazecut.plan/1`.
  var schema = PlanFolder.schema
  /// The gazecut that made it.
  var gazecut = GazecutVersion.text
  /// When it was made.
  var madeAt: Date
  /// The library that it was made of, by a mark that only this library has.
  var library: String
  /// Whom the library had erased by then, as one digest.
  var erased: String
  /// `--set` values that it was made with.
  var flags: [String]
  /// Videos in it.
  var videos: Int
  /// Files to render.
  var jobs: Int
  /// Seconds of these files.
  var seconds: Double
}

/// A job as the index has it: enough to share the work out.
struct PlannedJob: Codable, Sendable, Hashable {
  /// Its name: the clip's id, with `-poster` where only the poster is missing.
  var job: String
  /// Its video.
  var video: String
  /// Seconds that the file lasts.
  var seconds: Double
}

/// What recording has to know of a planned video.
struct PlannedVideo: Codable, Sendable {
  /// How its decisions came about.
  enum Course: String, Codable, Sendable {
    /// The audience decided.
    case audience
    /// A person had decided, and files had been taken away.
    case pinned
    /// A person had decided, and nothing is to be done.
    case left
  }

  /// Why nothing could be planned.
  struct Failure: Codable, Sendable {
    var status: Int32
    var message: String
  }

  /// Its id.
  var video: String
  /// What a success is made of.
  var fingerprint: String
  /// Where it stood before: another run in between makes the plan worthless.
  var before: String
  /// How its decisions came about.
  var course: Course
  /// A digest of the settings that it was made with.
  var settings = ""
  /// Its source as it was probed; `nil` where nothing was to be decided.
  var source: SourceVideo?
  /// Why nothing was chosen.
  var reason: String?
  /// Why it could not be planned.
  var failure: Failure?
}

/// What came of a job.
struct JobResult: Codable, Sendable {
  /// The job's name.
  var job: String
  /// The exit status of whoever rendered it: 0 when it is done.
  var status: Int32
  /// What went wrong, for the operator.
  var message: String?
  /// The size of the file; 0 for a poster.
  var bytes: Int64 = 0
  /// What the operator should know.
  var notices: [String] = []
  /// Seconds that it took.
  var seconds: Double
  /// The machine that did it.
  var host: String
  /// When it was done.
  var at: Date
  /// Whether its files were taken into the library.
  var isTaken: Bool?

  /// Whether the file is there.
  var isDone: Bool { status == 0 }
}

extension RenderJob {
  /// Its name in a plan.
  var name: String { kind == .poster ? id + "-poster" : id }
  /// Its line of the index.
  var planned: PlannedJob { PlannedJob(job: name, video: video, seconds: seconds) }
  /// The files that it writes.
  var files: [String] { [output, poster].compactMap { $0 } }
}

extension VideoState {
  /// All that a run in between would have changed, as one digest.
  var mark: String {
    let parts = [fingerprint, pin?.kind.rawValue, pin?.text, decisions].map { $0 ?? "none" }
    return String(SHA256.hex(parts.joined(separator: "\n")).prefix(16))
  }
}
