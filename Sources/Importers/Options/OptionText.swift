import Audience
import Foundation

/// The values of options, read from their text.
enum OptionText {
  /// A value that was read; without one, the refusal of its text.
  private static func known<Value>(
    _ value: Value?, else refusal: @autoclosure () -> String
  ) throws(ImportOptionError) -> Value {
    guard let value else { throw ImportOptionError(refusal()) }
    return value
  }

  /// Seconds, at most 400 days: a clock that began at another New Year's is one that counts.
  static func offset(_ text: String) throws(ImportOptionError) -> Double {
    let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
    let value = try known(number, else: "--offset '\(text)' is no number")
    guard abs(value) <= 400 * 86_400 else {
      throw ImportOptionError(
        "--offset '\(text)' is more than 400 days; it is seconds to add, and --started-at tells "
          + "what a clock showed")
    }
    return value
  }

  static func query(_ text: String) throws(ImportOptionError) -> String {
    let isEmpty = text.allSatisfy(\.isWhitespace)
    return try known(isEmpty ? nil : text, else: "--query is empty; give it a SELECT")
  }

  /// Which name in a file's path names the viewer: 0 is the file's.
  static func viewerFolder(_ text: String) throws(ImportOptionError) -> Int {
    let above = text.hasPrefix("folder:") ? Int(text.dropFirst(7)) : nil
    return try known(
      ["file": 0, "folder": 1][text] ?? above.flatMap { (1...32).contains($0) ? $0 : nil },
      else:
        "--viewer-from '\(text)': write file, folder, or folder:2 for the folder above the file's")
  }

  /// The name of a viewer; the message does not repeat it.
  static func viewer(_ text: String) throws(ImportOptionError) -> String {
    try known(ViewerName.plain(text), else: "--viewer cannot be used: \(ViewerName.rule)")
  }

  /// Frames a second; slower than one in ten days, or faster than any camera, the times would mean
  /// nothing.
  static func frameRate(_ text: String) throws(ImportOptionError) -> Double {
    let parts = text.split(separator: "/").map { Double($0) ?? .nan }
    let value = parts.count == 2 ? parts[0] / parts[1] : (Double(text) ?? .nan)
    guard TimeUnit.frameRates.contains(value) else {
      throw ImportOptionError(
        "--fps '\(text)' is no number of frames a second; write 25 or 30000/1001")
    }
    return value
  }

  /// How wide the picture is, as seen: a phone at arm's length is 10 degrees, the first row of a
  /// cinema 90.
  static func degrees(_ text: String) throws(ImportOptionError) -> Double {
    guard let value = Double(text), (5...120).contains(value) else {
      throw ImportOptionError(
        "--head '\(text)' is no width of the picture from 5 to 120 degrees, as seen from the seats; "
          + "one as wide as it is far away is 53")
    }
    return value
  }

  static func size(_ text: String, _ option: ImportOption) throws(ImportOptionError) -> PlaneSize {
    try known(
      size(text), else: "--\(option.rawValue) '\(text)' is no size; write it as 844x475")
  }

  /// The size of `844x475`; `nil` for anything else.
  static func size(_ text: some StringProtocol) -> PlaneSize? {
    let parts = text.lowercased().replacing("×", with: "x").split(
      separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
      width > 0, height > 0, width.isFinite, height.isFinite
    else { return nil }
    return PlaneSize(width: width, height: height)
  }

  static func rectangle(_ text: String) throws(ImportOptionError) -> PlaneRectangle {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 3, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite,
      y.isFinite, let size = size(parts[2])
    {
      return PlaneRectangle(x: x, y: y, size: size)
    }
    throw ImportOptionError(
      "--picture '\(text)' is no rectangle; write its left, top and size as 0,362,834x469")
  }

  static func time(_ text: String) throws(ImportOptionError) -> Date {
    try known(
      RecordingTime.date(text),
      else: "--recorded-at '\(text)' is no time; write it as 2026-11-19T21:03:00Z")
  }

  static func wallClock(_ text: String) throws(ImportOptionError) -> WallClock {
    try known(
      WallClock(text), else: "--started-at '\(text)' is no time; write it as 2019-04-23T20:55:10")
  }

  static func words(
    _ text: String, _ option: ImportOption
  ) throws(ImportOptionError) -> [String] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard words.allSatisfy({ (1...256).contains($0.utf8.count) }) else {
      throw ImportOptionError(
        "--\(option.rawValue) '\(text)' has an empty name; write person,dog,ball")
    }
    return words
  }

  static func anchors(_ text: String) throws(ImportOptionError) -> [PlaneSize] {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan }
    guard !numbers.isEmpty, numbers.count.isMultiple(of: 2),
      numbers.allSatisfy({ $0.isFinite && $0 > 0 })
    else {
      throw ImportOptionError(
        "--anchors '\(text)' are no pairs of numbers above 0; write 1.08,1.19,3.42,4.41")
    }
    return stride(from: 0, to: numbers.count, by: 2).map {
      PlaneSize(width: numbers[$0], height: numbers[$0 + 1])
    }
  }

  static func isLetterboxed(_ text: String) throws(ImportOptionError) -> Bool {
    try known(
      ["stretch": false, "letterbox": true][text],
      else: "--fit '\(text)' is neither stretch nor letterbox")
  }
}
