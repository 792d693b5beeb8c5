import Foundation

/// The name that a recording gives to what was shown: `--stimulus`, else the video's id.
struct StimulusName {
  /// The name that is looked for.
  let name: String
  let isGiven: Bool

  /// Takes it from what the user says; `nil` where neither is known.
  init?(_ context: FileContext) {
    guard let name = context.options.stimulus ?? context.givenVideo else { return nil }
    self.name = name
    isGiven = context.options.stimulus != nil
  }

  /// Whether a text of the recording names it, also as a file with its folder and ending.
  func matches(_ text: String) -> Bool {
    let plain = text.trimmingCharacters(in: .whitespaces)
    if plain == name { return true }
    let last = plain.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? plain
    return last == name || Self.withoutEnding(last) == name
  }

  /// The refusal of a recording none of whose marks, of some kind and so many, names what was
  /// shown.
  static func missing(
    _ mark: String, of count: Int, _ file: String, _ context: FileContext, _ remedy: String
  ) -> ImportError {
    let given = context.options.stimulus.map { "no \(mark) '\($0)' among \(count)" }
    return ImportError(
      given == nil ? .missingOption : .badData, of: file,
      given ?? "no \(mark) of \(count) is the video's id: when it began is not said", remedy)
  }

  /// The name of a media file without its ending.
  static func withoutEnding(_ text: String) -> String {
    let endings = [".mp4", ".mov", ".m4v", ".mkv", ".webm", ".avi", ".mpg", ".wmv"]
    let ending = endings.first { text.lowercased().hasSuffix($0) } ?? ""
    return String(text.dropLast(ending.count))
  }
}
