/// What is to be done about an item tonight.
package enum IntakeDecision: Sendable, Hashable {
  /// It was dealt with and has not changed since; nothing is read.
  case unchanged(ImportHistory.State)
  /// It is left for the next night, as it is still being written, for this reason.
  case waits(String)
  /// It is left for the next night, as something outside of it keeps it from being read.
  case closed(String)
  /// It was written so lately that it may go on; it is looked at once more.
  case settles
  /// It cannot be taken as it is, for this reason.
  case refused(String)
  case isRead
}

/// What the library remembers of an item.
package struct ImportHistory: Sendable, Hashable {
  package enum State: String, Sendable, CaseIterable {
    /// Its content is in the library, or was when it was taken in.
    case taken
    /// Its name or its size says that it is being written; until it changes.
    case waiting
    /// It was just being written.
    case settling
    /// It ends before its own form says so; until it changes.
    case endless
    /// The source of its video has not come. It is tried every night.
    case sourceless
    /// Something else outside of it keeps it from being read. It is tried every night.
    case blocked
    /// It is bad, until it changes.
    case refused
  }

  package var state: State
  package var token: String
  /// When that was, in seconds since 1970.
  var since: Double

  package init(state: State, token: String, since: Double) {
    self.state = state
    self.token = token
    self.since = since
  }
}

extension IntakeDecision {
  /// Decides about an item.
  ///
  /// - Parameters:
  ///   - item: as it is now.
  ///   - known: as it was left, if it was seen before.
  ///   - now: seconds since 1970.
  ///   - settle: seconds for which it must have been left alone.
  package init(_ item: InputItem, known: ImportHistory?, now: Double, settle: Double) {
    let same = known.flatMap { $0.token == item.token ? $0 : nil }
    switch (item.condition, same?.state) {
    case (_, let state?) where [.taken, .refused, .waiting, .endless].contains(state):
      self = .unchanged(state)
    case (.unfit(let reason), _): self = .refused(reason)
    case (.unfinished(let reason), _): self = .waits(reason)
    case (.closed(let reason), _): self = .closed(reason)
    case (.whole, _), (_, .blocked), (_, .sourceless): self = .isRead
    case (.changed(let seconds), let state):
      // By a clock that is ahead it would wait for ever: seen twice as it is, it is settled.
      let watched = state == .settling ? now - (same?.since ?? now) : 0
      self = settle > 0 && seconds < settle && watched < settle ? .settles : .isRead
    }
  }

  /// Whether things lie in a place, and none of them is one of its files: the pattern is wrong.
  ///
  /// - Parameter items: all that lies there.
  /// - Returns: whether it is so; not where some may be files that are still being written.
  package static func misses(_ items: [InputItem]) -> Bool {
    !items.isEmpty
      && items.allSatisfy { if case .unfit = $0.condition { true } else { false } }
  }
}
