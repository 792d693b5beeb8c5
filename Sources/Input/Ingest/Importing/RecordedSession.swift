import Foundation
import Importers
import Library

/// The recording time of a session, its time range, and whether it has gaze and faces.
struct RecordedSession {
  let recordedAt: Date?
  let check: ImportCheck

  /// Whether sessions have the same data for the same seconds, and not of two recording times.
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

  /// Whether a session of one file duplicates a session of the other.
  static func double(_ own: [RecordedSession], _ others: [RecordedSession]) -> Bool {
    others.contains { other in own.contains { $0.isDoubled(by: other) } }
  }

  /// Whether two sessions of one file with the same recording time duplicate each other.
  ///
  /// Among sessions without duplicates at most two per kind of data overlap at any time. So
  /// thousands of sessions need only one pass.
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
  /// Fails if an older version of gazecut imported the session.
  init?(_ session: SessionInOtherFile) {
    guard let check = ImportCheck(text: session.report) else { return nil }
    self.init(recordedAt: session.recordedAt, check: check)
  }
}
