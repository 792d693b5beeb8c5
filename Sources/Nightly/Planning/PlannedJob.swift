import Deciding
import Foundation
import Hashing
import Library
import Rendering

/// A job as the index has it: enough to share the work out.
struct PlannedJob: Codable, Sendable, Hashable {
  /// Its name: the clip's id, with `-poster` where only the poster is missing.
  var job: String
  /// Its video.
  var video: String
  /// Seconds that the file lasts.
  var seconds: Double
  /// The job with which it is done out of one decoding, or itself; `nil` for itself.
  var with: String?
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

extension RenderJob {
  /// Its name in a plan.
  var name: String { kind == .poster ? id + "-poster" : id }
  /// Their lines of the index.
  static func planned(_ jobs: [RenderJob]) -> [PlannedJob] {
    groups(jobs).flatMap { group in
      group.map {
        PlannedJob(job: $0.name, video: $0.video, seconds: $0.seconds, with: group[0].name)
      }
    }
  }
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
