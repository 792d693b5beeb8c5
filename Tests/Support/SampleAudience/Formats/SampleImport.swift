/// The import command for the samples of one format.
package struct SampleImport: Sendable {
  package enum Side: String, Sendable {
    case gaze, emotion, detections, curve
  }

  /// The format's or preset's name, unique among the samples.
  package let name: String
  /// The arguments of `gazecut import` without the files.
  package let arguments: [String]
  /// The file in the samples folder, or a folder with one file per viewer.
  package let path: String
  package let sides: Set<Side>
  /// The suffix of files in the folder to import; other files belong to them.
  package var ending = ""

  init(
    _ format: String, _ arguments: [String], _ path: String, _ sides: Set<Side>,
    name: String? = nil
  ) {
    self.name = name ?? format
    self.arguments = [format] + arguments
    self.path = path
    self.sides = sides
  }

  package var isFolder: Bool { !path.contains(".") }

  /// The command as typed in a shell, in the samples folder.
  package var command: String {
    let words = arguments.map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-.,:/_".contains($0) }
      return isPlain ? word : "'\(word)'"
    }
    let files = isFolder ? (ending.isEmpty ? "/*" : "/sub-*/beh/*\(ending)") : ""
    return "gazecut import \(words.joined(separator: " ")) \(path)\(files)"
  }
}
