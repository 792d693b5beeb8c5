package import Foundation

/// Formats times in the local time zone; logs and documents use UTC.
package enum LocalTime {
  /// For example `2026-11-28 14:05`.
  package static func text(_ date: Date, in zone: TimeZone = .current) -> String {
    let format = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
    return String(date.formatted(format).prefix(16))
  }

  /// Formats an ISO 8601 time from a document; returns other text unchanged.
  package static func text(iso text: String) -> String {
    (try? Date(text, strategy: .iso8601)).map { Self.text($0) } ?? text
  }
}
