import Library

/// Why a video is due: which part of what its last success was made of is another now.
package enum DueReason: String, Codable, CaseIterable, Sendable {
  case new
  case judgement
  case renderer
  case evidence
  case source
  case captions
  case settings
  case wishes
  case files

  package var sentence: String {
    switch self {
    case .new: "it is new"
    case .judgement: "another gazecut judges"
    case .renderer: "another gazecut renders"
    case .evidence: "its sessions, detections or curves changed"
    case .source: "its source changed"
    case .captions: "the captions beside its source changed"
    case .settings: "its settings changed"
    case .wishes: "its wishes changed"
    case .files: "files of it are missing"
    }
  }

  /// The parts in which today's fingerprint differs from the last success's, in their order.
  static func changes(from before: String?, to now: String) -> [DueReason] {
    guard let before else { return [.new] }
    if before.hasSuffix(withoutFigures) {
      let others = changes(from: String(before.dropLast(withoutFigures.count)), to: now)
      return others.contains(.evidence) ? others : [.evidence] + others
    }
    let (old, new) = (parts(of: before), parts(of: now))
    return allCases.filter { old[$0] != new[$0] }
  }

  /// How a fingerprint ends whose figures were taken away with a viewer.
  package static let withoutFigures = ", without figures"

  /// A fingerprint, taken apart.
  private static func parts(of text: String) -> [DueReason: String] {
    let workedOn = text.split(separator: ", worked on ", maxSplits: 1)
    let wished = (workedOn.first ?? "").split(separator: " wishes ", maxSplits: 1)
    var words = (wished.first ?? "").replacing("no source", with: "none")
      .split(separator: " ").map(String.init)[...]
    let versions = (words.popFirst() ?? "").split(separator: "/").map(String.init)
    var parts: [DueReason: String] = [:]
    (parts[.judgement], parts[.renderer]) = (versions.first, versions.dropFirst().first)
    parts[.settings] = words.popLast()
    // A source is known by three marks; what follows them is its captions'. One that was replaced
    // while it was worked on is to be seen again.
    let marks = (words.popLast() ?? "").split(separator: "-", maxSplits: 3)
    parts[.source] = (marks.prefix(3) + workedOn.dropFirst()).joined(separator: "-")
    parts[.captions] = marks.dropFirst(3).joined()
    parts[.evidence] = words.joined(separator: " ")
    parts[.wishes] = wished.dropFirst().first.map(String.init)
    return parts
  }
}

extension DueVideos.Standing {
  /// Why it is due; empty where it is not, or failed, which its failure says.
  package var why: [DueReason] {
    guard isDue, state.failure == nil else { return [] }
    return DueReason.changes(from: state.fingerprint, to: fingerprint)
      + (missing.isEmpty && !isUnfinished ? [] : [.files])
  }

  /// That it is due, and why, without a full stop: "due: its settings changed".
  package var dueSentence: String {
    why.isEmpty ? "due" : "due: " + why.map(\.sentence).joined(separator: ", ")
  }
}
