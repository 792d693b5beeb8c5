import Foundation

enum PageWords {
  /// A date and time as `2026-11-19 02:00 UTC`.
  static func time(_ date: Date) -> String {
    date.formatted(.iso8601).prefix(16).replacing("T", with: " ") + " UTC"
  }

  /// A date as `2026-11-19`.
  static func date(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}
