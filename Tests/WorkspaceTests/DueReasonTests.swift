import Testing

@testable import Workspace

@Suite struct DueReasonTests {
  private let before = "17/8 abc 100-f-e set wishes w"

  @Test func eachChangedPartOfAFingerprintGivesAReason() {
    func changes(_ now: String) -> [DueReason] { DueReason.changes(from: before, to: now) }
    #expect(changes(before) == [])
    #expect(changes("18/8 abc 100-f-e set wishes w") == [.judgement])
    #expect(changes("17/9 abc 100-f-e set wishes w") == [.renderer])
    #expect(changes("18/9 abc 100-f-e set wishes w") == [.judgement, .renderer])
    #expect(changes("17/8 abd 100-f-e set wishes w") == [.evidence])
    #expect(changes("17/8 abc 101-f-e set wishes w") == [.source])
    #expect(changes("17/8 abc no source set wishes w") == [.source])
    #expect(changes("17/8 abc 100-f-e-words set wishes w") == [.captions])
    #expect(changes("17/8 abc 100-f-e sets") == [.settings, .wishes])
    // The source was replaced during the run.
    #expect(changes(before + ", worked on 99-a-b") == [.source])
    #expect(DueReason.changes(from: nil, to: before) == [.new])
    // A viewer was forgotten. Source and settings did not change.
    #expect(DueReason.changes(from: before + DueReason.withoutFigures, to: before) == [.evidence])
  }
}
