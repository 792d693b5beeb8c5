package import Foundation

/// Formats times in the local time zone; logs and documents use UTC.
package enum LocalTime {
  /// For example `2026-11-28 14:05`.
  package static func text(_ date: Date, in zone: TimeZone = .current) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ value: Int?) -> String {
      let text = String(value ?? 0)
      return text.count < 2 ? "0" + text : text
    }
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) "
      + "\(two(parts.hour)):\(two(parts.minute))"
  }

  /// Formats an ISO 8601 time from a document; returns other text unchanged.
  package static func text(iso text: String) -> String {
    (try? Date(text, strategy: .iso8601)).map { Self.text($0) } ?? text
  }
}
