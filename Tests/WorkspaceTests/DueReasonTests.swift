import Testing

@testable import Workspace

@Suite struct DueReasonTests {
  private let before = "17/8 abc 100-f-e set wishes w"

  @Test func eachPartOfAFingerprintIsAReason() {
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
    // What was replaced while it was worked on is seen again.
    #expect(changes(before + ", worked on 99-a-b") == [.source])
    #expect(DueReason.changes(from: nil, to: before) == [.new])
    // A viewer was forgotten: neither the source nor the settings are others.
    #expect(DueReason.changes(from: before + DueReason.withoutFigures, to: before) == [.evidence])
  }
}
