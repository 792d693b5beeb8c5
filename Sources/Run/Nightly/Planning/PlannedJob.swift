import Deciding
import Library
import Rendering
import Support

/// A job in the index of a plan, with the data that is needed to distribute jobs.
struct PlannedJob: Codable, Sendable, Hashable {
  /// Its name: the ID of the clip, followed by `-poster` if only the poster is missing.
  var job: String
  var video: String
  /// Duration of the file in seconds.
  var seconds: Double
}

/// The data of a planned video that recording needs.
struct PlannedVideo: Codable, Sendable {
  enum Course: String, Codable, Sendable {
    case audience
    /// Locked decisions; deleted clips are rendered again.
    case pinned
    /// Locked decisions; the clips stay as they are.
    case left
  }

  struct Failure: Codable, Sendable {
    var status: Int32
    var message: String
  }

  var video: String
  /// The fingerprint of the data that the decisions are based on.
  var fingerprint: String
  /// The state of the video before planning.
  ///
  /// If another run changes it, the plan is out of date.
  var before: String
  var course: Course
  /// A hash of its decisions and jobs.
  var digest = ""
  /// The HMAC of the other fields under the library's key.
  var seal = ""
  var settings = ""
  /// The probed source; `nil` if nothing was to be decided.
  var source: SourceVideo?
  var reason: String?
  var failure: Failure?
}

extension RenderJob {
  var name: String { kind == .poster ? id + "-poster" : id }
  var planned: PlannedJob { PlannedJob(job: name, video: video, seconds: seconds) }
  var files: [String] { [output, poster].compactMap { $0 } }
}

extension VideoState {
  /// A hash of everything that another run would change.
  var mark: String {
    let parts = [fingerprint, pin?.kind.rawValue, pin?.text, decisions].map { $0 ?? "none" }
    return String(SHA256.hex(parts.joined(separator: "\n")).prefix(16))
  }
}
