/// The format of a file, as its content shows it.
package struct RecognisedFormat: Hashable, Sendable {
  /// The format's name.
  package let name: String
  /// The preset of a table.
  package let preset: String?

  init(_ name: String, preset: String? = nil) {
    self.name = name
    self.preset = preset
  }

  /// The words to give on the command line: `table --preset tobii`.
  package var words: String { preset.map { "\(name) --preset \($0)" } ?? name }
}

extension ImportFormat {
  /// The formats that a file's content fits.
  ///
  /// - Throws: `ImportError` when the file cannot be read.
  package static func recognise(_ file: String) throws(ImportError) -> [RecognisedFormat] {
    try FileHead(file).formats
  }

  /// The one format that a file's content fits.
  ///
  /// - Throws: `ImportError` when none fits, or more than one: a guess would be worse than asking.
  package static func recogniseOne(_ file: String) throws(ImportError) -> RecognisedFormat {
    let found = try recognise(file)
    guard let first = found.first else {
      throw ImportError(
        .badData, file: file, problem: "the content fits no format that gazecut knows",
        remedy: "name its format, see gazecut formats; any table is read by table --map")
    }
    guard found.count == 1 else {
      throw ImportError(
        .badData, file: file,
        problem: "the content fits \(found.map(\.words).joined(separator: " and "))",
        remedy: "say which is meant, gazecut import "
          + found.map(\.words).joined(separator: " or gazecut import "))
    }
    return first
  }
}
