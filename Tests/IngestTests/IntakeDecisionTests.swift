import Importers
import Testing
@testable import Ingest

/// What is done about a file, by how it was left and how it is.
@Suite struct IntakeDecisionTests {
  private let now = 1_000_000.0

  private func item(_ condition: InputItem.Condition, token: String = "1") -> InputItem {
    InputItem(
      identity: "timelines/trip/anna", name: "timelines/trip/anna.json",
      label: "timelines/trip/*", token: token, source: .file("/lib/x"),
      condition: condition)
  }

  private func decided(
    _ condition: InputItem.Condition, _ state: ImportHistory.State? = nil,
    since: Double? = nil, token: String = "1", settle: Double = 10
  ) -> IntakeDecision {
    let known = state.map { ImportHistory(state: $0, token: "1", since: since ?? now) }
    return IntakeDecision(item(condition, token: token), known: known, now: now, settle: settle)
  }

  @Test func whatIsAsItWasLeftIsNotRead() {
    #expect(decided(.changed(secondsAgo: 500), .taken) == .unchanged(.taken))
    #expect(decided(.changed(secondsAgo: 500), .refused) == .unchanged(.refused))
    #expect(decided(.changed(secondsAgo: 500), .waiting) == .unchanged(.waiting))
    #expect(decided(.unfit("x"), .refused) == .unchanged(.refused))
    // A token of its own is another content.
    for state in [ImportHistory.State.taken, .refused, .waiting] {
      #expect(decided(.changed(secondsAgo: 500), state, token: "2") == .isRead)
    }
  }

  @Test func whatIsYoungSettlesFirst() {
    #expect(decided(.changed(secondsAgo: 9.9)) == .settles)
    #expect(decided(.changed(secondsAgo: 10)) == .isRead)
    #expect(decided(.changed(secondsAgo: 0.1), settle: 0) == .isRead)
    #expect(decided(.changed(secondsAgo: 1), .taken, token: "2") == .settles)
  }

  /// A file of a clock that is ahead, seen twice as it is, is not waited for until that time comes.
  @Test func whatWasSeenAsItIsForLongEnoughIsSettled() {
    #expect(decided(.changed(secondsAgo: -3600)) == .settles)
    #expect(decided(.changed(secondsAgo: -3600), .settling, since: now - 9) == .settles)
    #expect(decided(.changed(secondsAgo: -3600), .settling, since: now - 10) == .isRead)
    #expect(decided(.changed(secondsAgo: 1), .settling, since: now - 99, token: "2") == .settles)
  }

  @Test func whatCannotBeReadSaysWhy() {
    #expect(decided(.unfinished("it is empty")) == .waits("it is empty"))
    // It may be read by the next night, though nobody writes it meanwhile.
    for state in [nil, .blocked] as [ImportHistory.State?] {
      #expect(decided(.closed("leads nowhere"), state) == .closed("leads nowhere"))
    }
    #expect(decided(.unfit("too deep")) == .refused("too deep"))
    // Its video's source may have come, or whoever keeps it from being read may have gone.
    #expect(decided(.changed(secondsAgo: 500), .sourceless) == .isRead)
    #expect(decided(.changed(secondsAgo: 500), .blocked) == .isRead)
    // What is cut stays so until it changes.
    #expect(decided(.changed(secondsAgo: 500), .endless) == .unchanged(.endless))
  }

  @Test func aPlaceOfWhichNothingFitsIsMissed() {
    let (fit, unfit) = (item(.changed(secondsAgo: 500)), item(.unfit("too deep")))
    #expect(IntakeDecision.misses([unfit, unfit]))
    for items in [[], [fit, unfit], [item(.unfinished("it is empty")), unfit]] {
      #expect(!IntakeDecision.misses(items))
    }
  }

  @Test(arguments: [
    (".trip.json.Xq2a", true), ("anna.json.part", true), ("anna.CRDOWNLOAD", true),
    ("anna.filepart", true), ("anna.opdownload", true), ("anna.tmp", true), ("anna.json~", true),
    ("anna.json", false),
    ("apart", false),
  ])
  func namesTellWhatIsStillWritten(name: String, isUnfinished: Bool) {
    #expect((UnfinishedFileCheck.reason(name: name, bytes: 1) != nil) == isUnfinished)
  }

  @Test func anEmptyFileIsNotYetWritten() {
    #expect(UnfinishedFileCheck.reason(name: "anna.json", bytes: 0) == "it is empty")
  }
}
