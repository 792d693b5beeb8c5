import EditDecisions
import Foundation
import Library
import Selection

extension Explanation {
  /// The decisions that a person gave, where the video is pinned.
  var pinned: DecisionDocument? {
    state.pin.flatMap { try? DecisionDocument(json: Data($0.text.utf8)) }
  }

  /// What is shown: of a pinned video what a person decided, else what the audience chooses.
  var shown: [Range<Double>] {
    guard let pinned else { return choice.candidates.map { $0.coreStart..<$0.coreEnd } }
    return pinned.moments.map { $0.start..<max($0.start, $0.end) }
  }

  /// Whether what the audience would choose is left out by a person.
  func isLeftOut(_ candidate: Candidate) -> Bool {
    guard let pinned else { return false }
    let middle = (candidate.coreStart + candidate.coreEnd) / 2
    return !pinned.moments.contains { $0.start <= middle && middle < $0.end }
  }

  /// What the audience would choose at a time, and a person left out.
  func leftOut(at time: Double) -> Candidate? {
    guard state.pin != nil else { return nil }
    return choice.candidates.first { $0.coreStart <= time && time < $0.coreEnd }
  }

  /// What is in force of a pinned video, in sentences; empty without a pin.
  var pinWords: [String] {
    guard let pin = state.pin, let pinned else { return [] }
    let spans = pinned.moments.map { ExplanationWords.span($0.start, $0.end) }
    return [
      "pinned by a person (--\(pin.kind.rawValue)); in force: "
        + (spans.isEmpty ? "no moment" : spans.joined(separator: ", ")),
      "what follows is what the audience would choose; "
        + "`gazecut regenerate \(video) --unpin` lets it decide again",
    ]
  }
}
