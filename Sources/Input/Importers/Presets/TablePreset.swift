import Audience

/// What the table of one tool looks like: a data file that a user can copy and change.
package struct TablePreset: Sendable {
  /// The word of `--preset`.
  let name: String
  /// Which files it reads, in a line.
  package let about: String
  /// Columns that tell such a table from all others.
  let signature: [String]
  let map: ColumnMap
  /// What it tells, by the columns it has.
  package var carries: [ImportFormat.Content] {
    (map.gaze.isEmpty ? [] : [.gaze]) + (map.scores.isEmpty ? [] : [.emotion])
      + (map.words[.blink] == nil ? [] : [.blinks])
  }

  /// The texts of the presets that come with gazecut (`Texts` beside this file), by name, as
  /// `gazecut formats show` prints them.
  package static let texts: [(name: String, text: String)] = [
    ("eev", PackageResources.eev_json), ("facereader", PackageResources.facereader_json),
    ("imotions", PackageResources.imotions_json), ("neon", PackageResources.neon_json),
    ("openface", PackageResources.openface_json), ("pupil", PackageResources.pupil_json),
    ("pyfeat", PackageResources.pyfeat_json), ("tobii", PackageResources.tobii_json),
    ("webgazer", PackageResources.webgazer_json),
  ].map { name, bytes in
    // Without the end of the last line, which whoever prints it adds.
    (name, String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  /// The text of a preset; `nil` when there is none of that name.
  package static func text(named name: String) -> String? {
    texts.first { $0.name == name }?.text
  }

  /// The preset of a name.
  ///
  /// - Throws: `ImportOptionError` that names the presets there are.
  package static func named(_ name: String) throws(ImportOptionError) -> TablePreset {
    guard let text = text(named: name) else {
      let names = texts.map(\.name).joined(separator: ", ")
      throw ImportOptionError("there is no preset '\(name)'; there are \(names)")
    }
    do {
      return try TablePreset(ByteSource(Array(text.utf8), file: "preset \(name)"))
    } catch {
      throw ImportOptionError("\(error)")
    }
  }
}
