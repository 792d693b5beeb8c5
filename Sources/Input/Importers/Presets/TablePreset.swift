import Audience

/// The column map for the tables of one tool, from a JSON file that users can copy and change.
package struct TablePreset: Sendable {
  let name: String
  package let about: String
  /// The columns that identify tables of this tool.
  let signature: [String]
  let map: ColumnMap
  package var carries: [ImportFormat.Content] {
    (map.gaze.isEmpty ? [] : [.gaze]) + (map.scores.isEmpty ? [] : [.emotion])
      + (map.words[.blink] == nil ? [] : [.blinks])
  }

  /// The built-in presets (folder `Texts`), as printed by `gazecut formats show`.
  package static let texts: [(name: String, text: String)] = [
    ("eev", PackageResources.eev_json), ("facereader", PackageResources.facereader_json),
    ("imotions", PackageResources.imotions_json), ("neon", PackageResources.neon_json),
    ("openface", PackageResources.openface_json), ("pupil", PackageResources.pupil_json),
    ("pyfeat", PackageResources.pyfeat_json), ("tobii", PackageResources.tobii_json),
    ("webgazer", PackageResources.webgazer_json),
  ].map { name, bytes in
    // Without the final newline, which `print` adds.
    (name, String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  package static func text(named name: String) -> String? {
    texts.first { $0.name == name }?.text
  }

  /// The preset with a name; throws `ImportOptionError` that lists the presets.
  package static func named(_ name: String) throws(ImportOptionError) -> TablePreset {
    guard let text = text(named: name) else {
      let names = texts.map(\.name).joined(separator: ", ")
      throw ImportOptionError("there is no preset '\(name)'; presets are \(names)")
    }
    do {
      return try TablePreset(ByteSource(Array(text.utf8), file: "preset \(name)"))
    } catch {
      throw ImportOptionError("\(error)")
    }
  }
}
