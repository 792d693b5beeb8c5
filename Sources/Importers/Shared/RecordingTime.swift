package import Foundation

/// Times of recording as files and options write them: RFC 3339, `2026-11-19T21:03:00Z`.
package enum RecordingTime {
  /// The instant of a text such as `2026-11-19T21:03:00Z`, with a fraction or an offset where it
  /// has one; `nil` for anything else.
  package static func date(_ text: String) -> Date? {
    let plain = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? plain.parse(text)) ?? (try? fraction.parse(text))
  }
}
