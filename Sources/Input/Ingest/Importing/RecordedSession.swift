import Foundation
import Importers
import Library

/// When a session was recorded, what it spans, and which sides it tells.
struct RecordedSession {
  let recordedAt: Date?
  let check: ImportCheck

  /// Whether both tell the same side of the same seconds, and nothing says that it was watched
  /// twice.
  private func isDoubled(by other: RecordedSession) -> Bool {
    if let recordedAt, let again = other.recordedAt, abs(recordedAt.timeIntervalSince(again)) > 1 {
      return false
    }
    guard tellsGaze && other.tellsGaze || tellsFaces && other.tellsFaces else { return false }
    let shared = min(check.to, other.check.to) - max(check.from, other.check.from)
    let shorter = min(check.to - check.from, other.check.to - other.check.from)
    return shared >= 0 && shared >= shorter / 2
  }

  private var tellsGaze: Bool { check.usableGaze != nil }
  private var tellsFaces: Bool { check.usableFaces != nil }

  /// Whether some session of one file is doubled by one of another.
  static func double(_ own: [RecordedSession], _ others: [RecordedSession]) -> Bool {
    others.contains { other in own.contains { $0.isDoubled(by: other) } }
  }

  /// Whether some session of a file is doubled by another of the same, and of the same time.
  ///
  /// Of sessions that do not double one another at most two of a side last at any second, so that
  /// thousands of one viewer are passed through once.
  static func haveOverlappingPlayTime(_ viewings: [RecordedSession]) -> Bool {
    Dictionary(grouping: viewings, by: \.recordedAt).values.contains { together in
      [\RecordedSession.tellsGaze, \RecordedSession.tellsFaces].contains { side in
        var lasting: [RecordedSession] = []
        let ordered = together.filter { $0[keyPath: side] }.sorted { $0.check.from < $1.check.from }
        return ordered.contains { viewing in
          lasting.removeAll { $0.check.to < viewing.check.from }
          lasting.append(viewing)
          return lasting.dropLast().contains { $0.isDoubled(by: viewing) }
        }
      }
    }
  }
}

extension RecordedSession {
  /// `nil` where an older gazecut imported it.
  init?(_ session: SessionInOtherFile) {
    guard let check = ImportCheck(text: session.report) else { return nil }
    self.init(recordedAt: session.recordedAt, check: check)
  }
}
