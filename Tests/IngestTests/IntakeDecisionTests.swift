import Importers
import Testing
@testable import Ingest

/// What the intake does with a file, by the state at the last run and the state now.
@Suite struct IntakeDecisionTests {
  private let now = 1_000_000.0

  private func item(_ condition: InputItem.Condition, token: String = "1") -> InputItem {
    InputItem(
      identity: "timelines/trip/anna", name: "timelines/trip/anna.json",
      label: "timelines/trip/*", token: token, source: .file("/lib/x"),
      condition: condition)
  }

  private func decision(
    _ condition: InputItem.Condition, _ state: ImportHistory.State? = nil,
    since: Double? = nil, token: String = "1", settle: Double = 10
  ) -> IntakeDecision {
    let known = state.map { ImportHistory(state: $0, token: "1", since: since ?? now) }
    return IntakeDecision(item(condition, token: token), known: known, now: now, settle: settle)
  }

  @Test func unchangedFilesAreNotReadAgain() {
    #expect(decision(.changed(secondsAgo: 500), .taken) == .unchanged(.taken))
    #expect(decision(.changed(secondsAgo: 500), .refused) == .unchanged(.refused))
    #expect(decision(.changed(secondsAgo: 500), .waiting) == .unchanged(.waiting))
    #expect(decision(.unfit("x"), .refused) == .unchanged(.refused))
    // A new token means new content.
    for state in [ImportHistory.State.taken, .refused, .waiting] {
      #expect(decision(.changed(secondsAgo: 500), state, token: "2") == .isRead)
    }
  }

  @Test func recentlyChangedFilesAreNotReadYet() {
    #expect(decision(.changed(secondsAgo: 9.9)) == .settles)
    #expect(decision(.changed(secondsAgo: 10)) == .isRead)
    #expect(decision(.changed(secondsAgo: 0.1), settle: 0) == .isRead)
    #expect(decision(.changed(secondsAgo: 1), .taken, token: "2") == .settles)
  }

  /// If a clock is ahead, the time of the file is in the future; gazecut does not wait that long.
  @Test func fileThatStaysUnchangedLongEnoughIsRead() {
    #expect(decision(.changed(secondsAgo: -3600)) == .settles)
    #expect(decision(.changed(secondsAgo: -3600), .settling, since: now - 9) == .settles)
    #expect(decision(.changed(secondsAgo: -3600), .settling, since: now - 10) == .isRead)
    #expect(decision(.changed(secondsAgo: 1), .settling, since: now - 99, token: "2") == .settles)
  }

  @Test func unreadableFilesHaveAReason() {
    #expect(decision(.unfinished("it is empty")) == .waits("it is empty"))
    // The next run tries again, even if the file did not change.
    for state in [nil, .blocked] as [ImportHistory.State?] {
      #expect(decision(.closed("leads nowhere"), state) == .closed("leads nowhere"))
    }
    #expect(decision(.unfit("too deep")) == .refused("too deep"))
    // The source of its video may exist by now, or the file may be readable by now.
    #expect(decision(.changed(secondsAgo: 500), .sourceless) == .isRead)
    #expect(decision(.changed(secondsAgo: 500), .blocked) == .isRead)
    // A truncated file is not read again until it changes.
    #expect(decision(.changed(secondsAgo: 500), .endless) == .unchanged(.endless))
  }

  @Test func inputWithoutAnyFittingFileIsRecognised() {
    let (fit, unfit) = (item(.changed(secondsAgo: 500)), item(.unfit("too deep")))
    #expect(IntakeDecision.hasOnlyUnusableItems([unfit, unfit]))
    for items in [[], [fit, unfit], [item(.unfinished("it is empty")), unfit]] {
      #expect(!IntakeDecision.hasOnlyUnusableItems(items))
    }
  }

  @Test(arguments: [
    (".trip.json.Xq2a", true), ("anna.json.part", true), ("anna.CRDOWNLOAD", true),
    ("anna.filepart", true), ("anna.opdownload", true), ("anna.tmp", true), ("anna.json~", true),
    ("anna.json", false),
    ("apart", false),
  ])
  func unfinishedFilesAreRecognisedByName(name: String, isUnfinished: Bool) {
    #expect((UnfinishedFileCheck.reason(name: name, bytes: 1) != nil) == isUnfinished)
  }

  @Test func emptyFileIsUnfinished() {
    #expect(UnfinishedFileCheck.reason(name: "anna.json", bytes: 0) == "it is empty")
  }
}
