import Foundation
import Library

/// The action for an item in this run.
enum IntakeDecision: Sendable, Hashable {
  /// It was handled before and has not changed; nothing is read.
  case unchanged(ImportHistory.State)
  /// It is left to the next run because it is still being written, for this reason.
  case waits(String)
  /// It is left to the next run because it cannot be opened, for this reason.
  case closed(String)
  /// It is a folder that cannot be read, for this reason; reported in each run.
  case unreadableFolder(String)
  /// It was changed so recently that it may change again; it is checked once more.
  case settles
  /// It is rejected, for this reason.
  case refused(String)
  case isRead

  /// Decides on the action for an item.
  ///
  /// `known` is its stored state. `now` is in seconds since 1970. `settle` is the minimum age, in
  /// seconds, of the item's last change.
  init(_ item: InputItem, known: ImportHistory?, now: Double, settle: Double) {
    let same = known.flatMap { $0.token == item.token ? $0 : nil }
    switch (item.condition, same?.state) {
    case (.closedFolder(let reason), _): self = .unreadableFolder(reason)
    case (_, let state?) where [.taken, .refused, .waiting, .endless].contains(state):
      self = .unchanged(state)
    case (.unfit(let reason), _): self = .refused(reason)
    case (.unfinished(let reason), _): self = .waits(reason)
    case (.closed(let reason), _): self = .closed(reason)
    case (.whole, _), (_, .blocked), (_, .sourceless): self = .isRead
    case (.changed(let seconds), let state):
      // With a clock that is ahead, the file would wait forever. So accept it if it stays
      // unchanged.
      let watched = state == .settling ? now - (same?.since ?? now) : 0
      self = settle > 0 && seconds < settle && watched < settle ? .settles : .isRead
    }
  }

  /// Whether all items can never be read, and none is unfinished, so that the pattern is wrong.
  static func hasOnlyUnusableItems(_ items: [InputItem]) -> Bool {
    !items.isEmpty
      && items.allSatisfy { if case .unfit = $0.condition { true } else { false } }
  }
}

/// The stored state of an item.
struct ImportHistory: Sendable, Hashable {
  enum State: String, Sendable, CaseIterable {
    case taken
    /// Its name or size shows that it is still being written; not tried again until it changes.
    case waiting
    case settling
    /// It ends before its announced end; not tried again until it changes.
    case endless
    /// Its video has no source yet; tried again in each run.
    case sourceless
    /// It cannot be read for an external reason; tried again in each run.
    case blocked
    /// It is invalid; not tried again until it changes.
    case refused

    /// The outcome to count for an unchanged item; `nil` if it had been imported.
    var outcome: IntakeSummary.Outcome? {
      switch self {
      case .taken: nil
      case .waiting, .settling, .endless, .sourceless, .blocked: .waiting
      case .refused: .refused
      }
    }
  }

  var state: State
  var token: String
  /// The time of the state, in seconds since 1970.
  var since: Double
}

extension ImportHistory {
  /// Fails if a later version of gazecut wrote the entry.
  init?(_ memory: LoggedImport) {
    guard let state = State(rawValue: memory.state) else { return nil }
    self.init(state: state, token: memory.token, since: memory.since.timeIntervalSince1970)
  }
}
