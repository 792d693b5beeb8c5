import Deciding
import Foundation
import Library
import Rendering
import Support

/// A job as the index has it: enough to share the work out.
struct PlannedJob: Codable, Sendable, Hashable {
  /// Its name: the clip's id, with `-poster` where only the poster is missing.
  var job: String
  var video: String
  /// Seconds that the file lasts.
  var seconds: Double
}

/// What recording has to know of a planned video.
struct PlannedVideo: Codable, Sendable {
  /// How its decisions came about.
  enum Course: String, Codable, Sendable {
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

  var video: String
  /// What a success is made of.
  var fingerprint: String
  /// Where it stood before: another run in between makes the plan worthless.
  var before: String
  /// How its decisions came about.
  var course: Course
  /// A digest of its decisions and jobs.
  var digest = ""
  /// A code of all else here under the library's key.
  var seal = ""
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
  var name: String { kind == .poster ? id + "-poster" : id }
  /// Its line of the index.
  var planned: PlannedJob { PlannedJob(job: name, video: video, seconds: seconds) }
  var files: [String] { [output, poster].compactMap { $0 } }
}

extension VideoState {
  /// All that a run in between would have changed, as one digest.
  var mark: String {
    let parts = [fingerprint, pin?.kind.rawValue, pin?.text, decisions].map { $0 ?? "none" }
    return String(SHA256.hex(parts.joined(separator: "\n")).prefix(16))
  }
}
