package import Foundation

/// Words of the pages.
package enum PageWords {
  /// A date and time as `2026-11-19 02:00 UTC`.
  package static func time(_ date: Date) -> String {
    date.formatted(.iso8601).prefix(16).replacing("T", with: " ") + " UTC"
  }

  /// A date as `2026-11-19`.
  package static func date(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }

  /// `1 clip`, `2 clips`.
  package static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
