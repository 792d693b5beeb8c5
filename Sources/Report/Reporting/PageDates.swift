import Foundation

enum PageDates {
  /// A date and time, for example `2026-11-19 02:00 UTC`.
  static func time(_ date: Date) -> String {
    date.formatted(.iso8601).prefix(16).replacing("T", with: " ") + " UTC"
  }

  /// A date, for example `19 November 2026`.
  static func day(_ date: Date) -> String {
    let parts = self.date(date).split(separator: "-").compactMap { Int($0) }
    return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// A date, for example `2026-11-19`.
  static func date(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}
