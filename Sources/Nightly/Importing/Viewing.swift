import Foundation
import Importers
import Library

/// When a session was recorded, what it spans, and which sides it tells.
struct Viewing {
  private let recordedAt: Date?
  private let check: ImportCheck

  init(recordedAt: Date?, check: ImportCheck) {
    self.recordedAt = recordedAt
    self.check = check
  }

  /// `nil` where an older gazecut imported it.
  init?(_ session: OtherFileSession) {
    guard let check = ImportCheck(text: session.report) else { return nil }
    self.init(recordedAt: session.recordedAt, check: check)
  }

  /// Whether both tell the same side of the same seconds, and nothing says that it was watched
  /// twice.
  func isDoubled(by other: Viewing) -> Bool {
    if let recordedAt, let again = other.recordedAt, abs(recordedAt.timeIntervalSince(again)) > 1 {
      return false
    }
    let sharesGaze = check.usableGaze != nil && other.check.usableGaze != nil
    let sharesFaces = check.usableFaces != nil && other.check.usableFaces != nil
    guard sharesGaze || sharesFaces else { return false }
    let shared = min(check.to, other.check.to) - max(check.from, other.check.from)
    let shorter = min(check.to - check.from, other.check.to - other.check.from)
    return shared >= 0 && shared >= shorter / 2
  }
}
