import Library

/// Why a video is pending: the part of its fingerprint that changed since the last success.
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
    case .judgement: "another version of gazecut chose its moments"
    case .renderer: "another version of gazecut rendered it"
    case .evidence: "its sessions, detections or curves changed"
    case .source: "its source changed"
    case .captions: "its caption file changed"
    case .settings: "its settings changed"
    case .wishes: "its overrides changed"
    case .files: "some of its files are missing"
    }
  }

  /// The parts in which two fingerprints differ.
  static func changes(from before: String?, to now: String) -> [DueReason] {
    guard let before else { return [.new] }
    if before.hasSuffix(withoutFigures) {
      let others = changes(from: String(before.dropLast(withoutFigures.count)), to: now)
      return others.contains(.evidence) ? others : [.evidence] + others
    }
    let (old, new) = (parts(of: before), parts(of: now))
    return allCases.filter { old[$0] != new[$0] }
  }

  /// The suffix of a fingerprint whose figures were erased together with a viewer.
  package static let withoutFigures = ", without figures"

  private static func parts(of text: String) -> [DueReason: String] {
    let workedOn = text.split(separator: ", worked on ", maxSplits: 1)
    let wished = (workedOn.first ?? "").split(separator: " wishes ", maxSplits: 1)
    var words = (wished.first ?? "").replacing("no source", with: "none")
      .split(separator: " ").map(String.init)[...]
    let versions = (words.popFirst() ?? "").split(separator: "/").map(String.init)
    var parts: [DueReason: String] = [:]
    (parts[.judgement], parts[.renderer]) = (versions.first, versions.dropFirst().first)
    parts[.settings] = words.popLast()
    // A source is identified by three values; those of its subtitles follow. If it was replaced
    // during processing, it must be processed again.
    let marks = (words.popLast() ?? "").split(separator: "-", maxSplits: 3)
    parts[.source] = (marks.prefix(3) + workedOn.dropFirst()).joined(separator: "-")
    parts[.captions] = marks.dropFirst(3).joined()
    parts[.evidence] = words.joined(separator: " ")
    parts[.wishes] = wished.dropFirst().first.map(String.init)
    return parts
  }
}

extension DueVideos.ProcessingStatus {
  /// Why it is pending; empty if it is not, or if it failed.
  package var why: [DueReason] {
    guard isDue, state.failure == nil else { return [] }
    return DueReason.changes(from: state.fingerprint, to: fingerprint)
      + (missing.isEmpty && !isUnfinished ? [] : [.files])
  }

  package var dueSentence: String {
    why.isEmpty ? "due" : "due: " + why.map(\.sentence).joined(separator: ", ")
  }
}
