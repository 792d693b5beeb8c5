/// The unit of a time column.
enum TimeUnit: Hashable, Sendable {
  case seconds, milliseconds, microseconds, nanoseconds
  case clock
  /// A date such as `2026-11-20T18:03:05.031`, in seconds since 1970 on its own clock.
  case date
  /// Frame numbers from 0 at this many frames per second; 0 until `--fps` is known.
  case frame(rate: Double)

  /// Plausible frame rates: from one frame in ten days to ten million per second.
  static let frameRates = 1e-6...1e7

  static let words = "s, ms, us, ns, clock, date, frame@25, or frame with --fps"

  /// The names of each unit, the short one first.
  private static let names: [(unit: TimeUnit, words: [String])] = [
    (.seconds, ["s", "sec", "secs", "second", "seconds"]),
    (.milliseconds, ["ms", "msec", "millisecond", "milliseconds", "millis"]),
    (.microseconds, ["us", "usec", "microsecond", "microseconds", "micros"]),
    (.nanoseconds, ["ns", "nsec", "nanosecond", "nanoseconds", "nanos"]),
    (.clock, ["clock", "hh:mm:ss.mmm"]), (.date, ["date", "datetime", "iso8601"]),
    (.frame(rate: 0), ["frame", "frames"]),
  ]

  /// Parses the name of a unit, or `frame@25`.
  init?(word: String) {
    let plain = word.lowercased().replacing("µ", with: "u").replacing("μ", with: "u")
    if let named = Self.names.first(where: { $0.words.contains(plain) }) {
      self = named.unit
    } else if plain.hasPrefix("frame@"), let rate = Double(plain.dropFirst(6)),
      Self.frameRates.contains(rate)
    {
      self = .frame(rate: rate)
    } else {
      return nil
    }
  }

  /// Converts a cell to seconds; `nil` if it is not a time in this unit.
  @inline(__always)
  func seconds(_ cell: Bytes, _ number: (Bytes) -> Double?) -> Double? {
    guard let perSecond else { return self == .date ? Self.date(cell) : Self.clock(cell) }
    return number(cell).map { $0 / perSecond }
  }

  /// Units per second; `nil` for clock times and dates.
  var perSecond: Double? {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    case .frame(let rate): rate
    case .clock, .date: nil
    }
  }

  var word: String {
    if case .frame(let rate) = self { return "frame@\(rate)" }
    return Self.names.first { $0.unit == self }?.words[0] ?? ""
  }

  /// Detects whether a cell is a date or a clock time; `nil` if it is neither.
  init?(writtenIn cell: Bytes) {
    if Self.date(cell) != nil {
      self = .date
    } else if cell.array.contains(UInt8(ascii: ":")), Self.clock(cell) != nil {
      self = .clock
    } else {
      return nil
    }
  }

  static func wallClock(_ cell: Bytes) -> ClockDate? { cell.trimmed.text.flatMap(ClockDate.init) }

  private static func date(_ cell: Bytes) -> Double? {
    wallClock(cell).map { $0.unixSeconds ?? $0.seconds }
  }

  private static func clock(_ cell: Bytes) -> Double? {
    guard let text = cell.text else { return nil }
    let parts = text.trimmingPrefix(while: \.isWhitespace).split(
      separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for part in parts {
      let plain = part.replacing(",", with: ".").replacing(" ", with: "")
      guard let value = Double(plain), value >= 0, value.isFinite else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }
}
