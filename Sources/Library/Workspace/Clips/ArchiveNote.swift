package import EditDecisions
import Foundation
package import Library

/// Describes what a clip showed and why it was archived, for `status --retired` and `restore`.
package struct ArchiveNote {
  /// The decisions with which the clip was made; `nil` if unknown.
  let before: DecisionDocument?
  /// The current decisions; `nil` if the video is removed from the library.
  let after: DecisionDocument?

  package init(recorded: String?, after: DecisionDocument?) {
    before = recorded.flatMap { try? DecisionDocument(text: $0) }
    self.after = after
  }

  /// Returns the clip as it is stored after it was archived.
  package func retired(_ clip: Clip, in files: ClipFolder) -> Clip {
    var retired = clip
    retired.state = .retired
    retired.retiredAt = Date()
    retired.retirement = note(of: clip.id, record: files.archivedMetadata(of: clip))
    return retired
  }

  /// Describes a clip for its record in the library; `nil` if its time range is unknown.
  ///
  /// `record` is its sidecar metadata, in case that an interrupted run never decided it.
  func note(of id: String, record: Data?) -> Clip.Retirement? {
    let shape = before?.shapes.first { $0.moments.contains { $0.id == id } }
    let shown = shape.flatMap { before?.shown(in: $0) } ?? before
    let moment =
      shown?.moments.first { $0.id == id }
      ?? record.flatMap { try? ClipSidecar.moment(inShort: $0) }
    guard let moment else { return nil }
    var note = Clip.Retirement(start: moment.start, end: moment.end, reason: nil)
    guard let after else {
      note.reason = "the video was removed from the library"
      return note
    }
    var document = after
    if let profile = shape?.profile {
      guard let now = after.shapes.first(where: { $0.profile == profile }) else {
        note.reason = "moments are no longer shown as \(profile) (render.profiles)"
        return note
      }
      document = after.shown(in: now)
    }
    let next = successor(of: moment, in: document)
    note.replacedBy = next?.id
    note.reason = next.map { Self.reason($0, moment) } ?? Self.reason(moment, in: document)
    return note
  }

  /// The moment that names it, or that with the largest overlap, at least half of the shorter one.
  private func successor(of moment: Moment, in document: DecisionDocument) -> Moment? {
    if let named = document.moments.first(where: { $0.why.replacedClipID == moment.id }) {
      return named
    }
    let best = document.moments.max {
      Self.shared($0.start, $0.end, moment) < Self.shared($1.start, $1.end, moment)
    }
    return best.flatMap { best in
      let shorter = min(best.end - best.start, moment.end - moment.start)
      return Self.shared(best.start, best.end, moment) * 2 >= shorter ? best : nil
    }
  }

  private static func shared(_ start: Double, _ end: Double, _ moment: Moment) -> Double {
    max(0, min(end, moment.end) - max(start, moment.start))
  }

  private static func reason(_ next: Moment, _ moment: Moment) -> String {
    if next.why.replacedClipID == moment.id, let reason = next.why.replacementReason {
      return reason
    }
    if let choosing = next.why.choosing { return choosing }
    let isSame = abs(next.start - moment.start) < 0.05 && abs(next.end - moment.end) < 0.05
    return isSame ? "its seconds are framed differently" : "it begins or ends at another time"
  }

  /// Why no moment with its time range was chosen.
  private static func reason(_ moment: Moment, in document: DecisionDocument) -> String {
    let refusal = document.rejected.max {
      shared($0.start, $0.end, moment) < shared($1.start, $1.end, moment)
    }
    if let refusal, shared(refusal.start, refusal.end, moment) > 0 { return refusal.reason }
    return document.reason ?? "other moments were chosen"
  }
}
