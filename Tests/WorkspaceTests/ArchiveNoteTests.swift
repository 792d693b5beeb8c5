import EditDecisions
import Foundation
import Library
import Overrides
import Testing

@testable import Workspace

/// The reason that is stored with an archived clip.
@Suite struct ArchiveNoteTests {
  private static func moment(_ id: String, _ start: Double, _ end: Double) -> Moment {
    Moment(
      id: "walk-" + id, rank: 1, start: start, end: end, coreStart: start, coreEnd: end, score: 0.5,
      why: MomentReasons(viewers: 9),
      framing: Framing(
        gazeKept: nil, shots: [ClipShot(start: start, end: end, cut: .source, layout: .fit)]))
  }

  private static func document(
    _ moments: [Moment], rejected: [RejectedSegment] = [], reason: String? = nil
  ) -> DecisionDocument {
    DecisionDocument(
      video: VideoDescription(
        id: "walk", source: "walk.mp4", duration: 99, width: 16, height: 9,
        frameRate: FrameRate(25, 1)),
      audience: AudienceSummary(viewers: 9, excluded: []), settings: "", moments: moments,
      rejected: rejected, reel: [], reason: reason)
  }

  private let before = document([moment("a", 20, 40)]).json

  private func note(_ after: DecisionDocument?) throws -> Clip.Retirement {
    let note = ArchiveNote(recorded: before, after: after).note(of: "walk-a", record: nil)
    return try #require(note)
  }

  @Test func clipWithTheSameSecondsIsNamedAsReplacement() throws {
    var next = Self.moment("b", 22, 44)
    #expect(
      try note(Self.document([next]))
        == .init(
          start: 20, end: 40, reason: "it begins or ends at another time", replacedBy: "walk-b"))
    next.why.replaces = "walk-a: its window keeps .81, this one .86"
    #expect(try note(Self.document([next])).reason == "its window keeps .81, this one .86")
    next.why.replaces = nil
    next.why.note(.move(near: 30, start: .by(2), end: .by(4)))
    #expect(
      try note(Self.document([next])).reason == "wished: move 0:30 start +2 end +4")
    let other = Self.document([Self.moment("c", 20, 40)])
    #expect(try note(other).reason == "its seconds are framed differently")
  }

  @Test func rejectionIsTheReasonIfThereIsNoReplacement() throws {
    let far = Self.moment("b", 60, 80)
    let rejected = [
      RejectedSegment(start: 70, end: 90, score: 0.4, reason: "other"),
      RejectedSegment(start: 25, end: 30, score: 0.4, reason: "override: never 0:20-0:35"),
    ]
    let note = try note(Self.document([far], rejected: rejected))
    #expect(note == .init(start: 20, end: 40, reason: "override: never 0:20-0:35"))
    #expect(try self.note(Self.document([far])).reason == "other moments were chosen")
    #expect(try self.note(Self.document([], reason: "nobody")).reason == "nobody")
    #expect(try self.note(nil).reason == "the video was removed from the library")
  }

  /// A clip of a killed run is in no decisions, but its sidecar has its times.
  @Test func sidecarGivesTheTimesOfAnUndecidedClip() throws {
    let lost = Self.moment("d", 50, 60)
    let record = Data(ClipSidecar.short(lost, of: Self.document([lost])).utf8)
    let note = ArchiveNote(recorded: before, after: nil)
    #expect(note.note(of: "walk-d", record: record)?.start == 50)
    #expect(note.note(of: "walk-d", record: nil) == nil)
  }
}
