import Audience
import Foundation

extension ImportOption {
  /// Parses the value of an option; throws `ImportOptionError` with a correct example.
  func value<Value>(
    _ text: String, _ parse: (String) -> Value?
  ) throws(ImportOptionError) -> Value {
    guard let value = parse(text) else { throw ImportOptionError("--\(rawValue) \(rule(text))") }
    return value
  }

  /// The problem with a text, and a correct example; it does not repeat a viewer's name.
  private func rule(_ text: String) -> String {
    switch self {
    case .viewer: return "is not valid: \(ViewerName.rule)"
    case .query: return "is empty; give it a SELECT"
    default: break
    }
    let rule =
      switch self {
      case .video: " is not a valid video ID: an ID is \(Identifier.rule)"
      case .viewerFrom: " is not valid; write file, folder, or folder:2 for the folder above"
      case .recordedAt: " is not a time; write it as 2026-11-19T21:03:00Z"
      case .startedAt: " is not a time; write it as 2019-04-23T20:55:10"
      case .offset where OptionParser.number(text) == nil: " is not a number"
      case .offset: " is more than 400 days; it is in seconds; for a clock time, use --started-at"
      case .picture: " is not a rectangle; write left, top and size as 0,362,834x469"
      case .labels: " has an empty name; write person,dog,ball"
      case .anchors: " are not pairs of numbers above 0; write 1.08,1.19,3.42,4.41"
      case .fps: " is not a number of frames per second; write 25 or 30000/1001"
      case .fit: " is neither stretch nor letterbox"
      case .head:
        " is not a width from 5 to 120 degrees; a video that is as wide as its distance from the "
          + "seats is 53"
      default: " is not a size; write it as 844x475"
      }
    return "'\(text)'\(rule)"
  }
}

/// Parsers of option values; they return `nil` for invalid text.
enum OptionParser {
  static func number(_ text: some StringProtocol) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Seconds, at most 400 days, because some clocks count from the last New Year.
  static func offset(_ text: String) -> Double? {
    number(text).flatMap { abs($0) <= 400 * 86_400 ? $0 : nil }
  }

  /// Which part of the path is the viewer name: 0 for the file name, 1 for its folder, and so on.
  static func viewerFolder(_ text: String) -> Int? {
    let above = text.hasPrefix("folder:") ? Int(text.dropFirst(7)) : nil
    return ["file": 0, "folder": 1][text] ?? above.flatMap { (1...32).contains($0) ? $0 : nil }
  }

  /// Frames per second, for example `25` or `30000/1001`, within plausible limits.
  static func frameRate(_ text: String) -> Double? {
    let parts = text.split(separator: "/").map { Double($0) ?? .nan }
    let value = parts.count == 2 ? parts[0] / parts[1] : (Double(text) ?? .nan)
    return TimeUnit.frameRates.contains(value) ? value : nil
  }

  /// Degrees of view: for example 10 for a phone at arm's length, 90 in a cinema's first row.
  static func degrees(_ text: String) -> Double? {
    Double(text).flatMap { (5...120).contains($0) ? $0 : nil }
  }

  /// A size such as `844x475`.
  static func size(_ text: some StringProtocol) -> SourceRectangle? {
    let sides = text.lowercased().replacing("×", with: "x").split(
      separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]) else {
      return nil
    }
    let size = SourceRectangle(width: width, height: height)
    return size.isRectangle ? size : nil
  }

  /// A rectangle such as `0,362,834x469`.
  static func rectangle(_ text: String) -> SourceRectangle? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let x = Double(parts[0]), let y = Double(parts[1]),
      var area = size(parts[2])
    else { return nil }
    (area.x, area.y) = (x, y)
    return area.isRectangle ? area : nil
  }

  static func words(_ text: String) -> [String]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return words.allSatisfy { (1...256).contains($0.utf8.count) } ? words : nil
  }

  static func anchors(_ text: String) -> [SourceRectangle]? {
    let sides = (words(text) ?? []).map { Double($0) ?? .nan }
    guard !sides.isEmpty, sides.count.isMultiple(of: 2) else { return nil }
    let anchors = stride(from: 0, to: sides.count, by: 2).map {
      SourceRectangle(width: sides[$0], height: sides[$0 + 1])
    }
    return anchors.allSatisfy(\.isRectangle) ? anchors : nil
  }
}
