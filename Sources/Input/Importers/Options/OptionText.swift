import Audience
import Foundation

extension ImportOption {
  /// The value that a text is by `parse`.
  ///
  /// - Throws: `ImportOptionError` that says what is wrong with one that is none.
  func value<Value>(
    _ text: String, _ parse: (String) -> Value?
  ) throws(ImportOptionError) -> Value {
    guard let value = parse(text) else { throw ImportOptionError("--\(rawValue) \(rule(text))") }
    return value
  }

  /// What is wrong with a text that is no value, and what would be right; a viewer's name is not
  /// repeated.
  private func rule(_ text: String) -> String {
    switch self {
    case .viewer: return "cannot be used: \(ViewerName.rule)"
    case .query: return "is empty; give it a SELECT"
    default: break
    }
    let rule =
      switch self {
      case .video: " cannot be the id of a video: it is \(Identifier.rule)"
      case .viewerFrom: ": write file, folder, or folder:2 for the folder above the file's"
      case .recordedAt: " is no time; write it as 2026-11-19T21:03:00Z"
      case .startedAt: " is no time; write it as 2019-04-23T20:55:10"
      case .offset where OptionText.number(text) == nil: " is no number"
      case .offset:
        " is more than 400 days; it is seconds to add, and --started-at tells what a clock showed"
      case .picture: " is no rectangle; write its left, top and size as 0,362,834x469"
      case .labels: " has an empty name; write person,dog,ball"
      case .anchors: " are no pairs of numbers above 0; write 1.08,1.19,3.42,4.41"
      case .fps: " is no number of frames a second; write 25 or 30000/1001"
      case .fit: " is neither stretch nor letterbox"
      case .head:
        " is no width of the picture from 5 to 120 degrees, as seen from the seats; one as wide as it "
          + "is far away is 53"
      default: " is no size; write it as 844x475"
      }
    return "'\(text)'\(rule)"
  }
}

/// The values of options, read from their text; `nil` for a text that is none.
enum OptionText {
  static func number(_ text: some StringProtocol) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Seconds, at most 400 days: a clock that began at another New Year's is one that counts.
  static func offset(_ text: String) -> Double? {
    number(text).flatMap { abs($0) <= 400 * 86_400 ? $0 : nil }
  }

  /// Which name in a file's path names the viewer: 0 is the file's.
  static func viewerFolder(_ text: String) -> Int? {
    let above = text.hasPrefix("folder:") ? Int(text.dropFirst(7)) : nil
    return ["file": 0, "folder": 1][text] ?? above.flatMap { (1...32).contains($0) ? $0 : nil }
  }

  /// Frames a second; slower than one in ten days, or faster than any camera, the times would mean
  /// nothing.
  static func frameRate(_ text: String) -> Double? {
    let parts = text.split(separator: "/").map { Double($0) ?? .nan }
    let value = parts.count == 2 ? parts[0] / parts[1] : (Double(text) ?? .nan)
    return TimeUnit.frameRates.contains(value) ? value : nil
  }

  /// How wide the picture is, as seen: a phone at arm's length is 10 degrees, the first row of a
  /// cinema 90.
  static func degrees(_ text: String) -> Double? {
    Double(text).flatMap { (5...120).contains($0) ? $0 : nil }
  }

  /// The size of `844x475`.
  static func size(_ text: some StringProtocol) -> ImageArea? {
    let sides = text.lowercased().replacing("×", with: "x").split(
      separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]) else {
      return nil
    }
    let size = ImageArea(width: width, height: height)
    return size.isRectangle ? size : nil
  }

  /// The rectangle of `0,362,834x469`.
  static func rectangle(_ text: String) -> ImageArea? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let x = Double(parts[0]), let y = Double(parts[1]),
      var area = size(parts[2])
    else { return nil }
    (area.x, area.y) = (x, y)
    return area.isRectangle ? area : nil
  }

  /// What stands between commas.
  static func words(_ text: String) -> [String]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return words.allSatisfy { (1...256).contains($0.utf8.count) } ? words : nil
  }

  /// Widths and heights in turn.
  static func anchors(_ text: String) -> [ImageArea]? {
    let sides = (words(text) ?? []).map { Double($0) ?? .nan }
    guard !sides.isEmpty, sides.count.isMultiple(of: 2) else { return nil }
    let anchors = stride(from: 0, to: sides.count, by: 2).map {
      ImageArea(width: sides[$0], height: sides[$0 + 1])
    }
    return anchors.allSatisfy(\.isRectangle) ? anchors : nil
  }
}
