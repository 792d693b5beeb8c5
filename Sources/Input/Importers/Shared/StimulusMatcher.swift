import Foundation

/// The name of the video in a recording: `--stimulus`, otherwise the video's ID.
struct StimulusMatcher {
  let name: String
  let isGiven: Bool

  init?(_ context: ImportContext) {
    guard let name = context.options.stimulus ?? context.givenVideo else { return nil }
    self.name = name
    isGiven = context.options.stimulus != nil
  }

  /// Whether a text of the recording is the name, also with folder and file extension.
  func matches(_ text: String) -> Bool {
    let plain = text.trimmingCharacters(in: .whitespaces)
    if plain == name { return true }
    let last = plain.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? plain
    return last == name || Self.withoutEnding(last) == name
  }

  static func missing(
    _ mark: String, of count: Int, _ file: String, _ context: ImportContext, _ remedy: String
  ) -> ImportError {
    let given = context.options.stimulus.map { "none of \(count) \(mark)s is called '\($0)'" }
    return ImportError(
      given == nil ? .missingOption : .badData, of: file,
      given ?? "the start of the video is not known: none of \(count) \(mark)s is its ID", remedy)
  }

  static func withoutEnding(_ text: String) -> String {
    let endings = [".mp4", ".mov", ".m4v", ".mkv", ".webm", ".avi", ".mpg", ".wmv"]
    let ending = endings.first { text.lowercased().hasSuffix($0) } ?? ""
    return String(text.dropLast(ending.count))
  }
}
