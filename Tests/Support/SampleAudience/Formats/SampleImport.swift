/// How the samples of one format are imported.
package struct SampleImport: Sendable {
  /// What they tell.
  package enum Side: String, Sendable {
    case gaze, emotion, detections, curve
  }

  /// The format's or preset's name, unique among the samples.
  package let name: String
  /// The words after `gazecut import`, without the files.
  package let arguments: [String]
  /// The file below the samples folder, or a folder of files, one a viewer.
  package let path: String
  /// What they tell.
  package let sides: Set<Side>
  /// What the names of a folder's files end with that are imported; others lie beside them.
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

  /// Whether `path` is a folder of one file a viewer.
  package var isFolder: Bool { !path.contains(".") }

  /// The command as one writes it in a shell, in the samples folder.
  package var command: String {
    let words = arguments.map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-.,:/_".contains($0) }
      return isPlain ? word : "'\(word)'"
    }
    let files = isFolder ? (ending.isEmpty ? "/*" : "/sub-*/beh/*\(ending)") : ""
    return "gazecut import \(words.joined(separator: " ")) \(path)\(files)"
  }
}
