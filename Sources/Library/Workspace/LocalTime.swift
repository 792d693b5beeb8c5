package import Foundation

/// Points in time for people, by this machine's clock; logs and documents have UTC.
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

  /// The same of a time that a document has in ISO 8601; another text stays as it is.
  package static func text(iso text: String) -> String {
    (try? Date(text, strategy: .iso8601)).map { Self.text($0) } ?? text
  }
}
