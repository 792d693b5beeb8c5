import Foundation
import Library
import Support
import Workspace

/// The status of a video on its page.
enum PageStatus {
  static func of(_ standing: DueVideos.ProcessingStatus) -> ProcessingStatus {
    var shown = ProcessingStatus()
    shown.isPinned = standing.state.pin != nil
    var details: [String] = []
    if standing.hasAudience, let expectedSourcePath = standing.expectedSourcePath {
      shown.kind = .waiting
      details.append(expectedSourcePath)
    } else if let failure = standing.state.failure {
      shown.kind = .failing
      details.append("failed \(standing.state.failureCount)x: \(failure)")
    } else if standing.isDue {
      shown.kind = .due
      details.append(standing.why.map(\.sentence).joined(separator: ", "))
    } else if shown.isPinned {
      shown.kind = .pinned
    } else if standing.hasAudience {
      shown.kind = .done
    }
    if let taken = standing.taken {
      details.append("\(taken) is missing; `gazecut run` creates it again")
    }
    if let change = standing.source { details.append(change.sentence()) }
    shown.detail = details.joined(separator: "; ")
    return shown
  }

  /// Version of the pages' content; increase it when they change.
  private static let form = 14

  /// A hash of everything that a video's page is made from.
  static func stamp(
    _ standing: DueVideos.ProcessingStatus, _ clips: [Clip], _ postings: [PublicationNote] = []
  ) -> String {
    let state = standing.state
    let parts: [String] =
      [
        "\(form)", GazecutVersion.text, standing.fingerprint, "\(standing.isDue)",
        state.failure ?? "", "\(state.failureCount)", state.decisions ?? "",
        state.pin.map { "\($0.kind.rawValue) \($0.text)" } ?? "",
        "\(state.lastRun?.timeIntervalSince1970 ?? 0)", standing.expectedSourcePath ?? "",
        standing.currentSource?.path ?? "", standing.source?.sentence() ?? "",
      ] + standing.missing
      + clips.map { "\($0.id) \($0.state.rawValue) \($0.fileName) \($0.digest ?? "")" }
      + postings.map { "\($0.clip) \($0.at.timeIntervalSince1970) \($0.place)" }
    return SHA256.hex(parts.joined(separator: "\u{0}"))
  }
}
