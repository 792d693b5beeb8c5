package import Foundation

/// A date and time as shown by a clock, with its time zone if known.
package struct ClockDate: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 on this clock.
  package var seconds: Double
  /// Offset from UTC in seconds; `nil` if the time zone is unknown.
  var secondsAheadOfUTC: Double?

  /// Seconds since 1970 in UTC; `nil` if the time zone is unknown.
  package var unixSeconds: Double? { secondsAheadOfUTC.map { seconds - $0 } }
  package var date: Date? { unixSeconds.map { Date(timeIntervalSince1970: $0) } }

  /// Parses `2019-04-23T20:55:16` or `20190423205516`; `nil` also for impossible dates.
  ///
  /// A fraction of a second and a time zone (`Z`, `+02:00`) may follow, and a space may replace the
  /// `T`.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    func take(_ count: Int) -> Int? {
      guard rest.count >= count else { return nil }
      let digits = rest.prefix(count)
      guard digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
    func pass(_ marks: String) {
      if let first = rest.first, marks.utf8.contains(first) { rest = rest.dropFirst() }
    }
    guard let year = take(4) else { return nil }
    pass("-")
    guard let month = take(2), (1...12).contains(month) else { return nil }
    pass("-")
    guard let day = take(2), (1...31).contains(day) else { return nil }
    pass("T ")
    guard let hour = take(2), hour < 24 else { return nil }
    pass(":")
    guard let minute = take(2), minute < 60 else { return nil }
    pass(":")
    guard let second = take(2), second < 61 else { return nil }
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let digits = rest.prefix { $0 &- 48 < 10 }
      fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
      rest = rest.dropFirst(digits.count)
    }
    var date = unsafe tm()
    unsafe (date.tm_year, date.tm_mon, date.tm_mday) =
      (Int32(year) - 1900, Int32(month) - 1, Int32(day))
    let midnight = unsafe timegm(&date)
    // timegm(3) changes an impossible day, for example 31 April, to the next month.
    guard let zone = Self.zone(rest), year >= 1, unsafe Int(date.tm_mday) == day else { return nil }
    seconds = Double(midnight + hour * 3600 + minute * 60 + second) + fraction
    secondsAheadOfUTC = zone
  }

  /// Parses a time zone; the result is `.some(nil)` without one, and `nil` for other text.
  private static func zone(_ text: ArraySlice<UInt8>) -> Double?? {
    guard let sign = text.first else { return .some(nil) }
    if ["Z", "UTC", "GMT"].contains(String(decoding: text, as: UTF8.self).uppercased()) {
      return 0
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4 || digits.count == 2, digits.allSatisfy({ $0 &- 48 < 10 }) else {
      return nil
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    let value = digits.count == 2 ? number * 100 : number
    let seconds = Double(value / 100 * 3600 + value % 100 * 60)
    return .some(sign == UInt8(ascii: "-") ? -seconds : seconds)
  }
}
